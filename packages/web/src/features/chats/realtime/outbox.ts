import { errorNameOf } from '@everkin/contract/errors.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { ClientFrame, ServerFrameOf } from '@everkin/contract/types.ts'
import { errorData } from '../../../api/api-error.ts'
import { createListeners } from '../../../lib/store.ts'
import type { OutboxStore, OutboxTabs } from './outbox-store.ts'
import {
  canRetryAfterPayment,
  type MessageBalance,
  OUTBOX_LIMITS,
  type OutboxEntry,
  type OutboxItem,
  refusalAction,
  type UploadedPicture,
  utf8Length,
} from './outbox-store.ts'

export interface OutboxPorts {
  store: OutboxStore
  tabs: OutboxTabs
  /** Sends a frame now; false if there is no open connection. */
  send(frame: ClientFrame): boolean
  nowMs(): number
  newClientId(): string
  schedule(delayMs: number, work: () => void): () => void
}

/** What a message brings beside its text. */
export interface SendOptions {
  /** The member of a group who is asked to answer. */
  speakCardId?: string
  pictures?: readonly UploadedPicture[]
}

const NO_ENTRIES: readonly OutboxEntry[] = []

/**
 * One person's pending messages. Each is stored locally before it is sent; messages of a chat are sent in order, one
 * at a time, always with the same `client_id`, and removed only when the server has stored them or the person discards
 * them (REC-04, REC-05).
 */
export class Outbox {
  readonly userId: string
  #ports: OutboxPorts
  #items: OutboxItem[] = []
  #bytes = 0
  /** Chat id → the item that blocks its chat: sent and unanswered, or postponed by the server. */
  #inFlight = new Map<string, { clientId: string; sent: boolean; cancel: () => void }>()
  /** What this browser could not store: id → what to call when the server has. */
  #unstored = new Map<string, () => void>()
  #entriesByChat = new Map<string, readonly OutboxEntry[]>()
  #listeners = createListeners()
  #connected = false
  #wallet: MessageBalance | null = null

  constructor(userId: string, ports: OutboxPorts) {
    this.userId = userId
    this.#ports = ports
  }

