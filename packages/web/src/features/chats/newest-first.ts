import type { Chat } from '@everkin/contract/types.ts'

/** The newest of these chats, pinned or not. */
export function newestFirst<Item extends Pick<Chat, 'updated_at'>>(chats: readonly Item[], count: number): Item[] {
  return chats.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, count)
}
