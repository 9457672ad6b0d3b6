import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChatNotice } from './chat-snapshot.ts'
import { loadStoredNotices, storeNotices } from './notice-store.ts'

const notice = (kind: ChatNotice['notice']['kind']): ChatNotice => ({
  afterId: 'q',
  notice: {
    type: 'safety.notice',
    kind,
    chat_id: 'c',
    message_id: 'q',
    text: 'The story is paused.',
    help_lines: [{ name: 'A line', phone: '116 123', url: null, hours: null, country: 'GB' }],
    emergency: { phone: '999', country: 'GB' },
  },
})

const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  return () => vi.unstubAllGlobals()
})

describe('notices', () => {
  it('with help lines are restored after a reload, for the same person and chat (C1)', () => {
    storeNotices('ana', 'c', [notice('ai_reminder'), notice('crisis')])
    expect(loadStoredNotices('ana', 'c')).toEqual([notice('crisis')])
    expect(loadStoredNotices('ben', 'c')).toEqual([])
    expect(loadStoredNotices('ana', 'other')).toEqual([])
  })

  it.each(['{', 'null', '7', '[1, null, {}]', '[{"notice":{},"afterId":null}]'])(
    'ignores malformed data: %s',
    (value) => {
      items.set('everkin-notices:ana:c', value)
      expect(loadStoredNotices('ana', 'c')).toEqual([])
    },
  )

  it('last as long as the document when nothing can be stored', () => {
    vi.stubGlobal('sessionStorage', null)
    storeNotices('ana', 'd', [notice('crisis')])
    expect(loadStoredNotices('ana', 'd')).toEqual([notice('crisis')])
  })
})
