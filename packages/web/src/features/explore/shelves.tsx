import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CardCover, CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { ShelfCard, ShelfStory } from './shelf.ts'

interface BookProps {
  card: ShelfCard
  to: string
  eager?: boolean
}

/** A character on the shelf: cover, name, tagline, number of chats. */
export function Book({ card, to, eager }: BookProps) {
  const text = useText()
  const format = useFormat()
  return (
    <Link className="book" to={to} prefetch="intent">
      <CardCover
        url={card.cover}
        name={card.name}
        eager={eager}
        stamp={card.isMature ? text('shell.header.nsfwBadge') : undefined}
      />
      <h3 className="title-3" dir="auto">
        {card.name}
      </h3>
      <p dir="auto">{card.tagline}</p>
      {card.chats > 0 ? (
        <span className="meta">
          <Icon name="chat-circle-text" size="tiny" />
          <span aria-hidden="true">{format.compact(card.chats)}</span>
          <span className="visually-hidden">{text('explore.chats', { count: card.chats })}</span>
        </span>
      ) : null}
    </Link>
  )
}

/** A story on the shelf: its characters, title, premise. */
export function Story({ card, to }: { card: ShelfStory; to: string }) {
  const text = useText()
  return (
    <Link className={`story ${patternClass(card.id)}`} to={to} prefetch="intent">
      <span className="casts">
        {card.cast.slice(0, 4).map((member) => (
          <CharacterAvatar key={member.id} url={member.avatar} name={member.name} size="large" />
        ))}
      </span>
      <h3 className="title-2" dir="auto">
        {card.name}
      </h3>
      <p dir="auto">{card.tagline}</p>
      <span className="meta">
        <Icon name="users-three" size="tiny" />
        {text('explore.castOf', { count: card.cast.length })}
        {card.chats > 0 ? ` · ${text('explore.chats', { count: card.chats })}` : ''}
      </span>
    </Link>
  )
}
