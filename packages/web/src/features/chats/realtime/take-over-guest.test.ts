import { beforeEach, describe, expect, it } from 'vitest'
import { type DraftStorage, draftStore } from '../../../lib/draft-store.ts'
import { Outbox } from './outbox.ts'
import { memoryOutboxStore, type OutboxStore } from './outbox-store.ts'
import { findGuestBefore, rememberGuest, takeOverDraft, takeOverUnsent } from './take-over-guest.ts'

function testStorage(): DraftStorage {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

describe('an account that a guest signs in to', () => {
  let storage: DraftStorage
  let store: OutboxStore
  let sent: string[]
  let clients = 0
  const both = { guestId: 'guest', userId: 'ana' }
  beforeEach(() => {
    storage = testStorage()
    store = memoryOutboxStore()
    sent = []
  })

  const outboxOf = (userId: string, self: string) =>
    new Outbox(userId, {
      store,
      tabs: { self, listAlive: async () => new Set(['guest-tab', self]) },
      send: (frame) => frame.type === 'message.send' && sent.push(frame.text) > 0,
      nowMs: () => 0,
      newClientId: () => `client-${++clients}`,
      schedule: () => () => {},
    })

  it('knows the guest, who is not their own successor', () => {
    expect(findGuestBefore(storage, 'ana')).toBeNull()
    rememberGuest(storage, 'guest')
    expect(findGuestBefore(storage, 'guest')).toBeNull()
    expect(findGuestBefore(storage, 'ana')).toBe('guest')
    expect(findGuestBefore(null, 'ana')).toBeNull()
  })

  it('takes over the drafts, and keeps its own', () => {
    draftStore('guest', storage).write('ferry', 'Where does')
    draftStore('guest', storage).write('lamp', 'Of the guest')
    draftStore('ana', storage).write('lamp', 'Of Ana')
    for (const chatId of ['ferry', 'lamp', 'empty']) takeOverDraft(storage, { ...both, chatId })
    const drafts = draftStore('ana', storage)
    expect([drafts.read('ferry'), drafts.read('lamp'), drafts.read('empty')]).toEqual(['Where does', 'Of Ana', ''])
    expect(draftStore('guest', storage).read('ferry')).toBe('')
  })

  it('sends what the guest had not sent in a chat, although the tab of the guest is still open (REC-05)', async () => {
    const before = outboxOf('guest', 'guest-tab')
    before.add('ferry', 'Still here?')
    before.add('of-somebody-else', 'Not for Ana')
    const outbox = outboxOf('ana', 'ana-tab')
    await takeOverUnsent(store, { ...both, chatId: 'ferry' })
    await outbox.adoptOrphans()
    outbox.setConnected(true)
    expect(sent).toEqual(['Still here?'])
    expect(await store.list('guest')).toMatchObject([{ text: 'Not for Ana' }])
  })
})
