import pg from 'pg'
import { markProgress } from '../event-loop.ts'
import { CommitEffects, CommitListeners } from './commit-effects.ts'
import { createConnectionGate } from './connection-gate.ts'
import { type Database, type Queryable, type SqlValue, sqlState } from './database.ts'
import { markConnectionError } from './database-outage.ts'
import {
  answerTimeoutOf,
  beginStatement,
  checkOut,
  findPoolerDifferences,
  isAnswerTimeout,
  isLostConnection,
  isReadOnly,
  POSTGRES_DEFAULTS,
  type PostgresOptions,
  sessionSettings,
} from './postgres-connection.ts'
import { assertOutsideTransaction, runInTransactionScope } from './transaction-guard.ts'

// Parity with the embedded database: counts as numbers, dates as text rather than local midnights.
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)
types.setTypeParser(1082, (text) => text)
const TEXTS = 1009 as Parameters<typeof pg.types.getTypeParser>[0] // text[]: known to pg, missing from its types
const parseTexts = pg.types.getTypeParser(TEXTS) as (text: string) => (string | null)[] // what that parser gives
types.setTypeParser(1016, (text) => parseTexts(text).map((value) => (value === null ? null : Number(value)))) // int8[]
types.setTypeParser(1182, (text) => parseTexts(text)) // date[]

const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 3
const MAX_STATEMENT_NAMES = 500

/** The database in PostgreSQL. */
export interface PostgresDatabase extends Database {
  /** The session settings that a pooler does not apply as it should; none without a pooler. */
  findPoolerDifferences(): Promise<string[]>
}

const KEEP_ALIVE_DELAY_MS = 10_000
/** The longest that a timer can wait. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/**
 * PostgreSQL through a pool. `onLost` is called with errors of lost connections; the pool replaces them.
 * `onEffectError` is called with what a commit effect threw. A transaction is repeated when its connection is lost
 * before the commit was sent, and a statement outside of one when it only reads.
 */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  { onEffectError = () => undefined, ...chosen }: PostgresOptions & { onEffectError?: (error: unknown) => void } = {},
): PostgresDatabase {
  const options = { ...POSTGRES_DEFAULTS, ...chosen }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    types,
    // A pooler refuses the settings of a session at its start.
    ...(!options.isPooled && {
      options: sessionSettings(options)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
    connectionTimeoutMillis: options.connectTimeoutMs,
    query_timeout: answerTimeoutOf(options),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'everkin',
  })
  pool.on('error', onLost)
  const gate = createConnectionGate(options.poolSize, options.connectTimeoutMs)
  const connect = async () => {
    const leave = await gate.enter().catch(failConnecting)
    try {
      const { client, release } = await checkOut(pool, options.connectTimeoutMs, onLost)
      return {
        client,
        release(error?: unknown) {
          release(error)
          leave()
        },
      }
    } catch (error) {
      leave()
      return failConnecting(error)
    }
  }
  const asConfig = options.isPooled ? (text: string) => ({ text }) : preparedStatement

  const listeners = new CommitListeners(onEffectError)
  const database: PostgresDatabase = {
    kind: 'postgres',
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      assertOutsideTransaction(database)
      for (let attempt = 1; ; attempt++) {
        const { client, release } = await connect()
        try {
          const { rows } = await client.query({ ...asConfig(text), values: values as unknown[] }).catch(failStatement)
          release()
          markProgress()
          return rows as Row[] // rows are what the caller asked for
        } catch (error) {
          release(error)
          if (attempt >= MAX_ATTEMPTS || !isLostConnection(error) || !isReadOnly(text)) throw error
        }
      }
    },
    async transaction(work) {
      assertOutsideTransaction(database)
      for (let attempt = 1; ; attempt++) {
        const effects = new CommitEffects()
        const run = { isCommitting: false }
        try {
          const result = await runTransaction(
            { connect, begin: beginStatement(options), asConfig },
            database,
            run,
            (tx) => work({ ...tx, afterCommit: effects.afterCommit }),
          )
          await listeners.run(effects)
          return result
        } catch (error) {
          const mayRepeat = RETRYABLE.has(sqlState(error) ?? '') || (isLostConnection(error) && !run.isCommitting)
          if (attempt >= MAX_ATTEMPTS || !mayRepeat) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
        }
      }
    },
    afterCommit: listeners.afterCommit,
    onCommit: listeners.onCommit,
    async script(text) {
      const { client, release } = await connect()
      await client
        .query(text)
        .catch(failStatement)
        .then(
          () => release(),
          (error: unknown) => {
            release(error)
            throw error
          },
        )
    },
    findPoolerDifferences: async () => (options.isPooled ? findPoolerDifferences(pool, options) : []),
    async close() {
      await pool.end()
    },
  }
  return database
}

interface Session {
  connect(): ReturnType<typeof checkOut>
  begin: string
  asConfig(text: string): { text: string; name?: string }
}

/** `run.isCommitting` is set once the commit was sent: from then on, nobody knows whether a lost transaction is stored. */
async function runTransaction<Result>(
  { connect, begin, asConfig }: Session,
  database: Database,
  run: { isCommitting: boolean },
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const { client, release } = await connect()
  let isLong = false
  const tx: Queryable = {
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      // A migration or a backup has told the server that it takes longer.
      isLong ||= text === 'set local statement_timeout = 0'
      const limit = isLong ? { query_timeout: NO_TIMEOUT_MS } : null
      const { rows } = await client
        .query({ ...asConfig(text), ...limit, values: values as unknown[] })
        .catch(failStatement)
      markProgress()
      return rows as Row[] // as above
    },
  }
  let broken: unknown
  try {
    await client.query(begin).catch(failStatement)
    const result = await runInTransactionScope(database, () => work(tx))
    run.isCommitting = true
    await client.query('commit').catch(failStatement)
    return result
  } catch (error) {
    // On a connection that has not answered, a rollback would wait as long again.
    if (isAnswerTimeout(error)) broken = error
    else
      await client.query('rollback').catch((rollbackError: unknown) => {
        broken = rollbackError
      })
    throw error
  } finally {
    release(broken)
  }
}

function failConnecting(error: unknown): never {
  throw markConnectionError(error)
}

function failStatement(error: unknown): never {
  throw isLostConnection(error) || isAnswerTimeout(error) ? markConnectionError(error) : error
}

const statementNames = new Map<string, string>()

/** Constant statements are prepared once per connection, because planning costs more than running them. */
function preparedStatement(text: string): { text: string; name?: string } {
  let name = statementNames.get(text)
  if (name === undefined) {
    if (statementNames.size >= MAX_STATEMENT_NAMES) return { text }
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return { text, name }
}
