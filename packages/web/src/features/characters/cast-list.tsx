import type { SingleCard } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { CharacterAvatar, PersonAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { distinctPatternClasses } from '../../ui/participant-patterns.ts'

interface CastListProps {
  members: SingleCard[]
  pathOf: (id: string) => string
  /** The reader, if known. */
  reader: { nickname: string; avatar: string | null } | null
}

/** The characters of a group with their colours and links to their cards, and the reader at the end. */
export function CastList({ members, pathOf, reader }: CastListProps) {
  const text = useText()
  const cloths = distinctPatternClasses(members.map(({ id }) => id))
  const you = text('groups.page.you')
  return (
    <section>
      <h2 className="title-2">{text('groups.page.cast', { count: members.length })}</h2>
      <ul className="cast-list">
        {members.map((member, at) => (
          <li key={member.id}>
            <Link className={`cast-row ${cloths[at]}`} to={pathOf(member.id)}>
              <CharacterAvatar url={member.avatar} id={member.id} name={member.name} />
              <span>
                <b className="title-3" dir="auto">
                  {member.name}
                </b>
                <span className="small muted" dir="auto">
                  {member.tagline}
                </span>
              </span>
              <Icon name="caret-right" size="small" mirror />
            </Link>
          </li>
        ))}
        <li className="cast-row cast-you">
          <PersonAvatar name={reader?.nickname || you} url={reader?.avatar} size="large" />
          <span>
            <b>{you}</b>
            <span className="small muted">{text('groups.page.youHint')}</span>
          </span>
        </li>
      </ul>
    </section>
  )
}
