import type { Locale } from '@everkin/contract/locales.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type CardForChat, loadCardForChat } from '../../characters/module.ts'
import { type PreparedCard, prepareCard } from '../prompt/prepare-card.ts'
import { type AlbumKeys, type ChatAlbum, loadAlbumKeys } from './chat-album.ts'

/** A card as a chat shows it: a group's names those who have left it as well. */
export interface ChatCard extends CardForChat {
  former?: readonly { id: string; name: string; avatar: string | null }[]
}

/** A card with what the prompt builder made of its definition. */
export interface PreparedChatCard {
  card: ChatCard
  prepared: PreparedCard
  /** The words at which something of its album comes. */
  album: AlbumKeys | null
  /** Of a group, in its order. */
  members: readonly PreparedChatCard[]
}

const CACHE_SIZE = 1_000
const MAX_AGE_MS = 5_000

export interface CardCache {
  /** The card in a language, at most a few seconds old; null when it is gone. */
  find(cardId: string, locale: Locale): Promise<PreparedChatCard | null>
}

/** Keeps cards ready for the next turn: reading and preparing one costs more than the rest of a prompt. */
export function createCardCache(database: Database, album?: Pick<ChatAlbum, 'readKeys'>): CardCache {
  const kept = new Map<string, { at: number; ready: Promise<PreparedChatCard | null> }>()
  const load = async (cardId: string, locale: Locale): Promise<PreparedChatCard | null> => {
    const card = await loadCardForChat(database, { cardId, locale })
    if (!card) return null
    const ids = [card.id, ...card.members.map(({ id }) => id)]
    return prepareChatCard(card, album ? await album.readKeys(database, ids) : [])
  }
  return {
    find(cardId, locale) {
      const key = `${locale}/${cardId}`
      const known = kept.get(key)
      if (known && performance.now() - known.at < MAX_AGE_MS) return known.ready
      kept.delete(key)
      if (kept.size >= CACHE_SIZE) kept.delete(kept.keys().next().value ?? '')
      const ready = load(cardId, locale)
      kept.set(key, { at: performance.now(), ready })
      ready.catch(() => kept.delete(key))
      return ready
    },
  }
}

function prepareChatCard(card: CardForChat, keys: Awaited<ReturnType<ChatAlbum['readKeys']>>): PreparedChatCard {
  return {
    card,
    prepared: prepareCard(card.definition ?? {}),
    album: loadAlbumKeys(keys.filter(({ cardId }) => cardId === card.id)),
    members: card.members.map((member) => prepareChatCard(member, keys)),
  }
}
