import type { Chat } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { CHAT } from '../realtime/testing/server-model.ts'
import { ChatList, type ChatListPorts } from './chat-list.ts'

const chat = (id: string, minute: number, fields: Partial<Chat> = {}): Chat => ({
  ...CHAT,
  id,
  updated_at: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ...fields,
})
const page = (list: Chat[], next_cursor: string | null = null) => ({ list, next_cursor })
const never: ChatListPorts = { list: () => new Promise(() => {}) }
const idsOf = (list: ChatList) => list.snapshot().chats.map(({ id }) => id)

describe('live frames', () => {
  it('move a chat to its position, pinned ones first', () => {
    const list = new ChatList(page([chat('a', 30), chat('b', 20), chat('c', 10)]), never)
    list.applyFrame({ type: 'chat.updated', chat: chat('c', 40, { unread: 2 }) })
    expect(idsOf(list)).toEqual(['c', 'a', 'b'])
    list.applyFrame({ type: 'chat.updated', chat: chat('b', 20, { pinned: true }) })
    list.applyFrame({ type: 'chat.updated', chat: chat('new', 50) })
    expect(idsOf(list)).toEqual(['b', 'new', 'c', 'a'])
    list.applyFrame({ type: 'chat.deleted', chat_id: 'c' })
    expect(idsOf(list)).toEqual(['b', 'new', 'a'])
  })

  it('do not bring back a chat that was just deleted here, until that is undone', () => {
    const list = new ChatList(page([chat('a', 30), chat('b', 20)]), never)
    list.hide('a')
    list.applyFrame({ type: 'chat.updated', chat: chat('a', 40) })
    expect(idsOf(list)).toEqual(['b'])
    list.unhide('a')
    expect(idsOf(list)).toEqual(['a', 'b'])
  })

  it('of a chat outside the search results are ignored', async () => {
    const list = new ChatList(page([chat('a', 30)]), { list: async () => page([chat('b', 20)]) })
    await list.search('il')
    list.applyFrame({ type: 'chat.updated', chat: chat('z', 50) })
    expect(idsOf(list)).toEqual(['b'])
  })
})

describe('pages and search', () => {
  it('appends the next page without duplicates and stops at the end', async () => {
    const asked: unknown[] = []
    const list = new ChatList(page([chat('a', 30)], 'next'), {
      list: async (query) => {
        asked.push(query.cursor)
        return page([chat('a', 30), chat('b', 20)])
      },
    })
    await Promise.all([list.loadMore(), list.loadMore()])
    await list.loadMore()
    expect(idsOf(list)).toEqual(['a', 'b'])
    expect(asked).toEqual(['next'])
    expect(list.snapshot().hasMore).toBe(false)
  })

  it('applies only the response to the latest query', async () => {
    const answers: ((value: ReturnType<typeof page>) => void)[] = []
    const list = new ChatList(page([]), { list: () => new Promise((resolve) => answers.push(resolve)) })
    const first = list.search('i')
    const second = list.search('il')
    answers[1]!(page([chat('ilse', 30)]))
    answers[0]!(page([chat('other', 30)]))
    await Promise.all([first, second])
    expect(idsOf(list)).toEqual(['ilse'])
    expect(list.snapshot()).toMatchObject({ query: 'il', state: 'idle' })
  })

  it('preserves the current list when a load fails', async () => {
    const list = new ChatList(page([chat('a', 30)]), { list: async () => Promise.reject(new Error('no network')) })
    await list.search('x')
    expect(list.snapshot().state).toBe('failed')
    expect(idsOf(list)).toEqual(['a'])
  })
})

describe('chats cached in this browser', () => {
  it('add only chats that are newer than on the page or missing from it', () => {
    const list = new ChatList(page([chat('a', 30), chat('b', 20)]), never)
    list.mergeCached([chat('a', 10, { unread: 9 }), chat('b', 40), chat('c', 35)])
    expect(idsOf(list)).toEqual(['b', 'c', 'a'])
    expect(list.snapshot().chats.at(-1)?.unread).toBe(chat('a', 30).unread)
  })
})
