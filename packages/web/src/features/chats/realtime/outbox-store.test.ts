import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserOutboxStore, type OutboxItem } from './outbox-store.ts'

const item = (client_id: string): OutboxItem => ({
  client_id,
  user_id: 'ana',
  chat_id: 'c1',
  text: 'Hello',
  createdAtMs: 1,
  order: 1,
  owner: 'tab',
  failure: null,
})

/** An `indexedDB` whose connections can be closed by the browser, and whose disk can be full. */
function createDatabase() {
  const browser = { items: new Map<string, OutboxItem>(), isFull: false, isForbidden: false, closed: false, opened: 0 }
  const answer = (request: { result?: unknown; onsuccess?: () => void; onerror?: () => void }, result?: unknown) => {
    request.result = result
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const connect = () => ({
    transaction() {
      if (browser.closed) throw new DOMException('The database connection is closing.', 'InvalidStateError')
      const work: (() => void)[] = []
      const transaction = {
        oncomplete: () => {},
        onabort: () => {},
        objectStore: () => ({
          put: (value: OutboxItem) => work.push(() => browser.items.set(value.client_id, value)),
          delete: (id: string) => work.push(() => browser.items.delete(id)),
          index: () => ({ getAll: () => answer({}, [...browser.items.values()]) }),
        }),
        commit: () =>
          queueMicrotask(() => {
            if (browser.isFull) return transaction.onabort()
            for (const one of work) one()
            transaction.oncomplete()
          }),
      }
      return transaction
    },
  })
  vi.stubGlobal('indexedDB', {
    open: () => {
      if (browser.isForbidden) throw new DOMException('Access is denied.', 'SecurityError')
      browser.opened += 1
      browser.closed = false
      return answer({}, connect())
    },
  })
  return browser
}

afterEach(() => vi.unstubAllGlobals())

describe('the outbox of a browser', () => {
  it('says that a message would survive a reload, and that it would not when the disk is full', async () => {
    const browser = createDatabase()
    const store = browserOutboxStore()
    expect(await store.put(item('one'))).toBe(true)
    browser.isFull = true
    expect(await store.put(item('two'))).toBe(false)
    expect((await store.list('ana')).map(({ client_id }) => client_id)).toEqual(['one'])
  })

  it('works in memory where storage is forbidden, and says so', async () => {
    createDatabase().isForbidden = true
    const store = browserOutboxStore()
    expect(await store.put(item('one'))).toBe(false)
    expect(await store.list('ana')).toEqual([item('one')])
    await store.remove('one')
    expect(await store.list('ana')).toEqual([])
  })

  it('opens a connection again that the browser has closed while the page slept', async () => {
    const browser = createDatabase()
    const store = browserOutboxStore()
    await store.put(item('one'))
    browser.closed = true
    expect(await store.put(item('two'))).toBe(true)
    browser.closed = true
    await store.remove('one')
    expect([...browser.items.keys()]).toEqual(['two'])
    expect(browser.opened).toBe(3)
  })
})
