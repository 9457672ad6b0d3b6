import type { Chat, ServerFrame } from '@everkin/contract/types.ts'
import { callApi } from '../../api/call.ts'
import { LiveSocket } from '../../api/live-socket.ts'
import { browserSurroundings } from '../../api/live-socket-surroundings.ts'
import { type DraftStore, draftStore } from '../../lib/draft-store.ts'
import { forgetKept } from '../../lib/kept.ts'
import { newId } from '../../lib/new-id.ts'
import type { MessagePage } from './chat-snapshot.ts'
import { type KeptChats, keptChats } from './kept-chats.ts'
import { OpenChat } from './open-chat.ts'
import { Outbox } from './outbox.ts'
import { browserOutboxStore } from './outbox-store.ts'
import { browserOutboxTabs } from './outbox-tabs.ts'
import { unreadCounts } from './unread-counts.ts'

/** Conversations kept in memory and up to date, so that going back to one is instant. */
const KEPT_CHATS = 6
/** A conversation is kept for offline reading when it has rested this long. */
const KEEP_AFTER_MS = 1_000

/** All that is live for one signed-in person in this tab: the socket, the outbox and the open conversations. */
export class LiveChats {
  readonly userId: string
  readonly socket: LiveSocket
  readonly outbox: Outbox
  readonly drafts: DraftStore
  readonly kept: KeptChats
  #keeping = new Map<string, ReturnType<typeof setTimeout>>()
  #open = new Map<string, OpenChat>()

  constructor(userId: string) {
    this.userId = userId
    this.socket = new LiveSocket(browserSurroundings())
    this.drafts = draftStore(userId, browserStorage())
    this.kept = keptChats(userId)
    void forgetKept(userId)
    this.outbox = new Outbox(userId, {
      store: browserOutboxStore(),
      tabs: browserOutboxTabs(),
      send: (frame) => this.socket.send(frame),
      nowMs: Date.now,
      newClientId: newId,
      after: (delayMs, work) => {
        const timer = setTimeout(work, delayMs)
        return () => clearTimeout(timer)
      },
    })
    this.socket.onFrame((frame) => this.#fold(frame))
    this.socket.onState(() => this.#followLink())
    this.socket.addKnower(() => {
      const known = [...this.#open.values()].map((chat) => chat.known())
      return { chats: known.flatMap(({ chats }) => chats), streams: known.flatMap(({ streams }) => streams) }
    })
  }

  /** Connects, if it has not yet, and sends what an earlier page left in the outbox. */
  start(): void {
    if (unreadCounts.userRev !== undefined) this.socket.knowUserRev(unreadCounts.userRev)
    this.socket.start()
    void this.outbox.adopt()
  }

  stop(): void {
    this.socket.stop()
  }

  /** The conversation of a chat; one that is open already knows more than the page that was just loaded. */
  open(chat: Chat, page: MessagePage): OpenChat {
    const known = this.#open.get(chat.id)
    if (known && !known.snapshot().deleted) {
      this.#open.delete(chat.id)
      this.#open.set(chat.id, known)
      return known
    }
    const opened = new OpenChat(chat, page, this.outbox, {
      send: (frame) => this.socket.send(frame),
      getMessages: (query) => callApi('GET /api/chat/getMessages', { query }),
      markRead: (chatId, seq) => callApi('POST /api/chat/read', { body: { chat_id: chatId, seq } }),
    })
    this.#open.set(chat.id, opened)
    void this.kept.read(chat.id).then((kept) => kept && opened.restore(kept))
    opened.subscribe(() => this.#keepSoon(opened))
    this.#keepSoon(opened)
    if (this.socket.state === 'open') this.socket.send({ type: 'sync', ...opened.known() })
    for (const oldest of [...this.#open.keys()].slice(0, -KEPT_CHATS)) {
      this.#open.get(oldest)?.close()
      this.#open.delete(oldest)
    }
    return opened
  }

  #fold(frame: ServerFrame): void {
    unreadCounts.fold(frame)
    if (frame.type === 'ack') this.outbox.settle(frame.client_id)
    else if (frame.type === 'nack') this.outbox.refuse(frame)
    else if (frame.type === 'wallet.updated') this.outbox.followWallet(frame.wallet)
    for (const chat of [...this.#open.values()]) chat.fold(frame)
    if (frame.type === 'chat.deleted') void this.kept.forget(frame.chat_id)
  }

  #keepSoon(chat: OpenChat): void {
    clearTimeout(this.#keeping.get(chat.chatId))
    const keep = () => !chat.snapshot().deleted && void this.kept.write(chat.kept())
    this.#keeping.set(chat.chatId, setTimeout(keep, KEEP_AFTER_MS))
  }

  #followLink(): void {
    const isOpen = this.socket.state === 'open'
    this.outbox.setLinked(isOpen)
    for (const chat of this.#open.values()) chat.setLinked(isOpen)
    if (isOpen) void this.outbox.adopt()
  }
}

let current: LiveChats | null = null

/** The tab's live chats of the person signed in; another person's are stopped first. Browser only. */
export function liveChatsOf(userId: string): LiveChats {
  if (current?.userId === userId) return current
  current?.stop()
  current = new LiveChats(userId)
  return current
}

function browserStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null // forbidden by the browser's settings
  }
}
