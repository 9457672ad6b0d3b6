import type { SingleCard } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/use-text.ts'
import { clothClass } from '../../ui/cloth.ts'
import { Icon } from '../../ui/icon.tsx'
import { Arch } from '../../ui/portrait.tsx'

interface CastListProps {
  members: SingleCard[]
  pathOf: (id: string) => string
}

/** Who is in the room; each leads to their own card. */
export function CastList({ members, pathOf }: CastListProps) {
  const text = useText()
  return (
    <section>
      <h2 className="title-3">{text('characters.group.cast')}</h2>
      <ul className="cast-list">
        {members.map((member) => (
          <li key={member.id}>
            <Link className={`cast-row ${clothClass(member.id)}`} to={pathOf(member.id)}>
              <Arch url={member.avatar} name={member.name} />
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
      </ul>
    </section>
  )
}
