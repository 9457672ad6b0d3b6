import { ERRORS, errorNameOf } from '@everkin/contract/errors.ts'
import type { Wallet } from '@everkin/contract/types.ts'
import { errorData } from '../../../api/api-error.ts'
import { randomUuid } from '../../../lib/random-uuid.ts'

/** A message on its way: kept until the server has stored it or the person lets it go. */
export interface OutboxItem {
  client_id: string
  user_id: string
  chat_id: string
  text: string
  speak_card_id?: string
  /** When it was written, or last tried again by hand: unix milliseconds. */
  createdAtMs: number
  /** Place in the queue of its writer's tab: items of one chat go out in this order. */
  order: number
  /** The page that may send it; another one adopts it when that page is gone. */
  owner: string
  failure: OutboxFailure | null
}

/** Why a message did not go out: the server's answer, or that it waited a whole day. */
export type OutboxFailure = { kind: 'refused'; code: number; reason: string; data: unknown } | { kind: 'too-old' }

export type OutboxState = 'waiting' | 'sending' | 'failed'

/** An item as a conversation shows it. */
export interface OutboxEntry {
  item: OutboxItem
  state: OutboxState
}

export const OUTBOX_LIMITS = {
  items: 200,
  bytes: 1_000_000,
  /** What waited longer is not sent unasked (reliability, offline sending). */
  ageMs: 24 * 60 * 60_000,
  /** An answer to a sent message is awaited so long on an open link, then it is sent again with the same id. */
  answerMs: 15_000,
} as const

/** Bytes that an item's text takes in UTF-8, the measure of the outbox's cap. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length
}

/** What of a wallet decides whether a message can be sent. */
export type MessageBalance = Pick<Wallet, 'message_num' | 'unlimited_messages'>

/** Whether a message failed for lack of messages, and the wallet holds more now than it did then. */
export function canRetryAfterPayment({ failure }: OutboxItem, wallet: MessageBalance): boolean {
  if (failure?.kind !== 'refused' || errorNameOf(failure.code) !== 'NoMessagesLeft') return false
  const balance = errorData(failure, 'NoMessagesLeft')?.wallet.message_num ?? 0
  return wallet.unlimited_messages || wallet.message_num > balance
}

/** What a refusal means: to be tried again later by itself, to wait for a sign-in, or to be decided by the person. */
export function refusalAction(code: number): 'retry' | 'wait-for-sign-in' | 'fail' {
  const name = errorNameOf(code)
  if (name === 'NotSignedIn') return 'wait-for-sign-in'
  if (name === 'TooManyRequests' || code >= ERRORS.Internal.code) return 'retry'
  return 'fail'
}

/** Where waiting messages survive a reload; kept apart by person (REC-05). */
export interface OutboxStore {
  /** All items of one person, in no particular order. */
  list(userId: string): Promise<OutboxItem[]>
  put(item: OutboxItem): Promise<void>
  remove(clientId: string): Promise<void>
}

/** Keeps items for as long as the page lives: for browsers that forbid storage, and for tests. */
export function memoryOutboxStore(): OutboxStore {
  const items = new Map<string, OutboxItem>()
  return {
    list: async (userId) => [...items.values()].filter((item) => item.user_id === userId),
    put: async (item) => {
      items.set(item.client_id, item)
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

/** Keeps items in IndexedDB; where that is not allowed (some private windows), in memory. */
export function browserOutboxStore(): OutboxStore {
  const memory = memoryOutboxStore()
  let opening: Promise<IDBDatabase | null> | null = null
  const database = () => {
    opening ??= openDatabase().catch(() => null) // then memory holds the items
    return opening
  }
  const write = async (work: (items: IDBObjectStore) => void): Promise<boolean> => {
    const open = await database()
    if (!open) return false
    const transaction = open.transaction(ITEM_STORE, 'readwrite')
    work(transaction.objectStore(ITEM_STORE))
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () => resolve(false)
    })
  }
  return {
    async list(userId) {
      const open = await database()
      if (!open) return memory.list(userId)
      const items = open.transaction(ITEM_STORE).objectStore(ITEM_STORE)
      return requestResult<OutboxItem[]>(items.index('user_id').getAll(userId))
    },
    async put(item) {
      if (!(await write((items) => items.put(item)))) await memory.put(item)
    },
    async remove(clientId) {
      if (!(await write((items) => items.delete(clientId)))) await memory.remove(clientId)
    },
  }
}

/** Which pages of this browser are alive, so that a message is sent by one of them. */
export interface OutboxTabs {
  /** This page's own name. */
  readonly self: string
  /** The names of other pages that are alive; null when the browser can not tell. */
  listAlive(): Promise<ReadonlySet<string> | null>
}

const TAB_LOCK_PREFIX = 'everkin-page-'

/**
 * Pages known by the Web Locks that they hold. A lock ends with its page, even after a crash. Where a browser has no
 * Web Locks every page may send what it finds: the server stores each `client_id` once.
 */
export function browserOutboxTabs(): OutboxTabs {
  const self = randomUuid()
  const locks = 'locks' in navigator ? navigator.locks : null
  // Held until the page ends: the promise is never resolved on purpose.
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
