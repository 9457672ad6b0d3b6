import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MINUTE_MS } from '../durations.ts'
import { openStretchWindow, threadCpuMs } from '../event-loop.ts'
import type { Log } from '../log.ts'

/** No operation may hold the event loop longer. */
export const MAX_PAUSE_MS = 100
const SAMPLE_INTERVAL_MS = 20
/** Shorter pauses are not told apart from the sampling. */
const MIN_PAUSE_MS = 20
const LOG_INTERVAL_MS = MINUTE_MS
/** The delay is that of the last window, so that it falls again when a busy time is over. */
const DELAY_WINDOW_MS = 30_000

const UNNAMED = 'other'

/** While a process starts, code is compiled and caches are filled. */
const STARTUP_MS = MINUTE_MS

/** What an operation did to the event loop. */
interface PauseStats {
  longestMs: number
  /** Pauses over 100 ms. */
  tooLong: number
}

type Pauses = ReadonlyMap<string, Readonly<PauseStats>>

export interface EventLoopMonitor {
  /** By operation: a route, a frame, a job, `page`, or `other`. */
  pauses(): Pauses
  /** Pauses without the first minute, which says nothing about how the server works. */
  pausesSinceStartup(): Pauses
  /** Forgets what was measured so far. */
  reset(): void
  /** Lines of `/metrics`. */
  metrics(): string[]
  stop(): void
}

/**
 * Measures how long operations hold the event loop, in CPU time of the main thread, so that other programs on the
 * machine do not count. Pauses over 100 ms are logged, once a minute for each operation.
 */
export function startEventLoopMonitor(log: Log, startupMs = STARTUP_MS): EventLoopMonitor {
  const stats = new Map<string, PauseStats>()
  const statsSinceStartup = new Map<string, PauseStats>()
  const startedUpAt = performance.now() + startupMs
  const loggedAt = new Map<string, number>()
  const stretches = openStretchWindow()
  let dueAt = performance.now() + SAMPLE_INTERVAL_MS
  let cpuMs = threadCpuMs()
  let timer = setTimeout(sample, SAMPLE_INTERVAL_MS).unref()
  const delays = monitorEventLoopDelay({ resolution: SAMPLE_INTERVAL_MS })
  delays.enable()
  let windowSince = performance.now()
  let windowDelayMs: number | null = null
  // Node counts the time between two samples, so without any delay it measures the interval.
  const delayMs = () => Math.max(0, delays.percentile(99) / 1e6 - SAMPLE_INTERVAL_MS)

  function sample(): void {
    const now = performance.now()
    if (now - windowSince >= DELAY_WINDOW_MS) {
      windowDelayMs = delayMs()
      delays.reset()
      windowSince = now
    }
    const cpuNowMs = threadCpuMs()
    const longest = stretches.take()
    if (now - dueAt >= MIN_PAUSE_MS) record(longest.operation ?? UNNAMED, Math.min(longest.ms, cpuNowMs - cpuMs), now)
    cpuMs = cpuNowMs
    dueAt = now + SAMPLE_INTERVAL_MS
    timer = setTimeout(sample, SAMPLE_INTERVAL_MS).unref()
  }

  function record(operation: string, pauseMs: number, now: number): void {
    if (pauseMs < MIN_PAUSE_MS) return
    count(stats, operation, pauseMs)
    if (now - pauseMs >= startedUpAt) count(statsSinceStartup, operation, pauseMs)
    if (pauseMs <= MAX_PAUSE_MS) return
    // What has no name in the first minute is the start itself: nobody was waiting.
    if (operation === UNNAMED && now - pauseMs < startedUpAt) return
    if (now - (loggedAt.get(operation) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return
    loggedAt.set(operation, now)
    log.warn({ operation, pauseMs: Math.round(pauseMs) }, 'an operation held up the event loop')
  }

  return {
    pauses: () => stats,
    pausesSinceStartup: () => statsSinceStartup,
    reset() {
      stretches.take()
      cpuMs = threadCpuMs()
      stats.clear()
      statsSinceStartup.clear()
    },
    metrics: () => [
      '# HELP nodejs_eventloop_delay_p99_seconds How late the event loop is, 99th percentile of half a minute.',
      '# TYPE nodejs_eventloop_delay_p99_seconds gauge',
      `nodejs_eventloop_delay_p99_seconds ${((windowDelayMs ?? delayMs()) / 1000).toFixed(4)}`,
      '# HELP everkin_event_loop_longest_pause_seconds Longest time that the operation held the event loop.',
      '# TYPE everkin_event_loop_longest_pause_seconds gauge',
      ...[...stats].map(
        ([operation, { longestMs }]) =>
          `everkin_event_loop_longest_pause_seconds{operation="${operation}"} ${(longestMs / 1000).toFixed(4)}`,
      ),
      '# HELP everkin_event_loop_long_pauses_total Times that the operation held the event loop for over 100 ms.',
      '# TYPE everkin_event_loop_long_pauses_total counter',
      ...[...stats].map(
        ([operation, { tooLong }]) => `everkin_event_loop_long_pauses_total{operation="${operation}"} ${tooLong}`,
      ),
    ],
    stop() {
      clearTimeout(timer)
      delays.disable()
      stretches.close()
    },
  }
}

function count(stats: Map<string, PauseStats>, operation: string, pauseMs: number): void {
  const known = stats.get(operation) ?? { longestMs: 0, tooLong: 0 }
  known.longestMs = Math.max(known.longestMs, pauseMs)
  if (pauseMs > MAX_PAUSE_MS) known.tooLong += 1
  stats.set(operation, known)
}
