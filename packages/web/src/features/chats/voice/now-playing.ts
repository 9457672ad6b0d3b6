import { useSyncExternalStore } from 'react'

/** The one message that is being listened to. */
export interface NowPlaying {
  messageId: string
  /** Begun by "Read replies aloud", not by a tap: typing and leaving end it. */
  isAutomatic: boolean
}

let current: NowPlaying | null = null
const listeners = new Set<() => void>()

/** Listens to a message; what was listened to before falls silent. */
export function playMessage(next: NowPlaying): void {
  current = next
  notify()
}

/** Ends it; with `unaskedOnly` only what nobody asked for, with `messageId` only that message. */
export function stopPlayback({
  unaskedOnly = false,
  messageId,
}: {
  unaskedOnly?: boolean
  messageId?: string
} = {}): void {
  if (current === null || (unaskedOnly && !current.isAutomatic)) return
  if (messageId !== undefined && current.messageId !== messageId) return
  current = null
  notify()
}

/** Whether this message is the one; draws again only when that changes. */
export function useIsPlaying(messageId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => current?.messageId === messageId,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of [...listeners]) listener()
}
