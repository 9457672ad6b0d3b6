import type { ServerFrameOf } from '@everkin/contract/types.ts'

/** Time for a visible tab to report that the reply is visible there. */
const SEEN_ELSEWHERE_TIMEOUT_MS = 500
const CHANNEL = 'everkin-replies-seen'

interface FinishedReply {
  chatId: string
  /** Name of the character. */
  name: string
}

interface FrameSource {
  on(type: 'message.completed', listener: (frame: ServerFrameOf<'message.completed'>) => void): () => void
}

/**
 * Calls back for every reply that finishes while this tab is hidden, unless another tab of the site is visible.
 * Returns a function that stops this.
 */
export function watchFinishedReplies(socket: FrameSource, onReply: (reply: FinishedReply) => void): () => void {
  const seenElsewhere = new Set<string>()
  const channel = new BroadcastChannel(CHANNEL)
  const timers = new Set<ReturnType<typeof setTimeout>>()
  channel.onmessage = ({ data }) => seenElsewhere.add(String(data))

  const stop = socket.on('message.completed', ({ message }) => {
    if (message.role !== 'character' || message.status !== 'complete' || !message.speaker) return
    if (!document.hidden) {
      channel.postMessage(message.id)
      return
    }
    const reply = { chatId: message.chat_id, name: message.speaker.name }
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!seenElsewhere.delete(message.id) && document.hidden) onReply(reply)
    }, SEEN_ELSEWHERE_TIMEOUT_MS)
    timers.add(timer)
  })

  return () => {
    stop()
    channel.close()
    for (const timer of timers) clearTimeout(timer)
  }
}
