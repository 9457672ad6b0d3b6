import type { Locale } from '@everkin/contract/locales.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/db/database.ts'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { type CardForChat, loadCardForChat } from '../../characters/module.ts'
import { type PromptCard, prepareCard } from '../prompt/prepare-card.ts'
import { prepareLorePaced } from '../prompt/prepare-lore.ts'
import type { UntrustedFields } from '../prompt/untrusted-fields.ts'
import { type AlbumKeys, type ChatAlbum, loadAlbumKeys } from './chat-album.ts'

/** A card as a chat shows it. For a group it also names the members who have left. */
export interface ChatCard extends CardForChat {
  former?: readonly { id: string; name: string; avatar: string | null }[]
}

/** A card with everything that a turn needs of it. */
export interface LoadedCard {
  card: ChatCard
  /** Its definition as the prompt builder reads it. */
  promptCard: PromptCard
  /** The keywords that attach an item of its album. */
  album: AlbumKeys | null
  /** The members of a group, in the group's order. */
  members: readonly LoadedCard[]
}

const CACHE_SIZE = 1_000
const MAX_AGE_MS = 5_000

export interface CardCache {
  /** The card in a language, at most a few seconds old; null when it no longer exists. */
  find(cardId: string, locale: Locale): Promise<LoadedCard | null>
  /** Forgets a card in every language, and the groups that it belongs to. */
  forget(cardId: string): void
}

interface CachedCard {
  loading: Promise<LoadedCard | null>
  /** The card and its members; null while it is being loaded. */
  ids: readonly string[] | null
}

/** Caches loaded cards for the next turn: loading and preparing a card costs more than the rest of a prompt. */
export function createCardCache(database: Database, album?: Pick<ChatAlbum, 'readKeys'>): CardCache {
  const cache = new LRUCache<string, CachedCard>({ max: CACHE_SIZE, ttl: MAX_AGE_MS })
  const loadWithIds = async (cardId: string, locale: Locale) => {
    const card = await loadCardForChat(database, { cardId, locale })
    if (!card) return { loaded: null, ids: [cardId] }
    const ids = [card.id, ...card.members.map(({ id }) => id)]
    return { loaded: await prepareChatCard(card, album ? await album.readKeys(database, ids) : []), ids }
  }
  return {
    find(cardId, locale) {
      const key = `${locale}/${cardId}`
      const known = cache.get(key)
      if (known) return known.loading
      const entry: CachedCard = { loading: Promise.resolve(null), ids: null }
      const load = async () => {
        const { loaded, ids } = await loadWithIds(cardId, locale)
        entry.ids = ids
        return loaded
      }
      entry.loading = load()
      cache.set(key, entry)
      entry.loading.catch(() => {
        if (cache.peek(key) === entry) cache.delete(key)
      })
      return entry.loading
    },
    forget(cardId) {
      // One that is being loaded may have been read before the change.
      for (const [key, { ids }] of cache.entries()) if (ids?.includes(cardId) ?? true) cache.delete(key)
    },
  }
}

async function prepareChatCard(
  card: CardForChat,
  keys: Awaited<ReturnType<ChatAlbum['readKeys']>>,
): Promise<LoadedCard> {
  await yieldIfDue()
  const definition: UntrustedFields = card.definition ?? {}
  const promptCard = prepareCard(definition, await prepareLorePaced(definition.character_book))
  const members: LoadedCard[] = []
  for (const member of card.members) members.push(await prepareChatCard(member, keys))
  await yieldIfDue()
  return { card, promptCard, album: loadAlbumKeys(keys.filter(({ cardId }) => cardId === card.id)), members }
}
