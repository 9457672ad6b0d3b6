import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RealtimeSocket, reconnectDelayMs } from './realtime-socket.ts'
import type { SocketEnvironment, SocketHandlers, SocketLike } from './socket-environment.ts'

class FakeSocket implements SocketLike {
  sent: { type: string; [field: string]: unknown }[] = []
  closedWith: number | undefined | null = null
  handlers: SocketHandlers
  constructor(handlers: SocketHandlers) {
    this.handlers = handlers
  }
  send(data: string) {
    this.sent.push(JSON.parse(data))
  }
  close(code?: number) {
    this.closedWith = code
  }
  say(frame: unknown) {
    this.handlers.message(JSON.stringify(frame))
  }
  ready(userRev = 1) {
    this.say({ type: 'ready', user_id: 'person', server_time: '2026-11-20T10:00:00Z', user_rev: userRev })
  }
}

function openTab(token: string | null = 'token-1') {
  const tab = {
    token,
    nowMs: 0,
    chance: 0,
    sockets: [] as FakeSocket[],
    warnings: [] as string[],
    timers: [] as { atMs: number; work: () => void }[],
    comeBack: () => {},
    /** Advances the clock and runs the due timers in order. */
    pass(ms: number) {
      const untilMs = tab.nowMs + ms
      for (;;) {
        const due = tab.timers.filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
        if (!due) break
        tab.nowMs = due.atMs
        tab.timers.splice(tab.timers.indexOf(due), 1)
        due.work()
      }
      tab.nowMs = untilMs
    },
    get newest() {
      return tab.sockets.at(-1)!
    },
  }
  const environment: SocketEnvironment = {
    open(_token, handlers) {
      const socket = new FakeSocket(handlers)
      tab.sockets.push(socket)
      return socket
    },
    readToken: () => tab.token,
    nowMs: () => tab.nowMs,
    random: () => tab.chance,
    warn: (line) => tab.warnings.push(line),
    schedule(delayMs, work) {
      const timer = { atMs: tab.nowMs + delayMs, work }
      tab.timers.push(timer)
      return () => {
        const at = tab.timers.indexOf(timer)
        if (at >= 0) tab.timers.splice(at, 1)
      }
    },
    onReturn(listener) {
      tab.comeBack = listener
      return () => {
        tab.comeBack = () => {}
      }
    },
  }
  const live = new RealtimeSocket(environment, 'person')
  return { tab, live }
}

describe('the console warning', () => {
  it('is written once per outage, and again after a successful connection', () => {
    const { tab, live } = openTab('secret-token')
    live.start()
    tab.newest.handlers.close(1006, true)
    tab.pass(4_000)
    tab.newest.handlers.close(1006, true)
    expect(tab.warnings).toEqual(['The live connection failed (code 1006). Connecting again.'])
    tab.pass(10_000)
    tab.newest.ready()
    tab.newest.handlers.close(1009, true)
    expect(tab.warnings).toHaveLength(2)
    expect(tab.warnings.join()).not.toContain('secret-token')
  })

  it('is not written for a close without an error', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.ready()
    tab.newest.handlers.close(1012)
    expect(tab.warnings).toEqual([])
  })
})

describe('reconnecting', () => {
  it('waits 3000 to 3600 ms after the close, then doubles the delay up to 30 s (REC-01)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const pauseMs = reconnectDelayMs(attempt, chance)
        const baseMs = Math.min(3_000 * 2 ** (attempt - 1), 30_000)
        expect(pauseMs).toBeGreaterThanOrEqual(baseMs)
        expect(pauseMs).toBeLessThanOrEqual(baseMs + 600)
      }),
    )
  })

  it('opens a new socket after the delay, and starts with the short delay again after a success', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.ready()
    tab.newest.handlers.close(1012)
    expect(live.state.get()).toBe('waiting')
    tab.pass(2_999)
    expect(tab.sockets).toHaveLength(1)
    tab.pass(1)
    expect(tab.sockets).toHaveLength(2)
    tab.newest.handlers.close(4508)
    tab.pass(5_999)
    expect(tab.sockets).toHaveLength(2)
    tab.pass(1)
    tab.newest.ready()
    tab.newest.handlers.close(1006)
    tab.pass(3_000)
    expect(tab.sockets).toHaveLength(4)
  })

  it('reconnects at once when the browser is online again or the tab becomes visible', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.handlers.close(1006)
    tab.comeBack()
    expect(tab.sockets).toHaveLength(2)
    tab.pass(10_000)
    expect(tab.sockets).toHaveLength(2)
  })

  it('stops at 4401 and reports signed-out until it is started again (REC-08)', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.handlers.close(4401)
    expect(live.state.get()).toBe('signed-out')
    tab.pass(120_000)
    tab.comeBack()
    expect(tab.sockets).toHaveLength(1)
    live.start()
    expect(tab.sockets).toHaveLength(2)
  })

  it('connects again on the return to a tab when another one has signed in again', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.handlers.close(4401)
    tab.token = 'token-2'
    tab.comeBack()
    tab.newest.ready()
    expect([tab.sockets.length, live.state.get()]).toEqual([2, 'open'])
  })

  it('serves nobody but the person of its page, whoever another tab has signed in meanwhile', () => {
    const { tab, live } = openTab()
    const heard: string[] = []
    live.onFrame((frame) => heard.push(frame.type))
    live.start()
    tab.newest.handlers.close(1006)
    tab.token = 'token of another person'
    tab.pass(4_000)
    const ready = { type: 'ready', user_id: 'another', server_time: '2026-11-20T10:00:00Z', user_rev: 1 }
    const socket = tab.newest
    socket.say(ready)
    socket.say({ type: 'pong', t: 1 })
    expect([live.state.get(), heard, socket.sent]).toEqual(['signed-out', [], []])
    expect(socket.closedWith).toBe(1000)
    tab.comeBack()
    tab.pass(120_000)
    expect(tab.sockets).toHaveLength(2)
  })

  it('does not connect without a token', () => {
    const { tab, live } = openTab(null)
    live.start()
    expect(live.state.get()).toBe('signed-out')
    expect(tab.sockets).toHaveLength(0)
  })

  it('ignores events of a closed socket', () => {
    const { tab, live } = openTab()
    const heard: string[] = []
    live.onFrame((frame) => heard.push(frame.type))
    live.start()
    const old = tab.newest
    live.stop()
    old.ready()
    old.handlers.close(1006)
    expect(heard).toEqual([])
    expect(live.state.get()).toBe('idle')
  })
})

