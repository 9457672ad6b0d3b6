import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { CardCover } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { TurnPolicyLine } from '../context/participants.tsx'

const AlbumRows = lazy(async () => ({ default: (await import('../album/album-panel.tsx')).AlbumRows }))
// Loaded with the first group that is opened.
const ParticipantRows = lazy(async () => ({
  default: (await import('../panels/participants-panel.tsx')).ParticipantRows,
}))

/** What the third pane shows of a card. */
export interface AboutCard {
  id: string
  type: 'single' | 'multiple'
  name: string
  tagline: string
  cover: string | null
  tags: { id: string; name: string }[]
}

/** Picks the few fields of a card that the pane shows, so that no page contains the rest. */
export function toAboutCard(card: SingleCard | MultipleCard): AboutCard {
  const { id, type, name, tagline } = card
  const cover = card.type === 'single' ? (card.cover ?? card.avatar) : card.cover
  return { id, type, name, tagline, cover, tags: card.tags.map((tag) => ({ id: tag.id, name: tag.name })) }
}

interface AboutPaneProps {
  card: AboutCard
  onRestart: () => void
  onDelete: () => void
}

/** Portrait, tagline and tags beside the conversation on wide screens; a group shows its cast instead of a portrait. */
export function AboutPane({ card, onRestart, onDelete }: AboutPaneProps) {
  const text = useText()
  const { group, links } = useConversation()
  return (
    <aside className="pane-about" aria-label={text('chats.about.label', { name: card.name })}>
      {group ? null : (
        <div className="about-cover">
          <CardCover
            url={card.cover}
            name={card.name}
            alt={text('chats.about.portrait', { name: card.name })}
            sizes="16rem"
          />
        </div>
      )}
      <h2 className="title-1" dir="auto">
        {card.name}
      </h2>
      <p className="small muted" dir="auto">
        {card.tagline}
      </p>
      {group ? (
        <section className="about-cast">
          <h3 className="small">{text('groups.chat.cast')}</h3>
          <Suspense fallback={null}>
            <ParticipantRows group={group} heading="h4" />
          </Suspense>
          <TurnPolicyLine policy={group.policy} />
        </section>
      ) : null}
      <ul className="about-tags">
        {card.tags.map((tag) => (
          <li className="tag" key={tag.id}>
            <bdi>{tag.name}</bdi>
          </li>
        ))}
      </ul>
      <div className="about-actions">
        <Link to={links.card(card.type, card.id)}>
          {text('chats.about.profile')}
          <Icon name="book-open" size="small" />
        </Link>
        <button type="button" onClick={onRestart}>
          {text('chats.restart')}
          <Icon name="plus" size="small" />
        </button>
        <button type="button" className="danger" onClick={onDelete}>
          {text('chats.list.delete')}
          <Icon name="trash" size="small" />
        </button>
      </div>
      {/* Last, since it may be long: the controls above it stay within reach. */}
      <Suspense fallback={null}>
        <AlbumRows hasHeading />
      </Suspense>
    </aside>
  )
}
