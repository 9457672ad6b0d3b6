import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat, ServerFrame } from '@everkin/contract/types.ts'
import { callApi } from '../../../api/client.ts'
import { localStorageOrNull } from '../../../lib/device-settings.ts'
import { type DraftStore, draftStore } from '../../../lib/draft-store.ts'
import { clearOfflineCaches } from '../../../lib/offline-cache.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'
import type { RealtimeSocket } from '../../../realtime/realtime-socket.ts'
import { browserChatCache, type ChatCache } from './chat-cache.ts'
import type { MessagePage } from './chat-snapshot.ts'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { browserOutboxStore, browserOutboxTabs } from './outbox-store.ts'
import { findGuestBefore, takeOverDraft, takeOverUnsent } from './take-over-guest.ts'
import { unreadCounts } from './unread-counts.ts'

/** Conversations held in memory and updated live, so that going back to one is instant. */
const MAX_OPEN_CHATS = 6
/** A conversation is cached for offline reading when it has not changed for this long. */
const CACHE_WRITE_DELAY_MS = 1_000
/** More than any chat has: it asks whether a chat is there, and none of its changes are sent. */
const UNKNOWN_REV = 2_000_000_000

/** The live chats of a signed-in person in this tab: the outbox and the open conversations. */
export class RealtimeChats {
  readonly userId: string
  readonly socket: RealtimeSocket
  readonly outbox: Outbox
  readonly drafts: DraftStore
  readonly cache: ChatCache
  #cacheTimers = new Map<string, ReturnType<typeof setTimeout>>()
  #openChats = new Map<string, OpenChat>()

  constructor(userId: string, socket: RealtimeSocket) {
    this.userId = userId
    this.socket = socket
    this.drafts = draftStore(userId, localStorageOrNull())
    this.cache = browserChatCache(userId)
    void clearOfflineCaches(userId)
    this.outbox = new Outbox(userId, {
      store: browserOutboxStore(),
      tabs: browserOutboxTabs(),
      send: (frame) => this.socket.send(frame),
      nowMs: Date.now,
      newClientId: randomUuid,
      schedule: (delayMs, work) => {
        const timer = setTimeout(work, delayMs)
        return () => clearTimeout(timer)
      },
    })
    this.socket.state.subscribe(() => this.#updateConnection())
    this.socket.addSyncSource(() => {
      const known = [...this.#openChats.values()].map((chat) => chat.syncState())
      const chats = [...known.flatMap(({ chats }) => chats), ...this.#chatsWithUnsent()]
      return { chats: chats.slice(0, LIMITS.syncChats), streams: known.flatMap(({ streams }) => streams) }
    })
  }

  /** Connects, if it has not yet, and sends what an earlier page left in the outbox. */
  start(): void {
    if (unreadCounts.userRev !== undefined) this.socket.setUserRev(unreadCounts.userRev)
    this.socket.start()
    void this.outbox.adoptOrphans()
  }

  /** Returns the conversation of a chat; one that is already open is more up to date than the page just loaded. */
  open(chat: Chat, page: MessagePage): OpenChat {
    const known = this.#openChats.get(chat.id)
    if (known && !known.snapshot().deleted) {
      this.#openChats.delete(chat.id)
      this.#openChats.set(chat.id, known)
      return known
    }
    known?.close()
    this.#takeOverGuest(chat.id)
    const opened = new OpenChat(chat, page, this.outbox, {
      send: (frame) => this.socket.send(frame),
      getMessages: (query) => callApi('GET /api/chat/getMessages', { query }),
      markRead: (chatId, seq) => callApi('POST /api/chat/read', { body: { chat_id: chatId, seq } }),
    })
    this.#openChats.set(chat.id, opened)
    void this.cache.read(chat.id).then((cached) => cached && opened.restoreCached(cached))
    opened.subscribe(() => this.#scheduleCacheWrite(opened))
    this.#scheduleCacheWrite(opened)
    if (this.socket.state.get() === 'open') this.socket.send({ type: 'sync', ...opened.syncState() })
    for (const oldest of [...this.#openChats.keys()].slice(0, -MAX_OPEN_CHATS)) {
      this.#openChats.get(oldest)?.close()
      this.#openChats.delete(oldest)
    }
    return opened
  }

  /** Passes a frame to the open conversations, each of which applies what concerns it. */
  applyFrame = (frame: ServerFrame): void => {
    for (const chat of [...this.#openChats.values()]) chat.applyFrame(frame)
  }

  #chatsWithUnsent() {
    const ids = this.outbox.chatIds().filter((id) => !this.#openChats.has(id))
    return ids.map((chat_id) => ({ chat_id, rev: UNKNOWN_REV }))
  }

  /** What a guest left unsent goes with their chat. */
  #takeOverGuest(chatId: string): void {
    const storage = localStorageOrNull()
    const guestId = findGuestBefore(storage, this.userId)
    if (guestId === null) return
    const place = { guestId, userId: this.userId, chatId }
    takeOverDraft(storage, place)
    void takeOverUnsent(browserOutboxStore(), place).then(() => this.outbox.adoptOrphans())
  }

  #scheduleCacheWrite(chat: OpenChat): void {
    clearTimeout(this.#cacheTimers.get(chat.chatId))
    const writeToCache = () => !chat.snapshot().deleted && void this.cache.write(chat.toCached())
    this.#cacheTimers.set(chat.chatId, setTimeout(writeToCache, CACHE_WRITE_DELAY_MS))
  }

  #updateConnection(): void {
    const isOpen = this.socket.state.get() === 'open'
    this.outbox.setConnected(isOpen)
    for (const chat of this.#openChats.values()) chat.setConnected(isOpen)
    if (isOpen) void this.outbox.adoptOrphans()
  }
}
