import type { MultipleCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { Icon } from '../../ui/icon.tsx'

/** Explains in three lines how turns work in a group. */
export function TurnList({ card }: { card: Pick<MultipleCard, 'turn_policy' | 'reply_limit'> }) {
  const text = useText()
  return (
    <section>
      <h2 className="title-2">{text('groups.page.turns')}</h2>
      <ul className="turn-list">
        <li>
          <Icon name="at" size="small" />
          <span>{text('groups.page.named')}</span>
        </li>
        <li>
          <Icon name="chats-circle" size="small" />
          <span>{text(`groups.turns.${card.turn_policy}`)}</span>
        </li>
        <li>
          <Icon name="chat-circle-text" size="small" />
          <span>{text('groups.page.price')}</span>
        </li>
      </ul>
    </section>
  )
}
