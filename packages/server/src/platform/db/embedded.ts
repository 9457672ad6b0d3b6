import { markProgress } from '../event-loop.ts'
import { CommitEffects, CommitListeners } from './commit-effects.ts'
import { createConnectionGate } from './connection-gate.ts'
import type { Database, Queryable, SqlValue } from './database.ts'
import { markConnectionError } from './database-outage.ts'
import { connectEmbedded, type EmbeddedConnection } from './embedded-connection.ts'
import { assertOutsideTransaction, runInTransactionScope } from './transaction-guard.ts'

/**
 * The embedded database in a worker thread; `directory` null keeps it in memory (tests). One connection: transactions
 * run one after the other, and single statements wait for an open one. It survives a crash of the process, but not a
 * power cut (it never calls fsync); `connect.ts` logs this at start. `extensions` are modules, by the name of their
 * export. `snapshot` is a file to start with instead of an empty database: the tar archive of a data folder.
 */
export async function openEmbedded(
  directory: string | null,
  extensions: Readonly<Record<string, string>> = {},
  snapshot: string | null = null,
  onEffectError: (error: unknown) => void = () => undefined,
): Promise<Database & Pick<EmbeddedConnection, 'limitStatements'>> {
  const connection = await connectEmbedded({ directory, extensions, snapshot })
  const { request } = connection
  const unqueued: Queryable = {
    query: async <Row>(text: string, values: readonly SqlValue[] = []) => {
      const rows = await request({ text, values: values.map(toWellFormed) })
      markProgress()
      return rows as Row[] // rows are what the caller asked for
    },
  }

  const gate = createConnectionGate(1)
  const alone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const leave = await gate.enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }

  const listeners = new CommitListeners(onEffectError)
  const database: Database = {
    kind: 'embedded',
    query: async (text, values) => {
      assertOutsideTransaction(database)
      return alone(() => unqueued.query(text, values))
    },
    transaction: async (work) => {
      assertOutsideTransaction(database)
      const effects = new CommitEffects()
      const result = await alone(() =>
        runTransaction(connection, unqueued, database, (tx) => work({ ...tx, afterCommit: effects.afterCommit })),
      )
      await listeners.run(effects)
      return result
    },
    afterCommit: listeners.afterCommit,
    onCommit: listeners.onCommit,
    script: async (text) => {
      await alone(() => request({ text, values: [], script: true }))
    },
    close: async () => {
      await alone(() => request({ text: '', values: [], close: true }))
      await connection.terminate()
    },
  }
  return { ...database, limitStatements: connection.limitStatements }
}

/** An unpaired surrogate becomes U+FFFD, as in PostgreSQL's driver; PGlite would send invalid UTF-8. */
function toWellFormed(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item)) as SqlValue // same items
}

async function runTransaction<Result>(
  connection: Pick<EmbeddedConnection, 'generation'>,
  unqueued: Queryable,
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  await unqueued.query('begin')
  const generation = connection.generation()
  const tx: Queryable = {
    query: async (text, values) => {
      if (connection.generation() !== generation)
        throw markConnectionError(Object.assign(new Error('the transaction was ended'), { code: TRANSACTION_ABORTED }))
      return unqueued.query(text, values)
    },
  }
  try {
    const result = await runInTransactionScope(database, () => work(tx))
    await tx.query('commit')
    return result
  } catch (error) {
    if (connection.generation() === generation) await unqueued.query('rollback')
    throw error
  }
}

/** As PostgreSQL answers in a transaction in which a statement has failed. */
const TRANSACTION_ABORTED = '25P02'
