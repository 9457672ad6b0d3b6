import { createStore, useStore } from '../../../lib/store.ts'

/** The one message that is playing. */
export interface NowPlaying {
  messageId: string
  /** Started by "Read replies aloud", not by a tap: typing and leaving stop it. */
  isAutomatic: boolean
}

const current = createStore<NowPlaying | null>(null)

/** Plays a message, and stops the previous one. */
export function playMessage(next: NowPlaying): void {
  current.set(next)
}

/** Stops playback; with `automaticOnly` only if it started automatically, with `messageId` only that message. */
export function stopPlayback({
  automaticOnly = false,
  messageId,
}: {
  automaticOnly?: boolean
  messageId?: string
} = {}): void {
  const playing = current.get()
  if (playing === null || (automaticOnly && !playing.isAutomatic)) return
  if (messageId !== undefined && playing.messageId !== messageId) return
  current.set(null)
}

/** Whether this message is playing; renders again only when that changes. */
export function useIsPlaying(messageId: string): boolean {
  return useStore(current, (playing) => playing?.messageId === messageId)
}
