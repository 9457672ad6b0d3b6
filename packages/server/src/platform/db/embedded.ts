import { Worker } from 'node:worker_threads'
import { Mutex } from 'async-mutex'
import { noteProgress } from '../event-loop.ts'
import { CommitEffects } from './commit-effects.ts'
import type { CommitEvent, Database, Queryable, SqlValue } from './database.ts'
import { assertOutsideTransaction, runInTransactionScope } from './transaction-guard.ts'

export interface WorkerRequest {
  id: number
  text: string
  values: readonly SqlValue[]
  script?: boolean
  close?: boolean
}

export interface WorkerData {
  directory: string | null
  extensions: Readonly<Record<string, string>>
  snapshot: string | null
}

export interface WorkerReply {
  id: number
  rows?: Record<string, unknown>[]
  error?: { message: string; code?: string; constraint?: string }
}

interface PendingRequest {
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

/**
 * The embedded database in a worker thread; `directory` null keeps it in memory (tests). One connection: transactions
 * run one after the other, and single statements wait for an open one. It survives a crash of the process, but not a
 * power cut (it never calls fsync); `run-server.ts` logs this at start. `extensions` are modules, by the name of their
 * export. `snapshot` is a file to start with instead of an empty database: the tar archive of a data folder.
 */
export async function openEmbedded(
  directory: string | null,
  extensions: Readonly<Record<string, string>> = {},
  snapshot: string | null = null,
  onEffectError: (error: unknown) => void = () => undefined,
): Promise<Database> {
  const workerData = { directory, extensions, snapshot } satisfies WorkerData
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const pending = new Map<number, PendingRequest>()
  let lastId = 0
  let ended: Error | null = null

  const opened = new Promise<void>((resolve, reject) => {
    pending.set(0, { resolve: () => resolve(), reject })
  })
  const fail = (error: Error) => {
    ended = error
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }
  worker.on('message', (reply: WorkerReply) => {
    const call = pending.get(reply.id)
    pending.delete(reply.id)
    if (reply.error) call?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else call?.resolve(reply.rows ?? [])
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the embedded database has ended')))
  await opened

  const request = (request: Omit<WorkerRequest, 'id'>) =>
    new Promise<Record<string, unknown>[]>((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++lastId
      pending.set(id, { resolve, reject })
      worker.postMessage({ ...request, id } satisfies WorkerRequest)
    })
  const unqueued: Queryable = {
    query: async <Row>(text: string, values: readonly SqlValue[] = []) => {
      const rows = await request({ text, values: values.map(toWellFormed) })
      noteProgress()
      return rows as Row[] // rows are what the caller asked for
    },
  }

  const mutex = new Mutex()

  const listeners: ((event: CommitEvent) => void | Promise<void>)[] = []
  const database: Database = {
    kind: 'embedded',
    query: async (text, values) => {
      assertOutsideTransaction(database)
      return mutex.runExclusive(() => unqueued.query(text, values))
    },
    transaction: async (work) => {
      assertOutsideTransaction(database)
      const effects = new CommitEffects()
      const result = await mutex.runExclusive(() =>
        runTransaction(unqueued, database, (tx) => work({ ...tx, afterCommit: effects.afterCommit })),
      )
      await effects.run(listeners, onEffectError)
      return result
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
    script: async (text) => {
      await mutex.runExclusive(() => request({ text, values: [], script: true }))
    },
    close: async () => {
      await mutex.runExclusive(() => request({ text: '', values: [], close: true }))
      await worker.terminate()
    },
  }
  return database
}

/** An unpaired surrogate becomes U+FFFD, as in PostgreSQL's driver; PGlite would send invalid UTF-8. */
function toWellFormed(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item)) as SqlValue // same items
}

async function runTransaction<Result>(
  unqueued: Queryable,
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  await unqueued.query('begin')
  try {
    const result = await runInTransactionScope(database, () => work(unqueued))
    await unqueued.query('commit')
    return result
  } catch (error) {
    await unqueued.query('rollback')
    throw error
  }
}
