import { useLocation } from 'react-router'
import { useMounted } from '../../lib/use-mounted.ts'

interface SectionTabsProps {
  label: string
  sections: { id: string; label: string }[]
}

/** The parts of the page side by side; each leads to its part, and the one that the address names is marked. */
export function SectionTabs({ label, sections }: SectionTabsProps) {
  // The server is not told what stands behind the # of an address.
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
