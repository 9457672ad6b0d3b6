import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CardCover, CharacterAvatar, ResponsiveImage } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { FrontShelf } from './front-shelves.ts'
import type { ShelfCard, ShelfStory } from './shelf.ts'

/** Smaller numbers of chats say nothing about a card, and are not shown. */
const MIN_SHOWN_CHATS = 50

interface BookProps {
  card: ShelfCard
  to: string
}

/** A character on the shelf: cover, name, tagline, and the number of chats or the mood. */
export function Book({ card, to }: BookProps) {
  const text = useText()
  const format = useFormat()
  return (
    <Link className="book" to={to} prefetch="intent">
      <CardCover
        url={card.cover}
        id={card.id}
        name={card.name}
        quote={card.quote}
        stamp={card.isMature ? text('shell.header.nsfwBadge') : undefined}
      />
      <h3 className="title-3" dir="auto">
        {card.name}
      </h3>
      <p dir="auto">{card.tagline}</p>
      {card.chats >= MIN_SHOWN_CHATS ? (
        <span className="meta">
          <Icon name="chat-circle-text" size="tiny" />
          <span aria-hidden="true">{format.compact(card.chats)}</span>
          <span className="visually-hidden">{text('explore.chats', { count: card.chats })}</span>
        </span>
      ) : card.mood ? (
        <span className="meta">
          <bdi>{card.mood}</bdi>
        </span>
      ) : null}
    </Link>
  )
}

interface StoryProps {
  card: ShelfStory
  to: string
  /** Has the largest picture of its row. */
  isWide?: boolean
}

/** A story on the shelf: its cover, or otherwise its characters; title, premise and cast. */
export function Story({ card, to, isWide = false }: StoryProps) {
  const text = useText()
  const cast = text('explore.castOf', { count: card.cast.length })
  return (
    <Link
      className={`story ${patternClass(card.id)}${isWide && card.cover ? ' story-wide' : ''}`}
      to={to}
      prefetch="intent"
    >
      {card.cover ? (
        <span className="story-cover">
          <ResponsiveImage
            url={card.cover}
            alt=""
            sizes={isWide ? '(min-width: 64rem) 32rem, 90vw' : '(min-width: 64rem) 22rem, 80vw'}
          />
        </span>
      ) : (
        <span className="casts">
          {card.cast.slice(0, 4).map((member) => (
            <CharacterAvatar key={member.id} url={member.avatar} id={member.id} name={member.name} size="large" />
          ))}
        </span>
      )}
      <span className="story-words">
        <h3 className="title-2" dir="auto">
          {card.name}
        </h3>
        <p dir="auto">{card.tagline}</p>
        <span className="meta">
          <Icon name="users-three" size="tiny" />
          {cast}
          {card.chats >= MIN_SHOWN_CHATS ? ` · ${text('explore.chats', { count: card.chats })}` : ''}
        </span>
      </span>
    </Link>
  )
}

interface ShelfProps {
  shelf: FrontShelf
  /** Address of everything on the shelf. */
  allPath: string
  pathOfCard: (id: string) => string
}

/** A row of books that have something in common; it scrolls sideways on a phone. */
export function Shelf({ shelf, allPath, pathOfCard }: ShelfProps) {
  const text = useText()
  return (
    <section>
      <div className="shelf-head">
        <h2 className="title-2">{text(`explore.shelves.${shelf.id}`)}</h2>
        <Link to={allPath}>{text('shell.actions.seeAll')}</Link>
      </div>
      <div className="shelf-row">
        {shelf.cards.map((card) => (
          <Book key={card.id} card={card} to={pathOfCard(card.id)} />
        ))}
      </div>
    </section>
  )
}
