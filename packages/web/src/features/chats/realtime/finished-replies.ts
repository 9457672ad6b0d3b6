import type { ServerFrameOf } from '@everkin/contract/types.ts'

/** Time for a tab in sight to say that the reply has been seen there. */
const SEEN_ELSEWHERE_TIMEOUT_MS = 500
const CHANNEL = 'everkin-replies-seen'

interface FinishedReply {
  chatId: string
  /** Of the character. */
  name: string
}

interface FrameSource {
  on(type: 'message.completed', listener: (frame: ServerFrameOf<'message.completed'>) => void): () => void
}

/**
 * Calls back for every reply that is finished while this tab is out of sight, unless another tab of the site is in
 * sight. Gives the way to stop.
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
