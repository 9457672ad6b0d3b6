import { useLocation } from 'react-router'
import { useMounted } from '../../lib/use-mounted.ts'

interface SectionTabsProps {
  label: string
  sections: { id: string; label: string }[]
}

/** Links to the sections of the page; the one in the address is marked. */
export function SectionTabs({ label, sections }: SectionTabsProps) {
  // The server does not see the fragment of an address.
  const named = useLocation().hash.slice(1)
  const isMounted = useMounted()
  const current = (isMounted && sections.find(({ id }) => id === named)?.id) || sections[0]?.id
  return (
    <nav className="segments price-tabs" aria-label={label}>
      {sections.map(({ id, label: name }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
