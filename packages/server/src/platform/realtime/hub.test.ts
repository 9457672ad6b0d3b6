import type { ServerFrame } from '@everkin/contract/types.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { createLocalEventBus } from './event-bus.ts'
import type { Connection } from './frame-delivery.ts'
import { createHub } from './hub.ts'

const delta = (offset: number, text: string, message = 'm1'): ServerFrame => ({
  type: 'message.delta',
  chat_id: 'c1',
  message_id: message,
  offset,
  text,
})
const gone: ServerFrame = { type: 'chat.deleted', chat_id: 'c1' }

/** A socket whose reader reads nothing until told to: what is sent stays buffered. */
function connectReader(personId = 'mara', sessionId = 's1') {
  const sent: ServerFrame[] = []
  const state = { isOpen: true, code: 0 }
  const socket = {
    OPEN: 1,
    bufferedAmount: 0,
    get readyState() {
      return state.isOpen ? 1 : 2
    },
    send(text: string) {
      sent.push(JSON.parse(text) as ServerFrame) // what the hub sends
      socket.bufferedAmount += text.length
    },
    close(code: number) {
      state.isOpen = false
      state.code = code
    },
  }
  const connection: Connection = { socket: socket as unknown as WebSocket, personId, sessionId, backlog: null } // all that the hub uses
  const stall = (bytes: number) => {
    socket.bufferedAmount = bytes
  }
  return { connection, sent, state, stall }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the hub', () => {
  it('sends a frame to every tab of a person, to nobody else, and to no closed tab', () => {
    const hub = createHub(createLocalEventBus())
    const [one, two, other] = [connectReader(), connectReader('mara', 's2'), connectReader('kim')]
    for (const { connection } of [one, two, other]) hub.add(connection, 0)
    hub.publishToPerson('mara', gone)
    hub.remove(two.connection)
    hub.publishToPerson('mara', delta(0, 'a'))
    expect(one.sent).toEqual([gone, delta(0, 'a')])
    expect(two.sent).toEqual([gone])
    expect(other.sent).toEqual([])
    expect(hub.connectionCount()).toBe(2)
  })

  it('AUTH-09: ends downloads with their session, or with all of their owner’s, also those that were just beginning', () => {
    const hub = createHub(createLocalEventBus())
    const ended: string[] = []
    const follow = (name: string, personId: string, sessionId: string | null, identifiedAt = performance.now()) =>
      hub.followDownload({ personId, sessionId }, identifiedAt, () => ended.push(name))
    const before = performance.now()
    follow('one', 'mara', 's1')
    follow('two', 'mara', 's2')
    follow('by link', 'mara', null)
    follow('other', 'kim', 's3')
    const stop = follow('over', 'mara', 's1')
    stop()
    expect(hub.sessionIds()).toEqual(['s1', 's2', 's3'])
    hub.closeSession('s1')
    expect(ended).toEqual(['one'])
    follow('late', 'mara', 's1', before)
    expect(ended).toEqual(['one', 'late'])
    hub.closePerson('mara')
    expect(new Set(ended.slice(2))).toEqual(new Set(['one', 'two', 'by link', 'late']))
  })

  it('WS-03: a slow reader gets its deltas merged, in order with the rest, once it has caught up', () => {
    const hub = createHub(createLocalEventBus())
    const [slow, quick] = [connectReader(), connectReader()]
    hub.add(slow.connection, 0)
    hub.add(quick.connection, 0)
    slow.stall(300_000)
    for (let i = 0; i < 500; i++) hub.publishToPerson('mara', delta(i, 'x'))
    hub.send(slow.connection, gone)
    hub.publishToPerson('mara', delta(500, 'end'))
    expect(slow.sent).toEqual([])
    expect(quick.sent).toHaveLength(501)
    vi.advanceTimersByTime(1_000)
    expect(slow.sent).toEqual([])
    slow.stall(0)
    vi.advanceTimersByTime(100)
    expect(slow.sent).toEqual([delta(0, 'x'.repeat(500)), gone, delta(500, 'end')])
    hub.publishToPerson('mara', gone)
    expect(slow.sent.at(-1)).toEqual(gone)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('WS-03: a reader that reads nothing is closed with 4508 before four megabytes are buffered for it', () => {
    const hub = createHub(createLocalEventBus())
    const { connection, sent, state, stall } = connectReader()
    hub.add(connection, 0)
    stall(300_000)
    let frames = 0
    while (state.isOpen && frames < 1_000) hub.publishToPerson('mara', delta(frames++ * 10_000, 'x'.repeat(10_000)))
    expect(state.code).toBe(4508)
    expect(frames * 10_000).toBeLessThan(4 * 1024 * 1024)
    expect(connection.backlog).toBeNull()
    hub.publishToPerson('mara', gone)
    expect(sent).toEqual([])
  })

  it('WS-03: a reader that does not catch up for half a minute is closed with 4508', () => {
    const hub = createHub(createLocalEventBus())
    const { connection, state, stall } = connectReader()
    hub.add(connection, 0)
    stall(300_000)
    hub.publishToPerson('mara', gone)
    vi.advanceTimersByTime(29_000)
    expect(state.isOpen).toBe(true)
    vi.advanceTimersByTime(2_000)
    expect(state.code).toBe(4508)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('AUTH-09: does not add a tab whose session was closed while it was being identified', () => {
    const hub = createHub(createLocalEventBus())
    const identifiedAt = performance.now()
    hub.closeSession('s1')
    hub.closePerson('kim')
    expect(hub.add(connectReader('mara', 's1').connection, identifiedAt)).toBe(false)
    expect(hub.add(connectReader('kim', 's3').connection, identifiedAt)).toBe(false)
    expect(hub.add(connectReader('mara', 's2').connection, identifiedAt)).toBe(true)
    vi.advanceTimersByTime(1)
    expect(hub.add(connectReader('kim', 's4').connection, performance.now())).toBe(true)
    expect(hub.sessionIds()).toEqual(['s2', 's4'])
  })

  it('closes the tabs of a session, of a person, and all of them', () => {
    const hub = createHub(createLocalEventBus())
    const [one, two, other, last] = [
      connectReader(),
      connectReader('mara', 's2'),
      connectReader('kim', 's3'),
      connectReader('noa', 's4'),
    ]
    for (const { connection } of [one, two, other, last]) hub.add(connection, 0)
    hub.closeSession('s1')
    expect([one, two, other].map(({ state }) => state.code)).toEqual([4401, 0, 0])
    hub.closePerson('kim')
    expect([two, other].map(({ state }) => state.code)).toEqual([0, 4401])
    hub.closeAll()
    expect([two, last].map(({ state }) => state.code)).toEqual([1012, 1012])
  })
})
