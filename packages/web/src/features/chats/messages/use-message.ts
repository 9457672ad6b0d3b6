import type { Message } from '@everkin/contract/types.ts'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { OpenChat } from '../realtime/open-chat.ts'

/** Changes with everything that is rendered around a message's text, and with the first word of text and reasoning. */
function renderKeyOf(message: Message | undefined): string {
  if (!message) return ''
  const { rev, status, text, reasoning, variant } = message
  return status === 'streaming'
    ? `${rev} ${text === ''} ${!reasoning} ${variant.ids.length}`
    : `${rev} ${status} ${variant.ids.join()}`
}

/**
 * A message of the open conversation. While it streams, new text alone does not render the component again: that is
 * left to `useStreamingText` in the one block that shows the text.
 */
export function useMessage(chat: OpenChat, id: string): Message | undefined {
  const subscribe = useCallback((listener: () => void) => chat.subscribeToMessage(id, listener), [chat, id])
  const head = useCallback(() => renderKeyOf(chat.message(id)), [chat, id])
  useSyncExternalStore(subscribe, head, head)
  return chat.message(id)
}

/**
 * A streaming message's text, or its reasoning, updated at most once per frame however fast it arrives (PERF-U4). The
 * first update of a frame is rendered at once instead of a frame later; further ones are rendered with the next frame.
 */
export function useStreamingText(chat: OpenChat, id: string, part: 'text' | 'reasoning' = 'text'): string {
  const [text, setText] = useState(() => chat.message(id)?.[part] ?? '')
  useEffect(() => {
    let frame = 0
    let hasMore = false
    const draw = () => setText(chat.message(id)?.[part] ?? '')
    const onFrame = () => {
      frame = hasMore ? requestAnimationFrame(onFrame) : 0
      if (!hasMore) return
      hasMore = false
      // Within this frame: an update that React schedules itself would come after it.
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
  }, [chat, id, part])
  return text
}
