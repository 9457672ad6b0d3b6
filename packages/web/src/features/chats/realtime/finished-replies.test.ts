import type { Message, ServerFrameOf } from '@everkin/contract/types.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchFinishedReplies } from './finished-replies.ts'

type Completed = ServerFrameOf<'message.completed'>

let page: { hidden: boolean }
let told: unknown[]
let hear: (message: Partial<Message>) => void
let stop: () => void

const reply: Partial<Message> = {
  id: 'm1',
  chat_id: 'c1',
  role: 'character',
  status: 'complete',
  speaker: { card_id: 'ilse', name: 'Ilse Marlow', avatar: null },
  text: 'Nobody else’s business.',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  page = { hidden: true }
  vi.stubGlobal('document', page)
  told = []
  const socket = {
    on: (_type: 'message.completed', listener: (frame: Completed) => void) => {
      hear = (message) => listener({ type: 'message.completed', message: message as Message }) // what the code reads
      return () => {}
    },
  }
  stop = watchFinishedReplies(socket, (heard) => told.push(heard))
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reports who has answered, but no text of the reply', () => {
  hear(reply)
  vi.advanceTimersByTime(500)
  expect(told).toEqual([{ chatId: 'c1', name: 'Ilse Marlow' }])
})

it.each([
  ['a reply in sight', reply, false],
  ['one’s own message', { ...reply, role: 'user' as const, speaker: null }, true],
  ['a reply that was stopped', { ...reply, status: 'stopped' as const }, true],
])('ignores %s', (_name, message, hidden) => {
  page.hidden = hidden
  hear(message)
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([])
})

it('stays silent if the reader has come back in the meantime', () => {
  hear(reply)
  page.hidden = false
  vi.advanceTimersByTime(500)
  expect(told).toEqual([])
})

it('ignores a reply that is visible in another tab', async () => {
  const other = new BroadcastChannel('everkin-replies-seen')
  hear(reply)
  hear({ ...reply, id: 'm2' })
  other.postMessage('m1')
  // BroadcastChannel messages are delivered by the platform, so fake timers do not advance them.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(500)
  other.close()
  expect(told).toHaveLength(1)
})
