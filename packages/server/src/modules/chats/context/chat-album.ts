import type { Attachment } from '@everkin/contract/types.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findKeys, foldForKeys, indexKeys, type KeyIndex } from '../prompt/lore-keys.ts'

/** The port to the albums of characters: pictures and videos that come with what they say. */
export interface ChatAlbum {
  /** Items that come at words, with those words, card by card in their order. */
  readKeys(db: Queryable, cardIds: readonly string[]): Promise<{ id: string; cardId: string; keys: string[] }[]>
  /** Items as the person of this chat sees them; those that are gone are left out. */
  viewsOf(db: Queryable, chatId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Attachment>>
}

/** The words at which a card's items come, ready to be looked for. */
export interface AlbumKeys {
  index: KeyIndex
  /** In their order; a key's number is its item's place here. */
  items: readonly string[]
}

/** One reply brings one item. */
const MAX_ITEMS = 1

/** Makes a card's words ready; null where none of its items comes by itself. */
export function loadAlbumKeys(items: readonly { id: string; keys: readonly string[] }[]): AlbumKeys | null {
  if (items.length === 0) return null
  const keys = items.flatMap((item, id) => item.keys.map((text) => ({ id, text })))
  return { index: indexKeys(keys, false), items: items.map(({ id }) => id) }
}

/** The items that come with a reply: named by what the person said or by the reply, and not shown in this chat yet. */
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
