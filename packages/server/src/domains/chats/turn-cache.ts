import type { Spine } from './spine.ts'
import type { Turn } from './turn.ts'

/** A turn's surroundings with the place of the path's end, as this process last left or read them. */
export interface KnownTurn {
  turn: Turn
  /** Of the chat's leaf. */
  spine: Spine
}

/**
 * Surroundings of chats that are being talked in. Nothing is believed without proof: the statement that stores a turn
 * holds only for the revision, age, adult mode and membership that are remembered here.
 */
export interface TurnCache {
  find(chatId: string, personId: string): KnownTurn | null
  keep(known: KnownTurn): void
  forget(chatId: string): void
}

const KEPT = 5_000
/** What no statement proves (a nickname) is at most this old. */
const FRESH_MS = 30_000

export function createTurnCache(): TurnCache {
  const kept = new Map<string, { known: KnownTurn; at: number }>()
  return {
    find(chatId, personId) {
      const entry = kept.get(chatId)
      if (!entry || performance.now() - entry.at > FRESH_MS || entry.known.turn.person.id !== personId) return null
      return entry.known
    },
    keep(known) {
      const { id } = known.turn.chat
      const at = kept.get(id)?.at ?? performance.now()
      const isFresh = performance.now() - at <= FRESH_MS
      kept.delete(id)
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value ?? '')
      kept.set(id, { known, at: isFresh ? at : performance.now() })
    },
    forget(chatId) {
      kept.delete(chatId)
    },
  }
}
