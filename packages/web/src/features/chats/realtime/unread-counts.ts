import type { ApiData } from '@everkin/contract/api-types.ts'
import type { ServerFrameOf } from '@everkin/contract/types.ts'
import { createStore, type ReadableStore } from '../../../lib/store.ts'

/** What a page was rendered with: the chats with unread messages, and the revision of the list at that time. */
export type InitialUnread = ApiData<'GET /api/chat/unread'>

type Counts = ReadonlyMap<string, number>

/** Unread messages per chat of the signed-in person: starts with the page's counts and is updated by live frames. */
export class UnreadCounts {
  readonly #counts = createStore<Counts | null>(null)
  /** Null until initialised. */
  readonly counts: ReadableStore<Counts | null> = this.#counts
  #userRev: number | undefined

  /** Starts over with the counts that a page was rendered with; null when signed out. */
  reset(initial: InitialUnread | null): void {
    this.#userRev = initial?.user_rev
    this.#counts.set(initial && unreadByChat(initial))
  }

  /** The revision of the rendered chat list; the first `sync` reports what has changed since. */
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

/** The total of unread messages in all chats except the one that is open. */
export function totalUnread(counts: Counts, exceptChatId: string | null): number {
  let total = 0
  for (const [chatId, unread] of counts) if (chatId !== exceptChatId) total += unread
  return total
}

/** The counts of this tab. Browser only: on the server they would be shared by many people. */
export const unreadCounts = new UnreadCounts()