describe('a dead connection', () => {
  it('is detected within 45 s of the last frame (REC-06)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 19_000 }), { maxLength: 20 }), (pausesMs) => {
        const { tab, live } = openTab()
        live.start()
        tab.newest.ready()
        for (const pauseMs of pausesMs) {
          tab.pass(pauseMs)
          tab.newest.say({ type: 'pong', t: 1 })
        }
        expect(live.state.get()).toBe('open')
        tab.pass(45_000)
        expect(tab.sockets.length > 1 || live.state.get() === 'waiting').toBe(true)
      }),
    )
  })

  it('is not assumed while pongs arrive', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.ready()
    for (let round = 0; round < 20; round++) {
      tab.pass(20_000)
      expect(tab.newest.sent.at(-1)?.type).toBe('ping')
      tab.newest.say({ type: 'pong', t: 1 })
    }
    expect(live.state.get()).toBe('open')
    expect(tab.sockets).toHaveLength(1)
  })

  it('is probed after a return to the tab, and closed after 5 s of silence (REC-09)', () => {
    const { tab, live } = openTab()
    live.start()
    tab.newest.ready()
    tab.comeBack()
    expect(tab.newest.sent.at(-1)?.type).toBe('ping')
    tab.pass(5_000)
    expect(live.state.get()).toBe('waiting')
    expect(tab.newest.closedWith).toBeUndefined()
  })
})

describe('frames', () => {
  it('are refused while the socket is not open, and sent when it is', () => {
    const { tab, live } = openTab()
    live.start()
    expect(live.send({ type: 'generation.stop', chat_id: 'c' })).toBe(false)
    tab.newest.ready()
    expect(live.send({ type: 'generation.stop', chat_id: 'c' })).toBe(true)
    expect(tab.newest.sent.at(-1)).toEqual({ type: 'generation.stop', chat_id: 'c' })
  })

  it('request missed changes after every ready, with the state of the open conversations', () => {
    const { tab, live } = openTab()
    let rev = 4
    live.addSyncSource(() => ({ chats: [{ chat_id: 'c', rev }], streams: [{ message_id: 'm', offset: 7 }] }))
    live.start()
    tab.newest.ready()
    expect(tab.newest.sent[0]).toEqual({
      type: 'sync',
      chats: [{ chat_id: 'c', rev: 4 }],
      streams: [{ message_id: 'm', offset: 7 }],
    })
    tab.newest.say({ type: 'synced', user_rev: 12, chats: [] })
    rev = 9
    tab.newest.handlers.close(1006)
    tab.comeBack()
    tab.newest.ready(15)
    expect(tab.newest.sent[0]).toMatchObject({ user_rev: 12, chats: [{ chat_id: 'c', rev: 9 }] })
  })

  it('are ignored if they are malformed or of an unknown type', () => {
    const { tab, live } = openTab()
    const pongs: number[] = []
    live.on('pong', (frame) => pongs.push(frame.t))
    live.start()
    tab.newest.ready()
    for (const data of [
      '',
      '{',
      'null',
      '[]',
      '7',
      new ArrayBuffer(2),
      '{"type":3}',
      '{"type":"future.frame","x":1}',
    ]) {
      tab.newest.handlers.message(data)
    }
    tab.newest.say({ type: 'pong', t: 5 })
    expect(pongs).toEqual([5])
    expect(live.state.get()).toBe('open')
  })
})
