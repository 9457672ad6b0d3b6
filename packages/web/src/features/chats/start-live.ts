import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { liveChatsOf } from './live-chats.ts'

/** What the live link tells of that is not about chats. */
export interface Told {
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
export function startLive(userId: string, told: Told): () => void {
  const live = liveChatsOf(userId)
  const leave = [
    live.socket.on('wallet.updated', told.wallet),
    live.socket.on('order.updated', told.order),
    live.socket.on('task.updated', told.task),
    live.socket.on('safety.notice', ({ kind }) => {
      if (kind === 'crisis' || kind === 'crisis_imminent') told.crisis()
    }),
  ]
  live.start()
  return () => {
    for (const stop of leave) stop()
  }
}
