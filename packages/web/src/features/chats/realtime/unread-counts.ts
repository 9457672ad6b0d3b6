import type { ApiData } from '@everkin/contract/api-types.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { createStore, type ReadableStore } from '../../../lib/store.ts'

/** What a page was drawn with: the chats in which something was unread, and the revision of the list at that time. */
export type InitialUnread = ApiData<'GET /api/chat/unread'>

type Counts = ReadonlyMap<string, number>

/** How much is unread in each chat of the person signed in, as the live link tells it; begins with what was drawn. */
export class UnreadCounts {
  readonly #counts = createStore<Counts | null>(null)
  /** Null before it has begun. */
  readonly counts: ReadableStore<Counts | null> = this.#counts
  #userRev: number | undefined

  /** Begins anew with what a page was drawn with; null when nobody is signed in. */
  reset(initial: InitialUnread | null): void {
    this.#userRev = initial?.user_rev
    this.#counts.set(initial && unreadByChat(initial))
  }

  /** The revision of the chat list that was drawn: what changed since is told by the first `sync`. */
  get userRev(): number | undefined {
    return this.#userRev
  }

  applyFrame(frame: ServerFrameOf<'chat.updated' | 'chat.deleted'>): void {
    if (frame.type === 'chat.updated') this.#set(frame.chat.id, frame.chat.unread)
    else this.#set(frame.chat_id, 0)
  }

  #set(chatId: string, unread: number): void {
    const counts = this.#counts.get()
    if ((counts?.get(chatId) ?? 0) === unread) return
    this.#counts.set(new Map(counts ?? []).set(chatId, unread))
  }
}

export function unreadByChat(initial: InitialUnread): Counts {
  return new Map(initial.list.map(({ chat_id, unread }) => [chat_id, unread]))
}

/** All unread messages but those of one chat: the one that is being read. */
export function totalUnread(counts: Counts, exceptChatId: string | null): number {
  let total = 0
  for (const [chatId, unread] of counts) if (chatId !== exceptChatId) total += unread
  return total
}

/** Of this tab. Browser only: the server draws many people's pages. */
export const unreadCounts = new UnreadCounts()
