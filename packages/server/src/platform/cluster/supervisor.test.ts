import { createTestClock } from '@everkin/testing/test-clock.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import type { BusEvent } from '../realtime/event-bus.ts'
import type { SupervisorMessage, WorkerMessage } from './messages.ts'
import { createSupervisor, type WorkerProcess } from './supervisor.ts'
import { createWorkerLink, type WorkerLink } from './worker-link.ts'

const log = createLog('silent')
const clock = createTestClock()

/** Workers that live in this process: links on one side, what the supervisor sees on the other. */
function workersOfTest() {
  const running: {
    id: number
    link: WorkerLink
    signals: string[]
    events: BusEvent[]
    exit(code: number | null): void
  }[] = []
  let started = 0
  const state = { fails: false }
  const fork = (): WorkerProcess => {
    const id = ++started
    let toSupervisor: (message: WorkerMessage) => void = () => undefined
    let toWorker: (message: SupervisorMessage) => void = () => undefined
    let onExit: (code: number | null) => void = () => undefined
    const link = createWorkerLink(id, {
      send: (message) => queueMicrotask(() => toSupervisor(message)),
      onMessage: (listener) => {
        toWorker = listener
      },
    })
    const events: BusEvent[] = []
    link.bus.subscribe((event) => events.push(event))
    const worker = {
      id,
      link,
      signals: [] as string[],
      events,
      exit(code: number | null) {
        running.splice(running.indexOf(worker), 1)
        onExit(code)
      },
    }
    running.push(worker)
    setTimeout(() => (state.fails ? worker.exit(1) : link.reportReady(`http://localhost:1/${id}`)), 10)
    return {
      id,
      send: (message) => queueMicrotask(() => toWorker(message)),
      onMessage: (listener) => {
        toSupervisor = listener
      },
      onExit: (listener) => {
        onExit = listener
      },
      kill(signal) {
        worker.signals.push(signal)
        setTimeout(() => worker.exit(0), 10)
      },
    }
  }
  return { running, fork, state, started: () => started }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function started(count: number) {
  const workers = workersOfTest()
  const supervisor = createSupervisor(count, { clock, log, fork: workers.fork })
  const url = supervisor.start()
  await vi.advanceTimersByTimeAsync(100)
  return { ...workers, supervisor, url: await url }
}

const event: BusEvent = { kind: 'chats_erased', chatIds: ['c1'] }

describe('OPS-10: the supervisor of several workers', () => {
  it('starts the others only when the first one listens, and says where', async () => {
    const workers = workersOfTest()
    const url = createSupervisor(3, { clock, log, fork: workers.fork }).start()
    expect(workers.started()).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(await url).toBe('http://localhost:1/1')
    expect(workers.running).toHaveLength(3)
  })

  it('ends the start when the first worker cannot start', async () => {
    const workers = workersOfTest()
    workers.state.fails = true
    const refused = expect(createSupervisor(2, { clock, log, fork: workers.fork }).start()).rejects.toThrow('worker 1')
    await vi.advanceTimersByTimeAsync(100)
    await refused
    expect(workers.started()).toBe(1)
  })

  it('passes an event to each worker once', async () => {
    const { running } = await started(3)
    running[1]?.link.bus.publish(event)
    await vi.advanceTimersByTimeAsync(10)
    expect(running.map(({ events }) => events)).toEqual([[event], [event], [event]])
  })

  it('counts rate limits for all workers together', async () => {
    const { running } = await started(2)
    const limiters = running.map(({ link }) => link.limiter(clock, log))
    const limit = { max: 3, windowMs: 60_000 }
    for (const at of [0, 1, 0]) await limiters[at]?.consume('k', limit)
    await expect(limiters[1]?.consume('k', limit)).rejects.toMatchObject({
      errorName: 'TooManyRequests',
      facts: { retry_after: 60 },
    })
    await limiters[1]?.consume('another', limit)
  })

  it('lets a worker count for itself while the supervisor does not answer', async () => {
    const link = createWorkerLink(1, { send: () => undefined, onMessage: () => undefined })
    const limiter = link.limiter(clock, log)
    const limit = { max: 1, windowMs: 60_000 }
    const first = limiter.consume('k', limit)
    await vi.advanceTimersByTimeAsync(300)
    await first
    const second = expect(limiter.consume('k', limit)).rejects.toMatchObject({ errorName: 'TooManyRequests' })
    await vi.advanceTimersByTimeAsync(300)
    await second
  })

  it('replaces a worker that ended by itself, after a pause', async () => {
    const { running, started: count, supervisor } = await started(2)
    running[0]?.exit(null)
    expect(running).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(count()).toBe(2)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(running.map(({ id }) => id)).toEqual([2, 3])
    const stopped = supervisor.stop()
    await vi.advanceTimersByTimeAsync(100)
    await stopped
  })

  it('replaces its workers one by one, so that some always listen', async () => {
    const { running, supervisor } = await started(2)
    let least = running.length
    const restarted = supervisor.restart()
    for (let i = 0; i < 40; i++) {
      await vi.advanceTimersByTimeAsync(5)
      least = Math.min(least, running.length)
    }
    await restarted
    expect(least).toBe(2)
    expect(running.map(({ id }) => id)).toEqual([3, 4])
  })

  it('keeps the old workers when their replacement does not start', async () => {
    const { running, supervisor, state } = await started(2)
    state.fails = true
    const refused = expect(supervisor.restart()).rejects.toThrow('before it was ready')
    await vi.advanceTimersByTimeAsync(100)
    await refused
    expect(running.map(({ id }) => id)).toEqual([1, 2])
    expect(running.flatMap(({ signals }) => signals)).toEqual([])
  })

  it('tries again when it is asked to after a restart that failed', async () => {
    const { running, supervisor, state } = await started(2)
    state.fails = true
    const refused = expect(supervisor.restart()).rejects.toThrow('before it was ready')
    await vi.advanceTimersByTimeAsync(100)
    await refused
    state.fails = false
    const restarted = supervisor.restart()
    await vi.advanceTimersByTimeAsync(100)
    await restarted
    expect(running.map(({ id }) => id)).toEqual([4, 5])
  })

  it('ends all workers and replaces none of them', async () => {
    const { running, supervisor, started: count } = await started(3)
    const stopped = supervisor.stop()
    await vi.advanceTimersByTimeAsync(100)
    await stopped
    await vi.advanceTimersByTimeAsync(60_000)
    expect(running).toEqual([])
    expect(count()).toBe(3)
  })

  it('collects the metrics of the other workers that answer', async () => {
    const { running } = await started(3)
    running[0]?.link.provideMetrics(async () => 'first')
    running[2]?.link.provideMetrics(() => new Promise(() => undefined))
    const asked = running[1]?.link.metricsOfOthers()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await asked).toEqual([{ worker: 1, text: 'first' }])
  })
})
