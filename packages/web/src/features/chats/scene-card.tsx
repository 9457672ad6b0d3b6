import type { ChatCard } from '@everkin/contract/types.ts'
import { useText } from '../../i18n/use-text.ts'
import { clothClass } from '../../ui/cloth.ts'
import { Icon } from '../../ui/icon.tsx'
import { Arch } from '../../ui/portrait.tsx'

/** Opens every conversation: who this is, and that it is an AI character (safety H1). */
export function SceneCard({ card }: { card: ChatCard }) {
  const text = useText()
  const isGroup = card.type === 'multiple'
  return (
    <section className={`scene ${clothClass(card.id)}`}>
      <Arch url={card.avatar} name={card.name} size="large" />
      <div>
        <h2 className="title-2" dir="auto">
          {card.name}
        </h2>
        <p dir="auto">{card.tagline}</p>
      </div>
      <p className="scene-notice">
        <Icon name="book-open" size="tiny" />
        {isGroup ? text('chats.ai.groupNotice') : text('chats.ai.notice', { name: card.name })}
      </p>
    </section>
  )
}
