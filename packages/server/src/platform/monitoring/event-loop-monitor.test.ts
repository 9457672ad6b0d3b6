import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asOperation, markProgress, threadCpuMs, yieldIfDue, yieldToEventLoop } from '../event-loop.ts'
import type { Log } from '../log.ts'
import { type EventLoopMonitor, startEventLoopMonitor } from './event-loop-monitor.ts'

/** Uses the CPU for this long. */
function compute(ms: number): void {
  const until = threadCpuMs() + ms
  while (threadCpuMs() < until) Math.sqrt(until)
}

describe('event loop monitor (LAG-01)', () => {
  let monitor: EventLoopMonitor
  const lines: Record<string, unknown>[] = []

  beforeEach(async () => {
    lines.length = 0
    monitor = startEventLoopMonitor({ warn: (line: Record<string, unknown>) => void lines.push(line) } as never as Log) // the only method that it calls
    await delay(50)
    monitor.reset()
  })
  afterEach(() => monitor.stop())

  const longestOf = (operation: string) => monitor.pauses().get(operation)?.longestMs ?? 0

  it('names the operation that held the event loop, whatever else is under way', async () => {
    const idle = asOperation('GET /idle', () => delay(150))
    await asOperation('POST /busy', async () => {
      await delay(10)
      markProgress()
      compute(120)
    })
    await idle
    await delay(60)
    expect(longestOf('POST /busy')).toBeGreaterThanOrEqual(115)
    expect(longestOf('GET /idle')).toBe(0)
    expect(monitor.pauses().get('POST /busy')?.tooLong).toBe(1)
  })

  it('keeps what happened while the process started apart', async () => {
    const young = startEventLoopMonitor({ warn: () => {} } as never as Log) // the only method that it calls
    const grown = startEventLoopMonitor({ warn: () => {} } as never as Log, 0) // as above
    await delay(50)
    await asOperation('POST /first', async () => compute(120))
    await delay(60)
    expect(young.pauses().get('POST /first')?.tooLong).toBe(1)
    expect(young.pausesSinceStartup().has('POST /first')).toBe(false)
    expect(grown.pausesSinceStartup().get('POST /first')?.tooLong).toBe(1)
    young.stop()
    grown.stop()
  })

  it('does not log a pause of the start itself', async () => {
    const logged: unknown[] = []
    const log = { warn: (line: { operation: string }) => void logged.push(line.operation) } as never as Log // as above
    const young = startEventLoopMonitor(log)
    await delay(50)
    compute(120)
    await delay(60)
    expect(young.pauses().get('other')?.tooLong).toBe(1)
    expect(logged).toEqual([])
    young.stop()
    const grown = startEventLoopMonitor(log, 0)
    await delay(50)
    compute(120)
    await delay(60)
    expect(logged).toEqual(['other'])
    grown.stop()
  })

  it('logs a pause over 100 ms once a minute for each operation, and puts it into the metrics', async () => {
    for (const name of ['job one', 'job one', 'job two'])
      await asOperation(name, async () => {
        compute(110)
        await delay(60)
      })
    expect(lines.map(({ operation }) => operation)).toEqual(['job one', 'job two'])
    const metrics = monitor.metrics().join('\n')
    expect(metrics).toMatch(/everkin_event_loop_longest_pause_seconds\{operation="job one"\} 0\.\d{4}/)
    expect(metrics).toContain('everkin_event_loop_long_pauses_total{operation="job one"} 2')
  })

  it('does not count waiting, nor work that yields', async () => {
    await asOperation('POST /sliced', async () => {
      for (let step = 0; step < 60; step++) {
        await yieldIfDue()
        compute(4)
      }
    })
    await asOperation('POST /yielding', async () => {
      for (let step = 0; step < 10; step++) {
        compute(10)
        await yieldToEventLoop()
      }
    })
    await asOperation('POST /waiting', () => delay(120))
    await delay(60)
    for (const name of ['POST /sliced', 'POST /yielding', 'POST /waiting']) expect(longestOf(name)).toBeLessThan(100)
    expect(lines).toEqual([])
  })
})
