import type { Chat } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { totalUnread, UnreadCounts } from './unread-counts.ts'

function createTestChat(id: string, unread: number): Chat {
  return {
    id,
    type: 'single',
    card: { id: 'ilse', type: 'single', name: 'Ilse', avatar: null, tagline: '' },
    title: '',
    last_message: null,
    unread,
    pinned: false,
    muted: [],
    closed: false,
    rev: 1,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  }
}

describe('the unread count', () => {
  const begun = () => {
    const counts = new UnreadCounts()
    counts.reset({
      user_rev: 7,
      list: [
        { chat_id: 'a', unread: 2 },
        { chat_id: 'b', unread: 1 },
      ],
    })
    return counts
  }
  const total = (counts: UnreadCounts, except: string | null = null) =>
    totalUnread(counts.counts.get() ?? new Map(), except)

  it('starts with the counts of the page, and knows the revision to synchronise from', () => {
    expect(total(begun())).toBe(3)
    expect(begun().userRev).toBe(7)
  })

  it('follows messages, reads and deletions on any device', () => {
    const counts = begun()
    counts.applyFrame({ type: 'chat.updated', chat: createTestChat('c', 4) })
    expect(total(counts)).toBe(7)
    counts.applyFrame({ type: 'chat.updated', chat: createTestChat('a', 0) })
    counts.applyFrame({ type: 'chat.deleted', chat_id: 'b' })
    expect(total(counts)).toBe(4)
  })

  it('excludes the chat that is open', () => {
    expect(total(begun(), 'a')).toBe(1)
  })

  it('notifies subscribers only when something changed', () => {
    const counts = begun()
    let told = 0
    counts.counts.subscribe(() => {
      told += 1
    })
    counts.applyFrame({ type: 'chat.updated', chat: createTestChat('a', 2) })
    expect(told).toBe(0)
    counts.applyFrame({ type: 'chat.updated', chat: createTestChat('a', 3) })
    expect(told).toBe(1)
  })

  it('is empty again for the next person', () => {
    const counts = begun()
    counts.reset(null)
    expect(counts.counts.get()).toBeNull()
    expect(counts.userRev).toBeUndefined()
  })
})
