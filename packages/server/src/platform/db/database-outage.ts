import { MINUTE_MS, SECOND_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { sqlState } from './database.ts'

/** Failures of one kind are logged once in this time. */
const LOG_INTERVAL_MS = MINUTE_MS
/** A statement that works says nothing while others fail: the pool may be full, or one worker of Citus away. */
const QUIET_MS = 10 * SECOND_MS

/** What is logged of requests that fail because the database is away. */
export interface DatabaseOutage {
  /** Logs the first failure with its kind of error, then at most one a minute with the number of those in between. */
  fail(error: unknown, requestId: string): void
  /** Call after a statement has worked: logs the end of an outage once no request has failed for ten seconds. */
  succeed(): void
}

type OutageLogger = Pick<Log, 'error' | 'info'>

const outages = new WeakMap<OutageLogger, DatabaseOutage>()

/** The outage of the process that writes this log. */
export function databaseOutageOf(log: OutageLogger): DatabaseOutage {
  const outage = outages.get(log) ?? createDatabaseOutage(log)
  outages.set(log, outage)
  return outage
}

/** @param nowMs a clock that never goes back; tests set it */
export function createDatabaseOutage(log: OutageLogger, nowMs: () => number = () => performance.now()): DatabaseOutage {
  /** By the code of the error, so that one kind of failure does not hide another. */
  const kinds = new Map<string, { loggedAtMs: number; unlogged: number }>()
  let failures = 0
  let failedAtMs = 0
  return {
    fail(error, requestId) {
      failures += 1
      failedAtMs = nowMs()
      const kind = kindOf(error)
      const known = kinds.get(kind)
      if (known && failedAtMs - known.loggedAtMs < LOG_INTERVAL_MS) {
        known.unlogged += 1
        return
      }
      log.error({ error, requestId, ...(known && { unlogged: known.unlogged }) }, 'the database is away')
      kinds.set(kind, { loggedAtMs: failedAtMs, unlogged: 0 })
    },
    succeed() {
      if (failures === 0 || nowMs() - failedAtMs < QUIET_MS) return
      log.info({ failures }, 'the database is back')
      kinds.clear()
      failures = 0
    },
  }
}

/** The code of the database or the system; errors without one are told apart by their class. */
function kindOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code // system errors carry one
  return sqlState(error) ?? (typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error)
}
