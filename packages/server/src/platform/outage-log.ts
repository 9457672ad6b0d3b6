import { MINUTE_MS } from './durations.ts'
import type { Log } from './log.ts'

const REMINDER_INTERVAL_MS = 10 * MINUTE_MS

/** What a loop that tries again and again logs of its failures. */
export interface OutageLog {
  fail(error: unknown): void
  succeed(): void
}

/**
 * Logs the first failure of an outage as a warning, another one every ten minutes while it lasts, and its end.
 * @param texts the messages of the failures and of the end
 * @param nowMs a clock that never goes back; tests set it
 */
export function createOutageLog(
  log: Pick<Log, 'warn' | 'info'>,
  texts: { failed: string; recovered: string },
  nowMs: () => number = () => performance.now(),
): OutageLog {
  let loggedAtMs: number | null = null
  return {
    fail(error) {
      if (loggedAtMs !== null && nowMs() - loggedAtMs < REMINDER_INTERVAL_MS) return
      loggedAtMs = nowMs()
      log.warn({ error }, texts.failed)
    },
    succeed() {
      if (loggedAtMs !== null) log.info(texts.recovered)
      loggedAtMs = null
    },
  }
}
