import { createStore, useStore } from '../../../lib/store.ts'

/** The one message that is being listened to. */
export interface NowPlaying {
  messageId: string
  /** Begun by "Read replies aloud", not by a tap: typing and leaving end it. */
  isAutomatic: boolean
}

const current = createStore<NowPlaying | null>(null)

/** Listens to a message; what was listened to before falls silent. */
export function playMessage(next: NowPlaying): void {
  current.set(next)
}

/** Ends it; with `unaskedOnly` only what nobody asked for, with `messageId` only that message. */
export function stopPlayback({
  unaskedOnly = false,
  messageId,
}: {
  unaskedOnly?: boolean
  messageId?: string
} = {}): void {
  const playing = current.get()
  if (playing === null || (unaskedOnly && !playing.isAutomatic)) return
  if (messageId !== undefined && playing.messageId !== messageId) return
  current.set(null)
}

/** Whether this message is the one; draws again only when that changes. */
export function useIsPlaying(messageId: string): boolean {
  return useStore(current, (playing) => playing?.messageId === messageId)
}
