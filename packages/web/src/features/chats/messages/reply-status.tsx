import type { ChatCard, ReplyFault as Fault, Message } from '@everkin/contract/types.ts'
import { useEffect, useState } from 'react'
import { sentenceGap, useFormat } from '../../../i18n/format.ts'
import { useReaderClock } from '../../../i18n/reader-clock.ts'
import type { TextKey } from '../../../i18n/text-key.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { CharacterAvatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useConversation } from '../context/conversation-context.ts'
import { ReplyPrice, useReplyPrice } from './reply-price.tsx'

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

/** Why a reply failed; operators also see the provider's message. The cost is mentioned only if there is one. */
export function ReplyError({ message }: { message: Message }) {
  const text = useText()
  const errorOf = useReplyErrorText()
  const { fault } = message
  return (
    <>
      <p className="message-mark message-mark-bad">
        <Icon name="warning-circle" size="tiny" />
        {errorOf(message)}
      </p>
      {fault?.detail ? (
        <p className="message-mark message-mark-provider">
          {text('chats.fault.provider', { status: fault.status ?? 0 })} <bdi dir="auto">{fault.detail}</bdi>
        </p>
      ) : null}
    </>
  )
}

/** Returns a function that says why a reply failed, and what that cost. */
export function useReplyErrorText(): (message: Message) => string {
  const text = useText()
  const format = useFormat()
  const locale = useLocale()
  const { timeZone } = useReaderClock()
  const { isCounted } = useConversation()
  return ({ text: words, fault }) => {
    const reasonOf = ({ reason, retry_at }: Fault) =>
      reason === 'busy' && retry_at !== null
        ? text('chats.fault.busyUntil', { time: format.time(retry_at, timeZone) })
        : text(REASON_TEXTS[reason])
    const reason = fault ? reasonOf(fault) : null
    const hasBegun = words !== ''
    const outcome = isCounted
      ? text(hasBegun ? 'chats.message.brokeOff' : 'chats.message.failed')
      : text(hasBegun ? 'chats.message.brokeOffFree' : 'chats.message.failedFree')
    if (reason === null) return outcome
    // The reason repeats that the reply broke off, but also says what to do.
    if (hasBegun) return `${outcome}${sentenceGap(locale)}${reason}`
    // The texts without a reason say this themselves.
    return isCounted ? `${reason}${sentenceGap(locale)}${text('chats.fault.notCharged')}` : reason
  }
}

/** Below the newest reply, where its model ended it at the length limit. Guests cannot have it continued. */
export function CutOffNote({ id }: { id: string }) {
  const text = useText()
  const price = useReplyPrice()
  const { chat, warnIfUnsent, isGuest } = useConversation()
  return (
    <p className="message-mark message-cut-off">
      {text('chats.message.cutOff')}
      {isGuest ? null : (
        <>
          <button
            type="button"
            className="text-button"
            aria-description={price ?? undefined}
            onClick={() => warnIfUnsent(chat.commands.continueReply(id))}
          >
            {text('chats.message.continue')}
          </button>
          <ReplyPrice />
        </>
      )}
    </p>
  )
}

/** A reply without any text after this long gets an explanation. */
const SLOW_REPLY_MS = 8_000

/** Whether the same thing has been pending for longer than usual; `null` means that nothing is. */
export function useIsSlow(waitedFor: string | null): boolean {
  const [slow, setSlow] = useState<string | null>(null)
  useEffect(() => {
    if (waitedFor === null) return
    const timer = setTimeout(() => setSlow(waitedFor), SLOW_REPLY_MS)
    return () => clearTimeout(timer)
  }, [waitedFor])
  return waitedFor !== null && slow === waitedFor
}

/** Explains below the dots why a reply is slow to begin. Its toolbar has a button to stop it. */
export function SlowReplyNote({ id }: { id: string }) {
  const text = useText()
  return useIsSlow(id) ? <p className="message-mark">{text('chats.log.stillReading')}</p> : null
}

/** Shown only before the first word. */
export function TypingDots() {
  return (
    <span className="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

/** The character's placeholder between a stored message and the start of the reply. */
export function TypingRow({ card: { id, name, avatar } }: { card: ChatCard }) {
  return (
    <div className="message" aria-hidden="true">
      <CharacterAvatar url={avatar} id={id} name={name} size="tiny" />
      <div className="message-column">
        <div className="bubble">
          <TypingDots />
        </div>
      </div>
    </div>
  )
}
