import type { Attachment } from '@everkin/contract/types.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findKeys, foldForKeys, indexKeys, type KeyIndex } from '../prompt/lore-keys.ts'

/** The port to the albums of characters: pictures and videos sent with their replies. */
export interface ChatAlbum {
  /** Items with keywords, and the keywords, in each card's order. */
  readKeys(db: Queryable, cardIds: readonly string[]): Promise<{ id: string; cardId: string; keys: string[] }[]>
  /** Items as the person of this chat sees them, without deleted ones. */
  viewsOf(db: Queryable, chatId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Attachment>>
}

/** The keywords of a card's items, indexed for search. */
export interface AlbumKeys {
  index: KeyIndex
  /** In their order; the id of a key is its item's index here. */
  items: readonly string[]
}

/** Maximum number of items per reply. */
const MAX_ITEMS = 1

/** Indexes a card's keywords; null when none of its items has any. */
export function loadAlbumKeys(items: readonly { id: string; keys: readonly string[] }[]): AlbumKeys | null {
  if (items.length === 0) return null
  const keys = items.flatMap((item, id) => item.keys.map((text) => ({ id, text })))
  return { index: indexKeys(keys, false), items: items.map(({ id }) => id) }
}

/** The items to send with a reply: those whose keyword the person or the reply used, and not shown in this chat yet. */
export function findNamedItems(
  keys: AlbumKeys | null,
  texts: readonly string[],
  shown: readonly string[],
): readonly string[] {
  if (!keys || keys.items.every((id) => shown.includes(id))) return []
  const found = new Set<number>()
  for (const text of texts) findKeys(keys.index, foldForKeys(text, false), (id) => found.add(id))
  return keys.items.filter((id, place) => found.has(place) && !shown.includes(id)).slice(0, MAX_ITEMS)
}
