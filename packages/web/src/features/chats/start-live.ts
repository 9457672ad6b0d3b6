import { liveChatsOf } from './live-chats.ts'

/** Starts the tab's live link. A file of its own, so that pages without a chat load it when they are at rest. */
export function startLive(userId: string): void {
  liveChatsOf(userId).start()
}
