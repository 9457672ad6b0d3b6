import type { ReplyFault as Fault, Message } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import type { TextKey } from '../../../i18n/text-key.ts'
import { useText } from '../../../i18n/use-text.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'

const REASON_TEXTS: Record<Fault['reason'], TextKey> = {
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
export function ReplyError({ message }: { message: Message }) {
  const text = useText()
  const { isCounted } = useConversation()
  const reason = useErrorReason(message, isCounted)
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

function useErrorReason({ text: words, fault }: Message, isCounted: boolean): string {
  const text = useText()
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  // The words that came say more than why no more did.
  if (words !== '') return text(isCounted ? 'chats.message.brokeOff' : 'chats.message.brokeOffFree')
  if (!fault) return text(isCounted ? 'chats.message.failed' : 'chats.message.failedFree')
  if (fault.reason === 'busy' && fault.retry_at !== null)
    return text('chats.fault.busyUntil', { time: format.time(fault.retry_at, timeZone) })
  return text(REASON_TEXTS[fault.reason])
}

/** A reply without a word for so long is explained. */
const SLOW_REPLY_MS = 8_000

/** Whether something has been waited for longer than is usual; `null`: nothing is. */
export function useIsSlow(waitedFor: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (waitedFor === null) return
    const timer = setTimeout(() => setSlow(waitedFor), SLOW_REPLY_MS)
    return () => clearTimeout(timer)
  }, [waitedFor])
  return waitedFor !== null && slow === waitedFor
}

/** Under the dots of a reply that is slow to begin: what is going on. Its toolbar has the way out. */
export function SlowReplyNote({ id }: { id: string }) {
  const text = useText()
  return useIsSlow(id) ? <p className="message-mark">{text('chats.log.stillReading')}</p> : null
}

/** Three dots, only before the first word. */
export function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

/** The character's place while a stored message waits for its reply to begin. */
export function TypingRow({ name, avatar }: { name: string; avatar: string | null }) {
  return (
    <div className="message" aria-hidden="true">
      <CharacterAvatar url={avatar} name={name} size="tiny" />
      <div className="message-column">
        <div className="bubble">
          <TypingDots />
        </div>
      </div>
    </div>
  )
}
