import type { Message } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { OpenChat } from '../realtime/open-chat.ts'

/** Changes with everything that is drawn around a message's words, and with the first of them. */
function renderKeyOf(message: Message | undefined): string {
  if (!message) return ''
  const { rev, status, text, variant } = message
  return status === 'streaming'
    ? `${rev} ${text === ''} ${variant.ids.length}`
    : `${rev} ${status} ${variant.ids.join()}`
}

/**
 * A message of the open conversation. While it streams, new words alone do not draw it again: those are drawn by
 * `useStreamingText` in the one block they go to.
 */
export function useMessage(chat: OpenChat, id: string): Message | undefined {
  const subscribe = useCallback((listener: () => void) => chat.subscribeToMessage(id, listener), [chat, id])
  const head = useCallback(() => renderKeyOf(chat.message(id)), [chat, id])
  useSyncExternalStore(subscribe, head, head)
  return chat.message(id)
}

/**
 * A streaming message's text, at most once a frame however fast it comes (performance, rule 6). The first words of a
 * frame are drawn at once, for waiting would show them a frame later; those that follow are drawn with the next frame.
 */
export function useStreamingText(chat: OpenChat, id: string): string {
  const [text, setText] = useState(() => chat.message(id)?.text ?? '')
  useEffect(() => {
    let frame = 0
    let hasMore = false
    const draw = () => setText(chat.message(id)?.text ?? '')
    const onFrame = () => {
      frame = hasMore ? requestAnimationFrame(onFrame) : 0
      if (!hasMore) return
      hasMore = false
      // Inside this frame: what React schedules by itself comes after it.
      flushSync(draw)
    }
    const unsubscribe = chat.subscribeToMessage(id, () => {
      hasMore = frame !== 0
      if (hasMore) return
      draw()
      frame = requestAnimationFrame(onFrame)
    })
    draw()
    return () => {
      unsubscribe()
      cancelAnimationFrame(frame)
    }
  }, [chat, id])
  return text
}
