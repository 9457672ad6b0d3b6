import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/use-text.ts'
import { CardCover, CharacterAvatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { patternClass } from '../../ui/pattern.ts'
import type { FormDraft } from './own-card.ts'
import { useVisibilityLabel } from './use-visibility-label.ts'

/** One of the reader's own characters, shown as a book. */
export function OwnCharacterCard({ card, to }: { card: SingleCard; to: string }) {
  const labelOf = useVisibilityLabel()
  return (
    <Link className="book" to={to}>
      <CardCover url={card.cover ?? card.avatar} id={card.id} name={card.name} stamp={labelOf(card)} />
      <h3 className="title-3" dir="auto">
        {card.name}
      </h3>
      <p dir="auto">{card.tagline}</p>
      <Chats count={card.chat_count} />
    </Link>
  )
}

/** One of the reader's own groups, shown as a story. */
export function OwnStory({ card, to }: { card: MultipleCard; to: string }) {
  const text = useText()
  const stamp = useVisibilityLabel()(card)
  return (
    <Link className={`story ${patternClass(card.id)}`} to={to}>
      {stamp ? <span className="stamp">{stamp}</span> : null}
      <span className="casts">
        {card.members.slice(0, 4).map((member) => (
          <CharacterAvatar key={member.id} url={member.avatar} id={member.id} name={member.name} size="large" />
        ))}
      </span>
      <span className="story-words">
        <h3 className="title-2" dir="auto">
          {card.name}
        </h3>
        <p dir="auto">{card.tagline || card.scenario}</p>
        <span className="meta">
          <Icon name="users-three" size="tiny" />
          {text('explore.castOf', { count: card.members.length })}
        </span>
      </span>
    </Link>
  )
}

/** A draft, shown in the place where its card will be. */
export function DraftCard({ draft, to }: { draft: FormDraft; to: string }) {
  const text = useText()
  const name = draft.name || text('card-editor.noName')
  if (draft.type === 'multiple') {
    return (
      <Link className={`story ${patternClass(draft.id)}`} to={to}>
        <span className="stamp">{text('card-editor.mine.draft')}</span>
        <span className="story-words">
          <h3 className="title-2" dir="auto">
            {draft.name || text('card-editor.noTitle')}
          </h3>
          <p>{text('card-editor.mine.goOn')}</p>
        </span>
      </Link>
    )
  }
  return (
    <Link className="book" to={to}>
      <CardCover url={draft.avatar} id={draft.id} name={draft.name} stamp={text('card-editor.mine.draft')} />
      <h3 className="title-3" dir="auto">
        {name}
      </h3>
      <p>{text('card-editor.mine.goOn')}</p>
    </Link>
  )
}

function Chats({ count }: { count: number }) {
  const text = useText()
  const format = useFormat()
  if (count === 0) return null
  return (
    <span className="meta">
      <Icon name="chat-circle-text" size="tiny" />
      <span aria-hidden="true">{format.compact(count)}</span>
      <span className="visually-hidden">{text('explore.chats', { count })}</span>
    </span>
  )
}
