import pg from 'pg'
import { noteProgress } from '../event-loop.ts'
import { CommitEffects } from './commit-effects.ts'
import { type CommitEvent, type Database, type Queryable, type SqlValue, sqlState } from './database.ts'
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

const STATEMENT_TIMEOUT_MS = 15_000
/**
 * A network may swallow packets without a word: then nothing would ever end the wait for an answer. Longer than the
 * server's own limit, whose answer comes first.
 */
const ANSWER_TIMEOUT_MS = 20_000
const KEEP_ALIVE_DELAY_MS = 10_000
/** The longest that a timer can wait. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/**
 * PostgreSQL through a pool. `onLost` is called with errors of idle connections; the pool replaces them.
 * `onEffectError` is called with what a commit effect threw.
 */
export function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  {
    poolSize = 10,
    onEffectError = () => undefined,
    answerTimeoutMs = ANSWER_TIMEOUT_MS,
  }: { poolSize?: number; onEffectError?: (error: unknown) => void; answerTimeoutMs?: number } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    // Every statement here is short: compiling one takes longer than running it.
    options: '-c jit=off',
    connectionTimeoutMillis: 5_000,
    application_name: 'everkin',
  })
  pool.on('error', onLost)

  const listeners: ((event: CommitEvent) => void | Promise<void>)[] = []
  const database: Database = {
    kind: 'postgres',
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      assertOutsideTransaction(database)
      const { rows } = await pool.query({ ...preparedStatement(text), values: values as unknown[] })
      noteProgress()
      return rows as Row[] // rows are what the caller asked for
    },
    async transaction(work) {
      assertOutsideTransaction(database)
      for (let attempt = 1; ; attempt++) {
        try {
          const effects = new CommitEffects()
          const result = await runTransaction(
            pool,
            database,
            (tx) => work({ ...tx, afterCommit: effects.afterCommit }),
            onLost,
          )
          await effects.run(listeners, onEffectError)
          return result
        } catch (error) {
          if (attempt >= 3 || !RETRYABLE.has(sqlState(error) ?? '')) throw error
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt))
        }
      }
    },
    afterCommit(effect) {
      const effects = new CommitEffects()
      effects.afterCommit(effect)
      void effects.run(listeners, onEffectError)
    },
    onCommit: (listener) => {
      listeners.push(listener)
      return () => void listeners.splice(listeners.indexOf(listener), 1)
    },
    async script(text) {
      await pool.query(text)
    },
    async close() {
      await pool.end()
    },
  }
  return database
}

async function runTransaction<Result>(
  pool: pg.Pool,
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
  onLost: (error: Error) => void,
): Promise<Result> {
  const client = await pool.connect()
  // The pool does not listen while a client is checked out: without this a lost connection would end the process.
  client.on('error', onLost)
  let isLong = false
  const tx: Queryable = {
    async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
      // A migration or a backup has told the server that it takes longer.
      isLong ||= text === 'set local statement_timeout = 0'
      const limit = isLong ? { query_timeout: NO_TIMEOUT_MS } : null
      const { rows } = await client.query({ ...preparedStatement(text), ...limit, values: values as unknown[] })
      noteProgress()
      return rows as Row[] // as above
    },
  }
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await runInTransactionScope(database, () => work(tx))
    await client.query('commit')
    return result
  } catch (error) {
    // On a connection that has not answered, a rollback would wait as long again.
    if (isAnswerTimeout(error)) broken = error
    else
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError
      })
    throw error
  } finally {
    client.off('error', onLost)
    client.release(broken)
  }
}

function isAnswerTimeout(error: unknown): error is Error {
  return error instanceof Error && error.message === 'Query read timeout' // pg has no code for it
}

const statementNames = new Map<string, string>()

/** Constant statements are prepared once per connection, because planning costs more than running them. */
function preparedStatement(text: string): { text: string; name?: string } {
  let name = statementNames.get(text)
  if (name === undefined) {
    if (statementNames.size >= 500) return { text }
    name = `s${statementNames.size}`
    statementNames.set(text, name)
  }
  return { text, name }
}
