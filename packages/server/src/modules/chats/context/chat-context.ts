import type { Locale } from '@everkin/contract/locales.ts'
import { LRUCache } from 'lru-cache'
import type { Person } from '../../accounts/module.ts'
import type { ModelEntry, PresetSettings } from '../../models/module.ts'
import type { AttachedLore } from '../prompt/lore-book.ts'
import type { ChatRow } from '../store/chat-store.ts'
import type { SkipPointers } from '../store/skip-pointers.ts'
import type { ChatCard, LoadedCard } from './card-cache.ts'

/** A chat's card as its reader sees it, and the language of what they are told. */
export interface ForReader {
  locale: Locale
  card: ChatCard
}

/** The context of a turn: person, chat and card. */
export interface ChatContext {
  person: Person
  chat: ChatRow
  /** The card in the chat's language, for prompts. */
  loadedCard: LoadedCard
  /** For events and notices. */
  forReader: ForReader
  /** The person's own lorebooks in this chat. */
  lore: AttachedLore
  /** The language of the chat, which its characters speak. */
  locale: Locale
}

/** The model that writes a reply, and how it is asked to. */
export interface ReplyWriter {
  entry: ModelEntry
  preset: PresetSettings
}

/** A turn's context with the skip pointers of the path's end, as this process last wrote or read them. */
export interface CachedChatContext {
  context: ChatContext
  /** The skip pointers of the chat's leaf. */
  skipPointers: SkipPointers
}

/**
 * Caches the contexts of chats in use. A cached context is never trusted: the statement that stores a turn succeeds
 * only if revision, age, adult mode and membership are still the cached ones.
 */
export interface ChatContextCache {
  /** `locale` is the language of the reader. */
  find(chatId: string, personId: string, locale: Locale): CachedChatContext | null
  set(known: CachedChatContext): void
  forget(chatId: string): void
  /** Forgets all chats with a card. */
  forgetCard(cardId: string): void
  /** Forgets all chats of a person. */
  forgetPerson(personId: string): void
}

const CACHE_SIZE = 5_000
/** Maximum age of fields that no statement checks (for example the nickname). */
const MAX_AGE_MS = 30_000

export function createChatContextCache(): ChatContextCache {
  const cache = new LRUCache<string, CachedChatContext>({ max: CACHE_SIZE, ttl: MAX_AGE_MS, noUpdateTTL: true })
  return {
    find(chatId, personId, locale) {
      const known = cache.get(chatId)
      return known?.context.person.id === personId && known.context.forReader.locale === locale ? known : null
    },
    set(known) {
      const { id } = known.context.chat
      // The age of an entry counts from its first read, unless that one has expired.
      if (!cache.has(id)) cache.delete(id)
      cache.set(id, known)
    },
    forget(chatId) {
      cache.delete(chatId)
    },
    forgetCard(cardId) {
      for (const [chatId, { context }] of cache.entries()) if (context.chat.cardId === cardId) cache.delete(chatId)
    },
    forgetPerson(personId) {
      for (const [chatId, { context }] of cache.entries()) if (context.person.id === personId) cache.delete(chatId)
    },
  }
}
