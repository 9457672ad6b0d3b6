import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/db/database.ts'
import type { Person } from '../../accounts/module.ts'
import { listTurnBooks, loadLorebookContents, type TurnBook } from '../../lorebooks/module.ts'
import { type AttachedLore, type LoreBook, NO_LORE } from '../prompt/lore-book.ts'
import { prepareLorePaced } from '../prompt/prepare-lore.ts'
import type { ChatRow } from '../store/chat-store.ts'

/** All bytes of cached books, as stored. Prepared, they take several times as much. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_AGE_MS = 10 * 60_000

/** Caches prepared lorebooks for the next turn. */
export interface LoreCache {
  /** The person's own books in a chat. Queries nothing for a person who never had one. */
  find(person: Pick<Person, 'id' | 'loreRev'>, chat: Pick<ChatRow, 'id' | 'personaId'>): Promise<AttachedLore>
}

export function createLoreCache(database: Database): LoreCache {
  const cache = new LRUCache<string, LoreBook>({ max: 2_000, maxSize: MAX_BYTES, ttl: MAX_AGE_MS })
  const cacheKeyOf = ({ id, rev }: TurnBook) => `${id}/${rev}`
  return {
    async find(person, chat) {
      if (person.loreRev === 0) return NO_LORE
      const books = await listTurnBooks(database, person.id, chat)
      if (books.length === 0) return NO_LORE
      const ready = new Map<string, LoreBook>()
      for (const book of books) {
        const known = cache.get(cacheKeyOf(book))
        if (known) ready.set(book.id, known)
      }
      const missing = books.filter(({ id }) => !ready.has(id))
      const contents =
        missing.length > 0
          ? await loadLorebookContents(
              database,
              missing.map(({ id }) => id),
            )
          : []
      for (const { id, content } of contents) {
        const book = missing.find((each) => each.id === id)
        const prepared = await prepareLorePaced(JSON.parse(content))
        ready.set(id, prepared)
        if (book) cache.set(cacheKeyOf(book), prepared, { size: Math.max(1, book.bytes) })
      }
      const preparedOf = (isNear: boolean) =>
        books
          .filter(({ from }) => (from === 'all') !== isNear)
          .map(({ id }) => ready.get(id))
          .filter((book) => book !== undefined)
      return { nearer: preparedOf(true), farther: preparedOf(false) }
    },
  }
}
