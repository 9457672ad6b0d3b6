import type { ServerFrame } from '@everkin/contract/types.ts'
import { describe, expect, it } from 'vitest'
import { appendFrame } from './frame-delivery.ts'

const delta = (offset: number, text: string, message = 'm1'): ServerFrame => ({
  type: 'message.delta',
  chat_id: 'c1',
  message_id: message,
  offset,
  text,
})
const gone: ServerFrame = { type: 'chat.deleted', chat_id: 'c1' }

describe('merging deltas', () => {
  it('merges consecutive deltas of one message, and nothing else', () => {
    const backlog: ServerFrame[] = []
    for (const frame of [
      delta(0, 'a'),
      delta(1, '😀'),
      delta(3, 'b'),
      delta(5, 'gap'),
      delta(8, 'x', 'm2'),
      gone,
      delta(9, 'y', 'm2'),
    ])
      appendFrame(backlog, frame)
    expect(backlog).toEqual([delta(0, 'a😀b'), delta(5, 'gap'), delta(8, 'x', 'm2'), gone, delta(9, 'y', 'm2')])
  })
})
