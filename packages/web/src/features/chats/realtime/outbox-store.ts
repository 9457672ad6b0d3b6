import { ERRORS, errorNameOf } from '@everkin/contract/errors.ts'
import type { Wallet } from '@everkin/contract/types.ts'
import { errorData } from '../../../api/api-error.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'

/** A picture that the server has, and that the message brings along. It is kept there for an hour. */
export interface UploadedPicture {
  id: string
  /** Signed, so it may have expired. */
  thumbnail: string
}

/** A pending message: stored until the server has stored it or the person discards it. */
export interface OutboxItem {
  client_id: string
  user_id: string
  chat_id: string
  text: string
  speak_card_id?: string
  pictures?: readonly UploadedPicture[]
  /** When it was written or last retried by hand: unix milliseconds. */
  createdAtMs: number
  /** Position in the queue of its tab: items of one chat are sent in this order. */
  order: number
  /** Id of the tab that may send it; another tab adopts it once that one is closed. */
  owner: string
  failure: OutboxFailure | null
  /** When this browser learnt that the chat was deleted: unix milliseconds. */
  goneSinceMs?: number
}

/** Why a message was not sent: the server's refusal, or that it waited a whole day. */
type OutboxFailure = { kind: 'refused'; code: number; reason: string; data: unknown } | { kind: 'too-old' }

type OutboxState = 'waiting' | 'sending' | 'failed'

/** An item as shown in a conversation. */
export interface OutboxEntry {
  item: OutboxItem
  state: OutboxState
}

export const OUTBOX_LIMITS = {
  items: 200,
  bytes: 1_000_000,
  /** Older messages are not sent automatically. */
  ageMs: 24 * 60 * 60_000,
  /** Maximum wait for an answer on an open connection; then the message is sent again with the same id. */
  answerMs: 15_000,
} as const

/** Size of a text in UTF-8 bytes, the unit of the outbox's limit. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The fields of a wallet that decide whether a message can be sent. */
export type MessageBalance = Pick<Wallet, 'message_num' | 'unlimited_messages'>

/** Whether a message was refused for lack of messages, and the wallet now has more than it had then. */
export function canRetryAfterPayment({ failure }: OutboxItem, wallet: MessageBalance): boolean {
  if (failure?.kind !== 'refused' || errorNameOf(failure.code) !== 'NoMessagesLeft') return false
  const balance = errorData(failure, 'NoMessagesLeft')?.wallet.message_num ?? 0
  return wallet.unlimited_messages || wallet.message_num > balance
}

/** What to do after a refusal: retry automatically, wait for a sign-in, or leave the decision to the person. */
export function refusalAction(code: number): 'retry' | 'wait-for-sign-in' | 'fail' {
  const name = errorNameOf(code)
  if (name === 'NotSignedIn') return 'wait-for-sign-in'
  if (name === 'TooManyRequests' || code >= ERRORS.Internal.code) return 'retry'
  return 'fail'
}

/** Stores pending messages so that they survive a reload; separated by person (REC-05). */
export interface OutboxStore {
  /** All items of one person, in no particular order. */
  list(userId: string): Promise<OutboxItem[]>
  /** Returns whether the item would survive a reload; otherwise it lasts as long as the page. Never throws. */
  put(item: OutboxItem): Promise<boolean>
  /** Never throws. */
  remove(clientId: string): Promise<void>
}

/** Stores items in memory until the page is closed, for browsers without storage. In tests it stands for their storage. */
export function memoryOutboxStore(survivesReload = false): OutboxStore {
  const items = new Map<string, OutboxItem>()
  return {
    list: async (userId) => [...items.values()].filter((item) => item.user_id === userId),
    put: async (item) => {
      items.set(item.client_id, item)
      return survivesReload
    },
    remove: async (clientId) => {
      items.delete(clientId)
    },
  }
}

const DATABASE_NAME = 'everkin'
const ITEM_STORE = 'outbox'

function requestResult<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE_NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ITEM_STORE, { keyPath: 'client_id' }).createIndex('user_id', 'user_id')
  }
  return requestResult(request)
}

/** Stores items in IndexedDB, or in memory if that is full or not allowed (some private windows). */
export function browserOutboxStore(): OutboxStore {
  const memory = memoryOutboxStore()
  let opening: Promise<IDBDatabase | null> | null = null
  const database = () => {
    opening ??= openDatabase().catch(() => null) // falls back to memory
    return opening
  }
  const write = async (work: (items: IDBObjectStore) => void): Promise<boolean> => {
    const open = await database()
    if (!open) return false
    try {
      const transaction = open.transaction(ITEM_STORE, 'readwrite')
      work(transaction.objectStore(ITEM_STORE))
      const result = new Promise<boolean>((resolve) => {
        transaction.oncomplete = () => resolve(true)
        transaction.onabort = () => resolve(false)
      })
      // Without it the transaction is aborted if the page is left before its request has been answered.
      transaction.commit()
      return await result
    } catch {
      opening = null // the browser has closed the connection, for example of a page that slept: the next call opens it
      return false
    }
  }
  return {
    async list(userId) {
      const open = await database()
      if (!open) return memory.list(userId)
      const items = open.transaction(ITEM_STORE).objectStore(ITEM_STORE)
      return requestResult<OutboxItem[]>(items.index('user_id').getAll(userId))
    },
    async put(item) {
      const put = () => write((items) => items.put(item))
      // Once more, because a connection that was closed is open again.
      return (await put()) || (await put()) || memory.put(item)
    },
    async remove(clientId) {
      const remove = () => write((items) => items.delete(clientId))
      if (!(await remove())) await remove()
      await memory.remove(clientId)
    },
  }
}

/** Knows which tabs of this browser are open, so that a message is sent by only one of them. */
export interface OutboxTabs {
  /** Id of this tab. */
  readonly self: string
  /** Ids of the other open tabs; null if the browser cannot tell. */
  listAlive(): Promise<ReadonlySet<string> | null>
}

const TAB_LOCK_PREFIX = 'everkin-page-'

/**
 * Detects open tabs by the Web Locks that they hold. A lock ends with its page, even after a crash. In browsers without
 * Web Locks, every tab may send what it finds: the server stores each `client_id` only once.
 */
export function browserOutboxTabs(): OutboxTabs {
  const self = randomUuid()
  const locks = 'locks' in navigator ? navigator.locks : null
  // Held until the page is closed: the promise is never resolved on purpose.
  locks?.request(TAB_LOCK_PREFIX + self, () => new Promise(() => {})).catch(() => {}) // without a lock another tab may adopt the items
  return {
    self,
    async listAlive() {
      if (!locks) return null
      const { held = [] } = await locks.query()
      const names = held.flatMap(({ name }) =>
        name?.startsWith(TAB_LOCK_PREFIX) ? [name.slice(TAB_LOCK_PREFIX.length)] : [],
      )
      return new Set(names.filter((name) => name !== self))
    },
  }
}
