import { useEffect, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

export interface Entry {
  /** Id of the section. */
  id: string
  icon: IconName
  label: string
}

/** Links to the sections, beside them on wide screens; the current one is marked. */
export function Contents({ label, entries }: { label: string; entries: Entry[] }) {
  const current = useSectionInSight(entries.map(({ id }) => id))
  return (
    <nav className="set-contents" aria-label={label}>
      {entries.map(({ id, icon, label: name }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
          <Icon name={icon} size="small" />
          <bdi>{name}</bdi>
        </a>
      ))}
    </nav>
  )
}

function useSectionInSight(ids: string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0])
  const all = ids.join(' ')
  useEffect(() => {
    const sections = all.split(' ').flatMap((id) => document.getElementById(id) ?? [])
    const look = () => {
      const isAtEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
      const reached = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight / 3)
      const wanted = isAtEnd && window.scrollY > 0 ? sections.at(-1) : (reached.at(-1) ?? sections[0])
      setCurrent(wanted?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [all])
  return current
}
