import { useFormat } from '../../../i18n/use-format.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../conversation-context.ts'
import { messageIdOf } from '../message-id.ts'
import type { Fact } from './use-memory.ts'

interface FactSourceProps {
  fact: Fact
  onShow: (seq: number) => void
}

/** Where a fact comes from: who said so and when, leading to the message; or that the person added it. */
export function FactSource({ fact, onShow }: FactSourceProps) {
  const text = useText()
  const format = useFormat()
  const { chat, name } = useConversation()
  const seq = fact.source_seq
  if (seq === null) {
    return (
      <p className="memory-source caption">{text('memory.facts.youWrote', { date: format.date(fact.created_at) })}</p>
    )
  }
  const message = chat.message(messageIdOf(chat.chatId, seq))
  const date = format.date(message?.created_at ?? fact.created_at)
  const words =
    message === undefined
      ? text('memory.facts.saidOn', { date })
      : message.role === 'user'
        ? text('memory.facts.youSaid', { date })
        : text('memory.facts.theySaid', { name: message.speaker?.name ?? name, date })
  return (
    <button type="button" className="memory-source caption" onClick={() => onShow(seq)}>
      <Icon name="arrow-bend-up-left" size="tiny" mirror />
      {words}
    </button>
  )
}
