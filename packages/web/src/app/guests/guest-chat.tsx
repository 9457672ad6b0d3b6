import type { ApiData } from '@everkin/contract/api-types.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client.ts'
import { useChatSnapshot } from '../../features/chats/context/conversation-context.ts'
import type { OpenChat } from '../../features/chats/realtime/open-chat.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/button.tsx'
import './guests.css'

export type Guest = NonNullable<ApiData<'GET /api/guest/info'>['guest']>

/** What a guest sees at the composer: what is left, or in its place the way to keep the conversation. */
export interface GuestComposer {
  note: string
  dock: ReactNode
}

/** Null for a chat of an account. */
export function useGuestComposer(chat: OpenChat, guest: Guest | null, onSignIn: () => void): GuestComposer | null {
  const text = useText()
  const { left, isWaiting } = useMessagesLeft(chat, guest)
  if (!guest) return null
  return {
    note: text('guests.left', { count: left }),
    dock: left === 0 && !isWaiting ? <KeepConversation onSignIn={onSignIn} /> : null,
  }
}

/** Counted down as messages are sent, and asked of the server once a reply has ended: a failed one is given back. */
function useMessagesLeft(chat: OpenChat, guest: Guest | null) {
  const { outgoing, streamingId, awaitingReply } = useChatSnapshot(chat)
  const [left, setLeft] = useState(guest?.messages_left ?? 0)
  const count = outgoing.length
  const countBefore = useRef(count)
  const isIdle = count === 0 && streamingId === null && !awaitingReply
  const wasIdle = useRef(isIdle)
  useEffect(() => {
    const added = count - countBefore.current
    countBefore.current = count
    if (added > 0) setLeft((known) => Math.max(0, known - added))
  }, [count])
  const isGuest = guest !== null
  useEffect(() => {
    const hasEnded = isIdle && !wasIdle.current
    wasIdle.current = isIdle
    if (!isGuest || !hasEnded) return
    callApi('GET /api/guest/info').then(
      ({ guest: now }) => setLeft(now?.messages_left ?? 0),
      () => {}, // the count stays as it was counted here
    )
  }, [isIdle, isGuest])
  return { left, isWaiting: count > 0 }
}

function KeepConversation({ onSignIn }: { onSignIn: () => void }) {
  const text = useText()
  return (
    <section className="dock guest-keep">
      <h2 className="title-3">{text('guests.keep.title')}</h2>
      <p className="small muted">{text('guests.keep.text')}</p>
      <Button variant="primary" size="large" onClick={onSignIn}>
        {text('guests.keep.action')}
      </Button>
    </section>
  )
}
