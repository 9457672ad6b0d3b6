import { useSyncExternalStore } from 'react'

/** The one message that is being listened to. */
export interface Listening {
  messageId: string
  /** Begun by "Read replies aloud", not by a tap: typing and leaving end it. */
  isUnasked: boolean
}

let now: Listening | null = null
const listeners = new Set<() => void>()

/** Listens to a message; what was listened to before falls silent. */
export function listenTo(next: Listening): void {
  now = next
  tell()
}

/** Ends it; with `unaskedOnly` only what nobody asked for, with `messageId` only that message. */
export function stopListening({
  unaskedOnly = false,
  messageId,
}: {
  unaskedOnly?: boolean
  messageId?: string
} = {}): void {
  if (now === null || (unaskedOnly && !now.isUnasked)) return
  if (messageId !== undefined && now.messageId !== messageId) return
  now = null
  tell()
}

/** Whether this message is the one; draws again only when that changes. */
export function useIsListened(messageId: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => now?.messageId === messageId,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}
