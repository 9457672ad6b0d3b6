import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { TurnPolicyLine } from '../context/participants.tsx'

const MemoryDigest = lazy(async () => ({ default: (await import('../memory/memory-digest.tsx')).MemoryDigest }))
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
  tags: { id: string; name: string }[]
}

/** Picks the few fields of a card that the pane shows, so that no page contains the rest. */
export function toAboutCard(card: SingleCard | MultipleCard): AboutCard {
  const { id, type, name, tagline } = card
  return { id, type, name, tagline, tags: card.tags.map((tag) => ({ id: tag.id, name: tag.name })) }
}

interface AboutPaneProps {
  card: AboutCard
  onRestart: () => void
  onDelete: () => void
}

/** Beside the conversation on wide screens: who it is, and what they remember, or the cast of a group. */
export function AboutPane({ card, onRestart, onDelete }: AboutPaneProps) {
  const text = useText()
  const { group, links, name, showPanel } = useConversation()
  const isShown = useIsWide()
  return (
    <aside className="pane-about" aria-label={text('chats.about.label', { name: card.name })}>
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
      {/* Below the controls, which keep their place when it is loaded. */}
      <section className="about-memory">
        <div className="about-memory-head">
          <h3 className="small">{text('memory.title', { name })}</h3>
          <button type="button" className="text-button" onClick={() => showPanel({ kind: 'memory' })}>
            {text('memory.open')}
          </button>
        </div>
        {isShown ? (
          <Suspense fallback={null}>
            <MemoryDigest />
          </Suspense>
        ) : null}
      </section>
      {/* Last, since it may be long: the controls above it stay within reach. */}
      <Suspense fallback={null}>
        <AlbumRows hasHeading />
      </Suspense>
    </aside>
  )
}

/** As in chat-app.css: on narrower screens there is no such pane, and nothing is loaded for it. */
function useIsWide(): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const query = window.matchMedia('(min-width: 77rem)')
    const look = () => setWide(query.matches)
    look()
    query.addEventListener('change', look)
    return () => query.removeEventListener('change', look)
  }, [])
  return isWide
}
