import type { ReplyFault as Fault, Message } from '@everkin/contract/types.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { Icon } from '../../ui/icon.tsx'
import { useConversation } from './conversation-context.ts'

const WORDS: Record<Fault['reason'], TextKey> = {
  key: 'chats.fault.key',
  credit: 'chats.fault.credit',
  busy: 'chats.fault.busy',
  too_long: 'chats.fault.tooLong',
  model: 'chats.fault.model',
  timeout: 'chats.fault.timeout',
  unreachable: 'chats.fault.unreachable',
  server: 'chats.fault.server',
  refused: 'chats.fault.refused',
  reasoning: 'chats.fault.reasoning',
  empty: 'chats.fault.empty',
  cut_off: 'chats.fault.cutOff',
}

/** Why a reply failed, for operators with what the provider said; that it cost nothing only where messages cost something. */
export function ReplyFault({ message }: { message: Message }) {
  const text = useText()
  const { isCounted } = useConversation()
  const reason = useReason(message, isCounted)
  const { fault } = message
  // The sentence about the price is part of the texts that name no reason.
  const isPriceNamed = message.text !== '' || !fault
  return (
    <>
      <p className="message-mark message-mark-bad">
        <Icon name="warning-circle" size="tiny" />
        {reason}
        {isCounted && !isPriceNamed ? ` ${text('chats.fault.notCharged')}` : ''}
      </p>
      {fault?.detail ? (
        <p className="message-mark message-mark-provider">
          {text('chats.fault.provider', { status: fault.status ?? 0 })} <bdi dir="auto">{fault.detail}</bdi>
        </p>
      ) : null}
    </>
  )
}

function useReason({ text: words, fault }: Message, isCounted: boolean): string {
  const text = useText()
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  // The words that came say more than why no more did.
  if (words !== '') return text(isCounted ? 'chats.message.brokeOff' : 'chats.message.brokeOffFree')
  if (!fault) return text(isCounted ? 'chats.message.failed' : 'chats.message.failedFree')
  if (fault.reason === 'busy' && fault.retry_at !== null)
    return text('chats.fault.busyUntil', { time: format.time(fault.retry_at, timeZone) })
  return text(WORDS[fault.reason])
}
