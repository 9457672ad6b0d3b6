import { describe, expect, it } from 'vitest'
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

function testStorage() {
  const items = new Map<string, string>()
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

describe('notices', () => {
  it('with help lines are restored after a reload, for the same person and chat (C1)', () => {
    const storage = testStorage()
    storeNotices(storage, 'ana', 'c', [notice('ai_reminder'), notice('crisis')])
    expect(loadStoredNotices(storage, 'ana', 'c')).toEqual([notice('crisis')])
    expect(loadStoredNotices(storage, 'ben', 'c')).toEqual([])
    expect(loadStoredNotices(storage, 'ana', 'other')).toEqual([])
  })

  it.each(['{', 'null', '7', '[1, null, {}]', '[{"notice":{},"afterId":null}]'])(
    'ignores malformed data: %s',
    (value) => {
      const storage = testStorage()
      storage.items.set('everkin-notices:ana:c', value)
      expect(loadStoredNotices(storage, 'ana', 'c')).toEqual([])
    },
  )

  it('tolerates storage that throws', () => {
    const refusing = {
      getItem: (): string => {
        throw new Error('not allowed')
      },
      setItem: () => {
        throw new Error('full')
      },
    }
    storeNotices(refusing, 'ana', 'c', [notice('crisis')])
    expect(loadStoredNotices(refusing, 'ana', 'c')).toEqual([])
  })
})
