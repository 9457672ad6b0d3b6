import type { OutboxItem } from './outbox-item.ts'

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

const DATABASE = 'everkin'
const ITEMS = 'outbox'

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ITEMS, { keyPath: 'client_id' }).createIndex('user_id', 'user_id')
  }
  return answerOf(request)
}

/** Keeps items in IndexedDB; where that is not allowed (some private windows), in memory. */
export function browserOutboxStore(): OutboxStore {
  const memory = memoryOutboxStore()
  let opening: Promise<IDBDatabase | null> | null = null
  const database = () => {
    opening ??= openDatabase().catch(() => null)
    return opening
  }
  const write = async (work: (items: IDBObjectStore) => void): Promise<boolean> => {
    const open = await database()
    if (!open) return false
    const transaction = open.transaction(ITEMS, 'readwrite')
    work(transaction.objectStore(ITEMS))
    return new Promise((resolve) => {
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () => resolve(false)
    })
  }
  return {
    async list(userId) {
      const open = await database()
      if (!open) return memory.list(userId)
      const items = open.transaction(ITEMS).objectStore(ITEMS)
      return answerOf<OutboxItem[]>(items.index('user_id').getAll(userId))
    },
    async put(item) {
      if (!(await write((items) => items.put(item)))) await memory.put(item)
    },
    async remove(clientId) {
      if (!(await write((items) => items.delete(clientId)))) await memory.remove(clientId)
    },
  }
}