  /** Adopts stored items of closed tabs, for example after a reload. Call at start and after each reconnect. */
  async adoptOrphans(): Promise<void> {
    const [stored, alive] = await Promise.all([this.#ports.store.list(this.userId), this.#ports.tabs.listAlive()])
    const known = new Set(this.#items.map((item) => item.client_id))
    // An unknown item of this tab was sent or discarded while the list was read.
    const isOrphan = ({ client_id, owner }: OutboxItem) =>
      !known.has(client_id) && owner !== this.#ports.tabs.self && !alive?.has(owner)
    const orphans = stored.filter(isOrphan)
    if (orphans.length === 0) return
    const adopted = orphans.map((item) => ({ ...item, owner: this.#ports.tabs.self }))
    this.#items = [...this.#items, ...adopted].sort((a, b) => a.createdAtMs - b.createdAtMs || a.order - b.order)
    this.#bytes = this.#items.reduce((sum, item) => sum + utf8Length(item.text), 0)
    await Promise.all(adopted.map((item) => this.#ports.store.put(item)))
    this.#retryPayable()
    this.#notify()
    this.flush()
  }

  /**
   * Applies the current wallet. Messages that failed for lack of messages are retried automatically, in order, when the
   * wallet has more than when they were refused (a check-in, a purchase). Only the owning tab sends an item.
   */
  updateWallet(wallet: MessageBalance): void {
    this.#wallet = wallet
    if (this.#retryPayable()) this.flush()
  }

  #retryPayable(): boolean {
    const wallet = this.#wallet
    if (!wallet) return false
    const oldestMs = this.#ports.nowMs() - OUTBOX_LIMITS.ageMs
    const payable = this.#items.filter((item) => canRetryAfterPayment(item, wallet) && item.createdAtMs >= oldestMs)
    for (const item of payable) this.#replace(item, { ...item, failure: null })
    return payable.length > 0
  }

  /**
   * Adds a message; `stored` resolves when it would survive a reload, or else when the server has stored it. Returns
   * `null` when the outbox is full (200 items or 1 MB): then nothing was added and the text must stay where it is.
   */
  add(
    chatId: string,
    text: string,
    { speakCardId, pictures = [] }: SendOptions = {},
  ): { item: OutboxItem; stored: Promise<void> } | null {
    const bytes = utf8Length(text)
    if (this.#items.length >= OUTBOX_LIMITS.items || this.#bytes + bytes > OUTBOX_LIMITS.bytes) return null
    const item: OutboxItem = {
      client_id: this.#ports.newClientId(),
      user_id: this.userId,
      chat_id: chatId,
      text,
      ...(speakCardId === undefined ? {} : { speak_card_id: speakCardId }),
      ...(pictures.length > 0 && { pictures }),
      // Keeps the order if the clock was set back since the last item.
      createdAtMs: Math.max(this.#ports.nowMs(), this.#items.at(-1)?.createdAtMs ?? 0),
      order: (this.#items.at(-1)?.order ?? 0) + 1,
      owner: this.#ports.tabs.self,
      failure: null,
    }
    this.#items = [...this.#items, item]
    this.#bytes += bytes
    const stored = this.#ports.store
      .put(item)
      .then((isStored) => (isStored ? undefined : this.#storedByServer(item.client_id)))
    this.#notify()
    this.flush()
    return { item, stored }
  }

  /** Retries a failed message. After a conflict it gets a new id, since the old one belongs to another message. */
  retry(clientId: string): void {
    const failed = this.#find(clientId)
    if (!failed?.failure) return
    const conflict = failed.failure.kind === 'refused' && errorNameOf(failed.failure.code) === 'Conflict'
    const again = {
      ...failed,
      client_id: conflict ? this.#ports.newClientId() : failed.client_id,
      createdAtMs: this.#ports.nowMs(),
      failure: null,
    }
    if (conflict) void this.#ports.store.remove(failed.client_id)
    this.#replace(failed, again)
    this.flush()
  }

  /** Discards a message and returns it, or null if the server has already stored it or it no longer exists. */
  discard(clientId: string): OutboxItem | null {
    const item = this.#find(clientId)
    if (!item) return null
    this.#unstored.delete(clientId)
    this.remove(clientId)
    return item
  }

  /** Removes a message that the server has stored (an ack, or its echo from another device). */
  remove(clientId: string): void {
    const item = this.#find(clientId)
    if (!item) return
    this.#items = this.#items.filter((other) => other !== item)
    this.#bytes -= utf8Length(item.text)
    this.#clearInFlight(item)
    void this.#ports.store.remove(clientId)
    this.#unstored.get(clientId)?.()
    this.#unstored.delete(clientId)
    this.#notify()
    this.flush()
  }

  #storedByServer(clientId: string): Promise<void> | undefined {
    if (this.#find(clientId)) return new Promise((resolve) => this.#unstored.set(clientId, resolve))
  }

  /** Handles a refusal: stores the reason, or retries later if the message is not at fault. */
  handleNack(frame: ServerFrameOf<'nack'>): void {
    const item = this.#find(frame.client_id)
    if (!item) return
    const next = refusalAction(frame.code)
    if (next === 'fail') {
      this.#clearInFlight(item)
      this.#replace(item, {
        ...item,
        failure: { kind: 'refused', code: frame.code, reason: frame.msg, data: frame.data },
      })
      this.flush()
      return
    }
    this.#inFlight.get(item.chat_id)?.cancel()
    const pauseMs = next === 'retry' ? retryAfterMs(frame) : OUTBOX_LIMITS.answerMs
    this.#wait(item, false, pauseMs)
  }

  /**
   * Notes that a chat was deleted. Its messages are removed once it can no longer be restored: when this is called again
   * after that time, or then if the connection is open.
   */
  handleChatDeleted(chatId: string): void {
    const nowMs = this.#ports.nowMs()
    let isMarked = false
    for (const item of this.#itemsOf(chatId)) {
      if (item.goneSinceMs === undefined) {
        this.#replace(item, { ...item, goneSinceMs: nowMs })
        isMarked = true
      } else if (nowMs - item.goneSinceMs >= LIMITS.chatRestoreMs) this.discard(item.client_id)
    }
    if (isMarked) this.#ports.schedule(LIMITS.chatRestoreMs, () => this.#connected && this.handleChatDeleted(chatId))
  }

  /** Notes that a chat is there, perhaps because another device has restored it. */
  handleChatFound(chatId: string): void {
    for (const item of this.#itemsOf(chatId)) {
      const { goneSinceMs, ...found } = item
      if (goneSinceMs !== undefined) this.#replace(item, found)
    }
  }

  /** The chats with pending messages. */
  chatIds(): string[] {
    return [...new Set(this.#items.map(({ chat_id }) => chat_id))]
  }

  /** Call when the connection opens or closes. Sent messages become pending again and are sent on the new one. */
  setConnected(connected: boolean): void {
    this.#connected = connected
    for (const { cancel } of this.#inFlight.values()) cancel()
    this.#inFlight.clear()
    this.#notify()
    if (connected) this.flush()
  }

  /** Sends what can be sent now: in each chat the first item that has not failed. */
  flush(): void {
    if (!this.#connected) return
    const seen = new Set<string>()
    for (const item of this.#items) {
      if (item.failure || seen.has(item.chat_id)) continue
      if (this.#ports.nowMs() - item.createdAtMs > OUTBOX_LIMITS.ageMs) {
        this.#replace(item, { ...item, failure: { kind: 'too-old' } })
        continue
      }
      seen.add(item.chat_id)
      if (!this.#inFlight.has(item.chat_id)) this.#send(item)
    }
  }

  /** The items of one chat in order; the same array until the outbox changes. */
  entriesOf(chatId: string): readonly OutboxEntry[] {
    const known = this.#entriesByChat.get(chatId)
    if (known) return known
    const entries = this.#itemsOf(chatId).map((item): OutboxEntry => ({ item, state: this.#stateOf(item) }))
    const view = entries.length === 0 ? NO_ENTRIES : entries
    this.#entriesByChat.set(chatId, view)
    return view
  }

  get size(): number {
    return this.#items.length
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  #send(item: OutboxItem): void {
    const { chat_id, client_id, text, speak_card_id, pictures } = item
    const attachments = pictures?.map(({ id }) => id)
    const sent = this.#ports.send({ type: 'message.send', chat_id, client_id, text, speak_card_id, attachments })
    if (!sent) return
    this.#wait(item, true, OUTBOX_LIMITS.answerMs)
  }

  #wait(item: OutboxItem, sent: boolean, forMs: number): void {
    const cancel = this.#ports.schedule(forMs, () => {
      this.#inFlight.delete(item.chat_id)
      this.#notify()
      this.flush()
    })
    this.#inFlight.set(item.chat_id, { clientId: item.client_id, sent, cancel })
    this.#notify()
  }

  #clearInFlight(item: OutboxItem): void {
    const inFlight = this.#inFlight.get(item.chat_id)
    if (inFlight?.clientId !== item.client_id) return
    inFlight.cancel()
    this.#inFlight.delete(item.chat_id)
  }

  #stateOf(item: OutboxItem) {
    if (item.failure) return 'failed'
    const inFlight = this.#inFlight.get(item.chat_id)
    return inFlight?.sent && inFlight.clientId === item.client_id ? 'sending' : 'waiting'
  }

  #itemsOf(chatId: string): OutboxItem[] {
    return this.#items.filter((item) => item.chat_id === chatId)
  }

  #find(clientId: string): OutboxItem | undefined {
    return this.#items.find((item) => item.client_id === clientId)
  }

  #replace(before: OutboxItem, after: OutboxItem): void {
    this.#items = this.#items.map((item) => (item === before ? after : item))
    void this.#ports.store.put(after)
    this.#notify()
  }

  #notify(): void {
    this.#entriesByChat.clear()
    this.#listeners.notify()
  }
}

function retryAfterMs(refusal: { code: number; data: unknown }): number {
  const data = errorData(refusal, 'TooManyRequests') ?? errorData(refusal, 'Unavailable')
  const seconds = data?.retry_after ?? 0
  return seconds > 0 ? Math.min(seconds, 3_600) * 1000 : OUTBOX_LIMITS.answerMs
}
