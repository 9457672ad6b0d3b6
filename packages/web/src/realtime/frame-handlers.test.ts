import type { ServerFrame } from '@everkin/contract/types.ts'
import { expect, it } from 'vitest'
import { type FrameHandlers, handleFrame, ignoreFrame } from './frame-handlers.ts'

const ignoreAll: FrameHandlers = {
  ready: ignoreFrame,
  ack: ignoreFrame,
  nack: ignoreFrame,
  'message.created': ignoreFrame,
  'message.delta': ignoreFrame,
  'message.reasoning': ignoreFrame,
  'message.completed': ignoreFrame,
  'message.updated': ignoreFrame,
  'path.changed': ignoreFrame,
  'message.deleted': ignoreFrame,
  'chat.updated': ignoreFrame,
  'chat.deleted': ignoreFrame,
  'wallet.updated': ignoreFrame,
  'order.updated': ignoreFrame,
  'task.updated': ignoreFrame,
  'notices.updated': ignoreFrame,
  'safety.notice': ignoreFrame,
  synced: ignoreFrame,
  resync: ignoreFrame,
  error: ignoreFrame,
  pong: ignoreFrame,
}

it('calls the handler for the type of the frame', () => {
  const heard: unknown[] = []
  const handlers: FrameHandlers = {
    ...ignoreAll,
    resync: (frame) => heard.push(frame.chat_id),
    pong: (frame) => heard.push(frame.t),
  }
  handleFrame(handlers, { type: 'pong', t: 7 })
  handleFrame(handlers, { type: 'resync', chat_id: 'c1' })
  handleFrame(handlers, { type: 'chat.deleted', chat_id: 'c2' })
  expect(heard).toEqual([7, 'c1'])
})

it.each(['later.thing', 'toString', '__proto__'])('ignores %s, an unknown type', (type) => {
  const frame = { type } as unknown as ServerFrame // a newer server may send it
  expect(() => handleFrame(ignoreAll, frame)).not.toThrow()
})
