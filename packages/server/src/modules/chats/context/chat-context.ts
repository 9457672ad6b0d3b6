import type { Locale } from '@everkin/contract/locales.ts'
import type { Person } from '../../accounts/module.ts'
import type { ChatRow } from '../store/chat-store.ts'
import type { SkipPointers } from '../store/skip-pointers.ts'
import type { PreparedChatCard } from './card-cache.ts'

/** The context of a turn: person, chat and card. */
export interface ChatContext {
  person: Person
  chat: ChatRow
  ready: PreparedChatCard
  locale: Locale
}

/** A turn's context with the skip pointers of the path's end, as this process last wrote or read them. */
export interface CachedChatContext {
  turn: ChatContext
  /** The skip pointers of the chat's leaf. */
  skipPointers: SkipPointers
}

/**
 * Caches the contexts of chats in use. A cached context is never trusted: the statement that stores a turn succeeds
 * only if revision, age, adult mode and membership are still the cached ones.
 */
export interface ChatContextCache {
  find(chatId: string, personId: string): CachedChatContext | null
  keep(known: CachedChatContext): void
  forget(chatId: string): void
}

const CACHE_SIZE = 5_000
/** Maximum age of fields that no statement checks (for example the nickname). */
const MAX_AGE_MS = 30_000

export function createChatContextCache(): ChatContextCache {
  const kept = new Map<string, { known: CachedChatContext; at: number }>()
  return {
    find(chatId, personId) {
      const entry = kept.get(chatId)
      if (!entry || performance.now() - entry.at > MAX_AGE_MS || entry.known.turn.person.id !== personId) return null
      return entry.known
    },
    keep(known) {
      const { id } = known.turn.chat
      const at = kept.get(id)?.at ?? performance.now()
      const isFresh = performance.now() - at <= MAX_AGE_MS
      kept.delete(id)
      if (kept.size >= CACHE_SIZE) kept.delete(kept.keys().next().value ?? '')
      kept.set(id, { known, at: isFresh ? at : performance.now() })
    },
    forget(chatId) {
      kept.delete(chatId)
    },
  }
}
