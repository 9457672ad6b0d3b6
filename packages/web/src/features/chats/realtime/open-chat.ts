import { LIMITS } from '@everkin/contract/limits.ts'
import type { Chat, Message, ServerFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { createListeners, type Listeners } from '../../../lib/store.ts'
import { type FrameHandlers, handleFrame, ignoreFrame } from '../../../realtime/frame-handlers.ts'
import type { SyncState } from '../../../realtime/realtime-socket.ts'
import type { CachedChat } from './chat-cache.ts'
import { ChatCommands } from './chat-commands.ts'
import type { ChatError, ChatNotice, ChatPorts, ChatSnapshot, MessagePage } from './chat-snapshot.ts'
import { MessagePath, type PathChange } from './message-path.ts'
import { OlderMessages } from './older-messages.ts'
import type { Outbox, SendOptions } from './outbox.ts'
import { ReceivedRevisions } from './received-revisions.ts'

/** A server closes a connection that it has opened ahead after 45 s. */
const PREPARED_FOR_MS = 40_000

/** How far a streaming message has been received. */
function streamOf({ id, text, reasoning }: Message): SyncState['streams'][number] {
  return { message_id: id, offset: text.length, reasoning_offset: reasoning?.length ?? 0 }
}

/** Frames that contain the current state of a message. */
type MessageFrame = ServerFrameOf<'ack' | 'message.created' | 'message.updated' | 'message.completed'>

/**
 * One open conversation: applies the server's frames to the active path, reports what it knows after a reconnect, and
 * reloads when it cannot apply a frame. Plain state, no React; a delta affects only its own message (PERF-U4).
 */
export class OpenChat {
  readonly chatId: string
  readonly outbox: Outbox
  readonly commands: ChatCommands
  #chat: Chat
  #ports: ChatPorts
  #path = new MessagePath()
  #revs: ReceivedRevisions
  /** The revision of the newest path received; messages received after it may have higher ones. */
  #pathRev: number
  #notices: readonly ChatNotice[] = []
  #older: OlderMessages
  #awaitingReply = false
  #error: ChatError | null = null
  #deleted = false
  /** Frames received while the path was loading; applied afterwards, since the page may be older than they are. */
  #bufferedFrames: ServerFrame[] | null = null
  #requestedRest = new Set<string>()
  /** Missed changes have been requested. */
  #catchingUp = false
  /** The last reload failed, so changes are missing that no sync would bring. */
  #isOutdated = false
  #readSeq = 0
  #prepared: { afterId: string | null; atMs: number } | null = null
  #snapshot: ChatSnapshot | null = null
  #listeners = createListeners()
  #messageListeners = new Map<string, Listeners<[]>>()
  #unsubscribeOutbox: () => void
  #handlers = this.#createHandlers()

  constructor(chat: Chat, page: MessagePage, outbox: Outbox, ports: ChatPorts) {
    this.chatId = chat.id
    this.outbox = outbox
    this.commands = new ChatCommands(chat.id, ports.send)
    this.#chat = chat
    this.#ports = ports
    this.#older = new OlderMessages(chat.id, this.#path, ports, () => this.#publish())
    this.#path.reset(page.list, page.has_more)
    this.#path.takeChanged()
    this.#revs = new ReceivedRevisions(page.rev)
    this.#pathRev = page.rev
    this.#unsubscribeOutbox = outbox.onChange(() => this.#publish())
  }

  /** Unsubscribes from everything, for a conversation that is no longer needed. */
  close(): void {
    this.#unsubscribeOutbox()
  }

  subscribe = this.#listeners.add

  /** Returns one object until something other than a message's text changes. */
  snapshot = (): ChatSnapshot => {
    this.#snapshot ??= {
      chat: this.#chat,
      ids: this.#path.ids,
      hasOlder: this.#path.hasOlder,
      older: this.#older.state,
      outgoing: this.outbox.entriesOf(this.chatId),
      notices: this.#notices,
      streamingId: this.#path.streaming.at(-1)?.id ?? null,
      awaitingReply: this.#awaitingReply,
      error: this.#error,
      reloading: this.#bufferedFrames !== null,
      deleted: this.#deleted,
    }
    return this.#snapshot
  }

  message(id: string): Message | undefined {
    return this.#path.get(id)
  }

  /** Subscribes to the changes of one message. */
  subscribeToMessage(id: string, listener: () => void): () => void {
    const listeners = this.#messageListeners.get(id) ?? createListeners()
    this.#messageListeners.set(id, listeners)
    const remove = listeners.add(listener)
    return () => {
      remove()
      if (listeners.isEmpty()) this.#messageListeners.delete(id)
    }
  }

  /** The payload for `sync`: the known revision, and how far each streaming message has been received. */
  syncState(): SyncState {
    return {
      chats: [{ chat_id: this.chatId, rev: this.#revs.complete }],
      streams: this.#path.streaming.map(streamOf),
    }
  }

  /** Applies a frame of the live socket; frames of other chats change nothing. */
  applyFrame(frame: ServerFrame): void {
    if (this.#bufferedFrames) this.#bufferedFrames.push(frame)
    else handleFrame(this.#handlers, frame)
  }

  /** Call when the connection opens or closes. An awaited reply may have been missed, so it is no longer awaited. */
  setConnected(connected: boolean): void {
    this.#requestedRest.clear()
    this.#catchingUp = false
    if (connected && this.#isOutdated) void this.reload()
    if (connected || !this.#awaitingReply) return
    this.#awaitingReply = false
    this.#publish()
  }

  /** Loads the page before the oldest message, one page at a time. */
  async loadOlder(): Promise<void> {
    if (!this.#bufferedFrames) await this.#older.load()
  }

  /** Loads older pages until a message is loaded; see `OlderMessages`. */
  loadUntil(message: { id: string; seq: number }): ReturnType<OlderMessages['loadUntil']> {
    return this.#older.loadUntil(message)
  }

  /**
   * Reloads the end of the path and then applies the frames received in the meantime. After a failure what is shown
   * stays, and it is tried again with the next connection or the next change.
   */
  async reload(): Promise<void> {
    if (this.#bufferedFrames) return
    this.#bufferedFrames = []
    this.#publish()
    const page = await this.#ports.getMessages({ chat_id: this.chatId }).catch(() => null)
    const buffered = this.#bufferedFrames
    this.#bufferedFrames = null
    if (page) {
      this.#path.reset(page.list, page.has_more)
      this.#revs = new ReceivedRevisions(page.rev)
      this.#pathRev = page.rev
    }
    this.#publish()
    this.#isOutdated = false
    for (const frame of buffered) this.applyFrame(frame)
    this.#isOutdated ||= page === null
  }

  /** The current state of the conversation for offline reading. */
  toCached(): CachedChat {
    const list = this.#path.ids.flatMap((id) => this.#path.get(id) ?? [])
    return { chat: this.#chat, page: { list, has_more: this.#path.hasOlder, rev: this.#revs.complete } }
  }

  /** Applies the cached state if it is newer than the page: offline, the page may be an old one. */
  restoreCached({ chat, page }: CachedChat): void {
    if (page.rev <= this.#revs.complete || this.#bufferedFrames) return
    this.#path.reset(page.list, page.has_more)
    this.#revs = new ReceivedRevisions(page.rev)
    this.#pathRev = page.rev
    if (chat.rev >= this.#chat.rev) this.#chat = chat
    this.#publish()
  }

  /** Marks everything up to a message as read, unless the server already knows. */
  markRead(seq: number): void {
    if (this.#chat.unread === 0 || seq <= this.#readSeq) return
    this.#readSeq = seq
    this.#ports.markRead(this.chatId, seq).catch(() => {
      this.#readSeq = Math.min(this.#readSeq, seq - 1)
    })
  }

  /** Sends a message through the outbox; null if the outbox is full and the text must stay in the composer. */
  send(text: string, options: SendOptions = {}): { stored: Promise<void> } | null {
    return this.outbox.add(this.chatId, text, options)
  }

  /**
   * Tells the server that a message is being written, so that it gets ready to answer. Call it with every change: it is
   * sent once for each message, and again when writing takes long. `nowMs` only counts by its differences.
   */
  prepareReply(nowMs: number): void {
    const afterId = this.#path.last?.id ?? null
    const isWriting = this.#awaitingReply || this.#path.streaming.length > 0
    const isReady = this.#prepared?.afterId === afterId && nowMs - this.#prepared.atMs < PREPARED_FOR_MS
    if (isWriting || isReady) return
    if (this.#ports.send({ type: 'generation.prepare', chat_id: this.chatId }))
      this.#prepared = { afterId, atMs: nowMs }
  }

  /** Applies a change that the server has accepted: a participant of the group was muted or unmuted. */
  applyMuted(cardId: string, on: boolean): void {
    const others = this.#chat.muted.filter((id) => id !== cardId)
    this.#chat = { ...this.#chat, muted: on ? [...others, cardId] : others }
    this.#publish()
  }

  dismissError(): void {
    this.#error = null
    this.#publish()
  }

  /** Restores notices that an earlier page showed, so that help lines survive a reload. */
  restoreNotices(notices: readonly ChatNotice[]): void {
    this.#notices = [...notices, ...this.#notices]
    this.#publish()
  }

  #createHandlers(): FrameHandlers {
    /** Wraps a handler so that it ignores frames of other chats. */
    const ofThisChat =
      <Frame extends { chat_id: string | null }>(apply: (frame: Frame) => void) =>
      (frame: Frame) => {
        if (frame.chat_id === this.chatId) apply(frame)
      }
    const applyMessage = (frame: MessageFrame) => {
      if (frame.message.chat_id === this.chatId) this.#applyMessage(frame.type, frame.message)
    }
    return {
      ack: applyMessage,
      'message.created': applyMessage,
      'message.updated': applyMessage,
      'message.completed': applyMessage,
      'message.delta': ofThisChat((frame) => this.#applyDelta(frame)),
      'message.reasoning': ofThisChat((frame) => this.#applyDelta(frame)),
      'message.deleted': ofThisChat((frame) => this.#applyMessagesDeleted(frame)),
      'path.changed': ofThisChat((frame) => this.#applyPath(frame)),
      'chat.updated': ({ chat }) => {
        if (chat.id === this.chatId) this.#applyChat(chat)
      },
      'chat.deleted': ofThisChat(() => {
        this.#deleted = true
        this.#publish()
      }),
      'safety.notice': ofThisChat((frame) => this.#applyNotice(frame)),
      synced: (frame) => this.#applySynced(frame),
      resync: ofThisChat(() => void this.reload()),
      error: ofThisChat((frame) => this.#applyError(frame)),
      nack: ignoreFrame,
      'wallet.updated': ignoreFrame,
      'order.updated': ignoreFrame,
      'task.updated': ignoreFrame,
      'notices.updated': ignoreFrame,
      ready: ignoreFrame,
      pong: ignoreFrame,
    }
  }

  #applyMessage(type: MessageFrame['type'], message: Message): void {
    if (message.client_id !== null) this.outbox.remove(message.client_id)
    if (message.status !== 'streaming') this.#requestedRest.delete(message.id)
    const change = this.#upsertMessage(type, message)
    if (message.role === 'character') this.#awaitingReply = false
    // In a group there may be no answer; if there is one, it is part of the state by the time of the ack.
    else if (type === 'ack') this.#awaitingReply = this.#chat.type === 'single' && this.#path.last?.id === message.id
    this.#finishChange(change, message.rev)
  }

  #upsertMessage(type: MessageFrame['type'], message: Message): PathChange {
    if (this.#path.get(message.id)) return this.#path.upsert(message)
    // Older than the loaded path: if the message were still active, the path would contain it.
    if (message.rev <= this.#pathRev) return 'same'
    // An ack may refer to a message that was stored long ago: only one that continues the path may change it.
    const carriesOn = message.parent_id === (this.#path.last?.id ?? null)
    return type === 'ack' && !carriesOn ? 'lost' : this.#path.upsert(message)
  }

  #applyDelta(frame: ServerFrameOf<'message.delta' | 'message.reasoning'>): void {
    const result = this.#path.appendDelta(frame)
    if (result === 'grown') {
      this.#requestedRest.delete(frame.message_id)
      this.#notifyChanged()
      return
    }
    if (result !== 'gap' || this.#requestedRest.has(frame.message_id)) return
    this.#requestedRest.add(frame.message_id)
    const message = this.#path.get(frame.message_id)
    if (message) this.#ports.send({ type: 'sync', chats: [], streams: [streamOf(message)] })
  }

  #applyMessagesDeleted({ ids, rev }: ServerFrameOf<'message.deleted'>): void {
    this.#finishChange(this.#path.remove(ids), rev)
    this.commands.applyDeleted(ids)
  }

  #applyPath(frame: ServerFrameOf<'path.changed'>): void {
    if (frame.rev < this.#pathRev) return
    this.#pathRev = frame.rev
    this.#awaitingReply = false
    const isCutShort = frame.list.length >= LIMITS.pathChangedMessages
    this.#finishChange(isCutShort ? 'lost' : this.#path.replaceAfter(frame.parent_id, frame.list), frame.rev)
  }

  #applySynced(frame: ServerFrameOf<'synced'>): void {
    const rev = frame.chats.find((chat) => chat.chat_id === this.chatId)?.rev
    if (rev !== undefined) this.#revs.completeTo(rev)
    this.#requestedRest.clear()
    this.#catchingUp = false
  }

  #applyChat(chat: Chat): void {
    // A reply counts as unread once it is finished, even though its sequence number was marked as read before.
    if (chat.unread > this.#chat.unread) this.#readSeq = 0
    this.#chat = chat
    // Another device may have restored it.
    this.#deleted = false
    if (this.#isOutdated) void this.reload()
    // It follows the frames of its change.
    else if (chat.rev > this.#revs.complete) this.#catchUp()
    this.#publish()
  }

  #applyError(frame: ServerFrameOf<'error'>): void {
    this.#awaitingReply = false
    this.#error = { code: frame.code, reason: frame.msg, messageId: frame.message_id }
    if (frame.message_id !== null) this.commands.applyRefused(frame.message_id)
    this.#publish()
  }

  #applyNotice(notice: ServerFrameOf<'safety.notice'>): void {
    // A reminder comes beside a reply, not in place of it.
    if (notice.kind !== 'ai_reminder' && notice.kind !== 'break') this.#awaitingReply = false
    const afterId = notice.message_id ?? this.#path.last?.id ?? null
    const isShown = this.#notices.some((known) => known.afterId === afterId && known.notice.kind === notice.kind)
    if (!isShown) this.#notices = [...this.#notices, { afterId, notice }]
    this.#publish()
  }

  #finishChange(change: PathChange, rev: number): void {
    this.#revs.add(rev)
    if (change === 'lost') void this.reload()
    else this.#publish()
  }

  /**
   * Requests the changes whose frames never came: the process that made them died, or the bus between processes was
   * away. Without a connection it does nothing, because a new one begins with a sync.
   */
  #catchUp(): void {
    if (this.#catchingUp) return
    this.#catchingUp = this.#ports.send({ type: 'sync', chats: this.syncState().chats, streams: [] })
  }

  #publish(): void {
    this.#snapshot = null
    this.#notifyChanged()
    this.#listeners.notify()
  }

  #notifyChanged(): void {
    for (const id of this.#path.takeChanged()) this.#messageListeners.get(id)?.notify()
  }
}
