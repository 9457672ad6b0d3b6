import { AsyncLocalStorage } from 'node:async_hooks'
import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { inSpan, type SpanKind } from './tracing/span.ts'

/** The longest stretch without a sign of progress since the window was opened or read, and who was running. */
export interface StretchWindow {
  operation: string | undefined
  ms: number
}

const operationName = new AsyncLocalStorage<string>()
const windows = new Set<StretchWindow>()
let runningOperation: string | undefined
let runningSince = performance.now()

/**
 * Runs `work`, and everything that it starts, under a name: a pause of the event loop is reported with the name of the
 * operation that caused it, and a trace shows it as a span. Names are few and tell nothing about a person: a route, a
 * frame type, a job.
 */
export function asOperation<Result>(name: string, work: () => Result, kind: SpanKind = 'server'): Result {
  return operationName.run(name, () => {
    markProgress()
    return inSpan(name, work, kind)
  })
}

/** Call it where an operation continues after a wait: time until the next call is attributed to this operation. */
export function markProgress(): void {
  const now = performance.now()
  const ms = now - runningSince
  for (const window of windows) {
    if (ms <= window.ms) continue
    window.ms = ms
    window.operation = runningOperation
  }
  runningOperation = operationName.getStore()
  runningSince = now
}

/** Watches the stretches until `close`; `take` returns the longest since the last call. */
export function openStretchWindow(): { take(): StretchWindow; close(): void } {
  const window: StretchWindow = { operation: undefined, ms: 0 }
  windows.add(window)
  return {
    take() {
      markProgress()
      const taken = { ...window }
      window.operation = undefined
      window.ms = 0
      return taken
    },
    close: () => void windows.delete(window),
  }
}

/** Lets everything else that is due run first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate()
  markProgress()
}

/** A pool of connections hands one out a tick after it was asked. The others are a reserve. */
const TICKS_TO_SEND = 3

/**
 * Lets a statement that was requested just now be sent, if a connection is free, before work that takes the processor.
 * Frames and requests do not get their turn in between.
 */
export async function flushStatement(): Promise<void> {
  for (let tick = 0; tick < TICKS_TO_SEND; tick++) await new Promise<void>((resolve) => process.nextTick(resolve))
}

/** Long enough that yielding costs next to nothing, short enough that nobody notices. */
const SLICE_MS = 10

/**
 * For long work in small steps: await it before each step. It yields to the event loop once 10 ms have passed without a
 * sign of progress, and otherwise costs nothing.
 */
export function yieldIfDue(): Promise<void> | undefined {
  return performance.now() - runningSince > SLICE_MS ? yieldToEventLoop() : undefined
}

/** CPU time of this thread, which a busy machine does not change. Node 22 only reports it for the process. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}

const LOAD_INTERVAL_MS = 100
let loadMark = performance.eventLoopUtilization()
let loadMarkedAt = performance.now()
let load = 0

/** The share of time, 0 to 1, in which the event loop had work to do, over the last tenths of a second. */
export function eventLoopLoad(): number {
  const now = performance.now()
  if (now - loadMarkedAt < LOAD_INTERVAL_MS) return load
  const mark = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(mark, loadMark)
  // After a longer silence, what was before it no longer counts.
  load = now - loadMarkedAt > 10 * LOAD_INTERVAL_MS ? utilization : (load + utilization) / 2
  loadMark = mark
  loadMarkedAt = now
  return load
}
