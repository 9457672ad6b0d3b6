import type { ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import type { Chat, ServerFrameOf } from '@everkin/contract/types.ts'
import { createListeners } from '../../../lib/store.ts'

export type ChatPage = ApiData<'GET /api/chat/list'>

export interface ChatListPorts {
  list(query: ApiQuery<'GET /api/chat/list'>): Promise<ChatPage>
}

export interface ChatListSnapshot {
  chats: readonly Chat[]
  query: string
  hasMore: boolean
  /** `searching`: the response to another query is pending and the old list is still shown. */
  state: 'idle' | 'searching' | 'loading-more' | 'failed'
}

/** Whether there is no chat at all; false while that is not known. */
export function hasNoChats({ chats, query, hasMore, state }: ChatListSnapshot): boolean {
  return chats.length === 0 && query === '' && !hasMore && state === 'idle'
}

/** The newest of these chats, whether pinned or not. */
export function newestChats<Item extends Pick<Chat, 'updated_at'>>(chats: readonly Item[], count: number): Item[] {
  return chats.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at)).slice(0, count)
}

/** Pinned chats first, then the newest; ties are broken by id so that every device agrees. */
function compareChats(a: Chat, b: Chat): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1
  return b.updated_at.localeCompare(a.updated_at) || a.id.localeCompare(b.id)
}

/** The person's chats as a live list with pages and search. Contains no React. */
export class ChatList {
  #ports: ChatListPorts
  #chats: Chat[]
  #cursor: string | null
  #query = ''
  #state: ChatListSnapshot['state'] = 'idle'
  /** Deleted here and not yet confirmed or undone: late frames must not bring them back. */
  #hidden = new Set<string>()
  #requestCount = 0
  #snapshot: ChatListSnapshot | null = null
  #listeners = createListeners()

  constructor(page: ChatPage, ports: ChatListPorts) {
    this.#ports = ports
    this.#chats = [...page.list]
    this.#cursor = page.next_cursor
  }

  subscribe = this.#listeners.add

  snapshot = (): ChatListSnapshot => {
    this.#snapshot ??= {
      chats: this.#chats.filter((chat) => !this.#hidden.has(chat.id)),
      query: this.#query,
      hasMore: this.#cursor !== null,
      state: this.#state,
    }
    return this.#snapshot
  }

  /** Applies a live frame. During a search, a chat that is not among the results is ignored. */
  applyFrame = (frame: ServerFrameOf<'chat.updated' | 'chat.deleted'>): void => {
    if (frame.type === 'chat.deleted') this.#chats = this.#chats.filter((chat) => chat.id !== frame.chat_id)
    else this.#upsert(frame.chat)
    this.#publish()
  }

  /** Merges chats cached in this browser, where they are newer than on the page or missing from it. */
  mergeCached(chats: readonly Chat[]): void {
    const known = new Map(this.#chats.map((chat) => [chat.id, chat.updated_at]))
    const newer = chats.filter((chat) => chat.updated_at > (known.get(chat.id) ?? ''))
    for (const chat of newer) this.#upsert(chat)
    if (newer.length > 0) this.#publish()
  }

  /** Searches, or shows all chats again for ''. Only the response to the latest query is applied. */
  async search(query: string): Promise<void> {
    this.#query = query
    await this.#load('searching', { q: query === '' ? undefined : query }, (page) => {
      this.#chats = [...page.list]
    })
  }

  /** Reloads the list with the current query. */
  refresh(): Promise<void> {
    return this.search(this.#query)
  }

  async loadMore(): Promise<void> {
    if (this.#cursor === null || this.#state === 'loading-more' || this.#state === 'searching') return
    const query = { q: this.#query === '' ? undefined : this.#query, cursor: this.#cursor }
    await this.#load('loading-more', query, (page) => {
      const known = new Set(this.#chats.map((chat) => chat.id))
      this.#chats = [...this.#chats, ...page.list.filter((chat) => !known.has(chat.id))]
    })
  }

  /** Hides a chat before the server has answered. */
  hide(chatId: string): void {
    this.#hidden.add(chatId)
    this.#publish()
  }

  /** Shows a hidden chat again because its deletion was undone or refused. */
  unhide(chatId: string): void {
    this.#hidden.delete(chatId)
    this.#publish()
  }

  /** Changes a chat locally at once; the server's `chat.updated` follows. */
  update(chatId: string, fields: Partial<Pick<Chat, 'pinned' | 'unread'>>): void {
    const chat = this.#chats.find((known) => known.id === chatId)
    if (!chat) return
    this.#upsert({ ...chat, ...fields })
    this.#publish()
  }

  async #load(
    state: 'searching' | 'loading-more',
    query: ApiQuery<'GET /api/chat/list'>,
    take: (page: ChatPage) => void,
  ): Promise<void> {
    const requestNumber = ++this.#requestCount
    this.#setState(state)
    const page = await this.#ports.list(query).catch(() => null)
    if (requestNumber !== this.#requestCount) return
    if (page) {
      take(page)
      this.#cursor = page.next_cursor
    }
    this.#setState(page ? 'idle' : 'failed')
  }

  #upsert(chat: Chat): void {
    const isKnown = this.#chats.some((known) => known.id === chat.id)
    if (!isKnown && this.#query !== '') return
    this.#chats = [...this.#chats.filter((known) => known.id !== chat.id), chat].sort(compareChats)
  }

  #setState(state: ChatListSnapshot['state']): void {
    this.#state = state
    this.#publish()
  }

  #publish(): void {
    this.#snapshot = null
    this.#listeners.notify()
  }
}
