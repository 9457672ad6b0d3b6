import { MINUTE_MS } from './durations.ts'
import type { Log } from './log.ts'
import { errorCodeOf } from './monitoring/service-monitor.ts'

const REMINDER_INTERVAL_MS = 10 * MINUTE_MS

/** What is logged of something that fails again and again while a service is away. */
export interface OutageLog {
  /** @param fields what else the line contains, such as the id of the request */
  fail(error: unknown, fields?: object): void
  succeed(): void
}

export interface OutageLogOptions {
  /** Of the lines about failures; `warn` unless given. */
  level?: 'warn' | 'error'
  /** How often one kind of failure is logged; ten minutes unless given. */
  intervalMs?: number
  /** The outage ends with the first success this long after the last failure; at once unless given. */
  quietMs?: number
  /** A clock that never goes back; tests set it. */
  nowMs?: () => number
}

/**
 * Logs the first failure of each kind, then one in each interval with the number of those in between, and the end of the
 * outage with the number of all. `errorCodeOf` tells kinds apart, so that one does not hide another.
 * @param texts the messages of the failures and of the end
 */
export function createOutageLog(
  log: Pick<Log, 'warn' | 'error' | 'info'>,
  texts: { failed: string; recovered: string },
  {
    level = 'warn',
    intervalMs = REMINDER_INTERVAL_MS,
    quietMs = 0,
    nowMs = () => performance.now(),
  }: OutageLogOptions = {},
): OutageLog {
  const kinds = new Map<string, { loggedAtMs: number; unlogged: number }>()
  let failures = 0
  let failedAtMs = 0
  return {
    fail(error, fields) {
      failures += 1
      failedAtMs = nowMs()
      const kind = errorCodeOf(error)
      const known = kinds.get(kind)
      if (known && failedAtMs - known.loggedAtMs < intervalMs) {
        known.unlogged += 1
        return
      }
      log[level]({ error, ...fields, ...(known && { unlogged: known.unlogged }) }, texts.failed)
      kinds.set(kind, { loggedAtMs: failedAtMs, unlogged: 0 })
    },
    succeed() {
      if (failures === 0 || nowMs() - failedAtMs < quietMs) return
      log.info({ failures }, texts.recovered)
      kinds.clear()
      failures = 0
    },
  }
}
