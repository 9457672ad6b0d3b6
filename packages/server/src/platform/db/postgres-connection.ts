import type pg from 'pg'
import { sqlState } from './database.ts'

/** How a process uses PostgreSQL. */
export interface PostgresOptions {
  poolSize?: number
  /** How long to wait for a connection, or for a database that restarts. */
  connectTimeoutMs?: number
  /** Limits of a session; 0: none. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleTransactionTimeoutMs?: number
  /** How long to wait for an answer; null: a little longer than a statement may take. */
  answerTimeoutMs?: number | null
  /**
   * The address is a pooler in transaction mode (PgBouncer): a session belongs to us for one transaction at most, so
   * nothing is prepared by a name and limits are set in each transaction.
   */
  isPooled?: boolean
}

/** Defaults of the settings DATABASE_…. */
export const POSTGRES_DEFAULTS: Required<PostgresOptions> = {
  poolSize: 10,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 15_000,
  lockTimeoutMs: 10_000,
  idleTransactionTimeoutMs: 60_000,
  answerTimeoutMs: null,
  isPooled: false,
}

/** The session settings that every statement of ours runs with. */
export function sessionSettings(options: Required<PostgresOptions>): [name: string, value: string][] {
  return [
    // Every statement here is short: compiling one takes longer than running it.
    ['jit', 'off'],
    ['statement_timeout', String(options.statementTimeoutMs)],
    ['lock_timeout', String(options.lockTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(options.idleTransactionTimeoutMs)],
  ]
}

/** What opens a transaction; through a pooler the settings come with it, in the same round trip. */
export function beginStatement(options: Required<PostgresOptions>): string {
  if (!options.isPooled) return 'begin'
  return ['begin', ...sessionSettings(options).map(([name, value]) => `set local ${name} = ${value}`)].join('; ')
}

const ANSWER_DELAY_MS = 5_000

/**
 * How long to wait for an answer, or undefined to wait without a limit. A network may swallow packets without a word:
 * then nothing would ever end the wait. It is longer than the server's own limit, whose answer comes first.
 */
export function answerTimeoutOf(options: Required<PostgresOptions>): number | undefined {
  if (options.answerTimeoutMs !== null) return options.answerTimeoutMs
  return options.statementTimeoutMs === 0 ? undefined : options.statementTimeoutMs + ANSWER_DELAY_MS
}

/** Whether a statement got no answer: its connection is unusable, and its outcome is unknown. */
export function isAnswerTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout' // pg has no code for it
}

const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 1_000

/**
 * A client of the pool. While the database restarts or has no connection left, it tries again until `timeoutMs` is
 * over. A client that is checked out has a listener: without one, a lost connection would end the process.
 */
export async function checkOut(
  pool: pg.Pool,
  timeoutMs: number,
  onLost: (error: Error) => void,
): Promise<{ client: pg.PoolClient; release(error?: unknown): void }> {
  let waitedMs = 0
  for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(MAX_RETRY_MS, delayMs * 2)) {
    try {
      const client = await pool.connect()
      client.on('error', onLost)
      return {
        client,
        release(error) {
          client.off('error', onLost)
          // Only a session that is gone is closed; after an ordinary error it is as good as before.
          client.release(error !== undefined && (isLostConnection(error) || isAnswerTimeout(error)))
        },
      }
    } catch (error) {
      if (!isStarting(error) || waitedMs + delayMs > timeoutMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    waitedMs += delayMs
  }
}

const STARTING_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300'])

/** Nobody listens yet, the server starts or shuts down, or all of its connections are in use. */
function isStarting(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown } // of the system or an SQLSTATE
  return STARTING_ERRORS.has(String(code))
}

const SOCKET_ERRORS = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'])

/** Whether the session ended under a statement: by the network, the server or the pooler. */
export function isLostConnection(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null && /^(08|57P0[1-5]|25P03)/.test(state)) return true
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown } // of the system or the driver
  return SOCKET_ERRORS.has(String(code)) || /^(Connection terminated|Client has encountered)/.test(String(message))
}

/** A statement that changes nothing and locks nothing may run again when nobody knows whether it ran. */
export function isReadOnly(text: string): boolean {
  return (
    /^\s*select\b/i.test(text) && !/\b(for\s+(no\s+key\s+)?(update|(key\s+)?share)|nextval|pg_\w*lock\w*)\b/i.test(text)
  )
}

/** The settings of a pooled session that differ from ours; they belong into `connect_query` of the pooler. */
export async function findPoolerDifferences(pool: pg.Pool, options: Required<PostgresOptions>): Promise<string[]> {
  const wanted = sessionSettings(options)
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1::text[])',
    [wanted.map(([name]) => name)],
  )
  const found = new Map(rows.map(({ name, setting }) => [name, setting]))
  return wanted.flatMap(([name, value]) => (found.get(name) === value ? [] : [`${name} = ${value}`]))
}
