import { MINUTE_MS, SECOND_MS } from '../durations.ts'
import type { Log } from '../log.ts'
import { createOutageLog, type OutageLog } from '../outage-log.ts'
import { sqlState } from './database.ts'

/**
 * SQLSTATE classes that mean: the database is unavailable or shutting down, or only read while another server takes over
 * (25006), not that our query is wrong.
 */
const UNAVAILABLE_STATES = /^(08|57P|53|25006)/
/**
 * What may pass while the database works for others: a statement or its wait for a lock took too long, others were
 * faster in every attempt, or its files could not be read or written.
 */
const PASSING_STATES = /^(57014|55P03|40001|40P01|58)/

/** Errors of connections; those of other services look the same. */
const connectionErrors = new WeakSet<object>()

/** Marks an error of a connection to the database, so that `isDatabaseUnavailable` knows it. Returns the error. */
export function markConnectionError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error)
  return error
}

/** Whether an error means that the database is unavailable, rather than that our query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const isConnectionError = typeof error === 'object' && error !== null && connectionErrors.has(error)
  return isConnectionError || UNAVAILABLE_STATES.test(sqlState(error) ?? '') || isWorkerLost(error)
}

/** Whether a statement failed for a reason that may be gone when it is tried again. Nothing of it is stored. */
export function isPassingFailure(error: unknown): boolean {
  return PASSING_STATES.test(sqlState(error) ?? '')
}

/** A worker of Citus that went away within a transaction, for which Citus has no code. */
function isWorkerLost(error: unknown): boolean {
  return error instanceof Error && sqlState(error) === 'XX000' && error.message.startsWith('failure on connection')
}

type OutageLogger = Pick<Log, 'warn' | 'error' | 'info'>

const outages = new WeakMap<OutageLogger, OutageLog>()

/**
 * The outage of the process that writes this log. It ends with a statement that works once no request has failed for
 * ten seconds: while the pool is full, or one worker of Citus is away, some work and others fail.
 */
export function databaseOutageOf(log: OutageLogger): OutageLog {
  const outage =
    outages.get(log) ??
    createOutageLog(
      log,
      { failed: 'the database is away', recovered: 'the database is back' },
      { level: 'error', intervalMs: MINUTE_MS, quietMs: 10 * SECOND_MS },
    )
  outages.set(log, outage)
  return outage
}
