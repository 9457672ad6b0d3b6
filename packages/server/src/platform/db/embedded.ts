import { Worker } from 'node:worker_threads'
import type { Database, Queryable, SqlValue } from './database.ts'
import { markTransaction, refuseInsideTransaction } from './inside-transaction.ts'

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

interface Waiting {
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

/**
 * The embedded database in a worker thread; `directory` null keeps it in memory (tests). One connection: transactions
 * run one after the other, and single statements wait for an open one. It survives a crash of the process, not a power
 * cut (it never calls fsync), which `main.ts` says at start. `extensions` are modules, by the name of what each exports.
 * `snapshot` is a file to begin with, instead of empty: the tar archive of a data folder.
 */
export async function openEmbedded(
  directory: string | null,
  extensions: Readonly<Record<string, string>> = {},
  snapshot: string | null = null,
): Promise<Database> {
  const workerData = { directory, extensions, snapshot } satisfies WorkerData
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: Error | null = null

  const opened = new Promise<void>((resolve, reject) => {
    waiting.set(0, { resolve: () => resolve(), reject })
  })
  const fail = (error: Error) => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: WorkerReply) => {
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.error) call?.reject(Object.assign(new Error(reply.error.message), reply.error))
    else call?.resolve(reply.rows ?? [])
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the embedded database has ended')))
  await opened

  const ask = (request: Omit<WorkerRequest, 'id'>) =>
    new Promise<Record<string, unknown>[]>((resolve, reject) => {
      if (ended) return reject(ended)
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      worker.postMessage({ ...request, id } satisfies WorkerRequest)
    })
  const direct: Queryable = {
    query: async <Row>(text: string, values: readonly SqlValue[] = []) =>
      (await ask({ text, values: values.map(wellFormed) })) as Row[], // rows are what the caller asked for
  }

  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = turn.then(work, work)
    turn = next.catch(() => undefined)
    return next
  }

  const database: Database = {
    kind: 'embedded',
    query: async (text, values) => {
      refuseInsideTransaction(database)
      return inTurn(() => direct.query(text, values))
    },
    transaction: async (work) => {
      refuseInsideTransaction(database)
      return inTurn(() => runTransaction(direct, database, work))
    },
    script: async (text) => {
      await inTurn(() => ask({ text, values: [], script: true }))
    },
    close: async () => {
      await inTurn(() => ask({ text: '', values: [], close: true }))
      await worker.terminate()
    },
  }
  return database
}

/** Half of a character becomes U+FFFD, as the driver of PostgreSQL has it; this one would send bytes that are no text. */
function wellFormed(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.toWellFormed()
  if (!Array.isArray(value)) return value
  return value.map((item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item)) as SqlValue // same items
}

async function runTransaction<Result>(
  direct: Queryable,
  database: Database,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  await direct.query('begin')
  try {
    const result = await markTransaction(database, () => work(direct))
    await direct.query('commit')
    return result
  } catch (error) {
    await direct.query('rollback')
    throw error
  }
}
