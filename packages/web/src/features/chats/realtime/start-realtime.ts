import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { realtimeChatsOf } from './realtime-chats.ts'

/** What the live link tells of that is not about chats. */
export interface RealtimeListeners {
  wallet(frame: ServerFrameOf<'wallet.updated'>): void
  order(frame: ServerFrameOf<'order.updated'>): void
  task(frame: ServerFrameOf<'task.updated'>): void
  /** A message of distress was met. */
  crisis(): void
}

/**
 * Starts the tab's live link; gives what stops telling. A file of its own, so that pages without a chat load it when
 * they are at rest.
 */
export function startRealtime(userId: string, listeners: RealtimeListeners): () => void {
  const realtime = realtimeChatsOf(userId)
  const unsubscribers = [
    realtime.socket.on('wallet.updated', listeners.wallet),
    realtime.socket.on('order.updated', listeners.order),
    realtime.socket.on('task.updated', listeners.task),
    realtime.socket.on('safety.notice', ({ kind }) => {
      if (kind === 'crisis' || kind === 'crisis_imminent') listeners.crisis()
    }),
  ]
  realtime.start()
  return () => {
    for (const stop of unsubscribers) stop()
  }
}
