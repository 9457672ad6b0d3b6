import type { Attachment } from '@everkin/contract/types.ts'
import { callApi } from '../../../api/client.ts'
import { createStore, useStore } from '../../../lib/store.ts'

/** Views of items that are newer than the ones loaded with the page, by item id. */
const newerItems = createStore<ReadonlyMap<string, Attachment>>(new Map())

/** The newest view of an item, which may be shown in several places at once. */
export function useAlbumItem(loaded: Attachment): Attachment {
  return useStore(newerItems).get(loaded.id) ?? loaded
}

/** Adds views that replace older ones wherever the items are shown. */
export function mergeItems(items: readonly Attachment[]): void {
  newerItems.set(new Map([...newerItems.get(), ...items.map((item) => [item.id, item] as const)]))
}

/** Loads the whole album again; its signed URLs expire after some minutes. */
export async function loadAlbum(chatId: string): Promise<Attachment[]> {
  const items: Attachment[] = []
  let cursor: string | undefined
  do {
    const page = await callApi('GET /api/chat/images', {
      query: { chat_id: chatId, limit: 100, ...(cursor !== undefined && { cursor }) },
    })
    items.push(...page.list)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  mergeItems(items)
  return items
}
