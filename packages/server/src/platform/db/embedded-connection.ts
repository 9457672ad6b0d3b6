import { Worker } from 'node:worker_threads'
import type { SqlValue } from './database.ts'
import { markConnectionError } from './database-outage.ts'

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

/** The worker thread of the embedded database. */
export interface EmbeddedConnection {
  /** @throws Error with the SQLSTATE as `code`; 57014 for a statement that took too long. */
  request(request: Omit<WorkerRequest, 'id'>): Promise<Record<string, unknown>[]>
  /** Changes when the worker is replaced: a transaction of an earlier one is gone. */
  generation(): number
  /** From now on, a statement that takes longer is stopped. */
  limitStatements(limit: StatementLimit): void
  terminate(): Promise<void>
}

interface StatementLimit {
  maxMs: number
  /** Called after a statement was stopped. */
  onStopped(): void
}

interface PendingRequest {
  resolve: (rows: Record<string, unknown>[]) => void
  reject: (error: Error) => void
}

const TICK_MS = 500
/**
 * What the thread allocates for a statement is garbage once it is answered. With V8's usual 48 MB much of it survives
 * into the old generation first, and a busy thread holds three times as much memory.
 */
const YOUNG_GENERATION_MB = 16
/** As PostgreSQL reports a statement that exceeds its timeout. */
const QUERY_CANCELED = '57014'

/**
 * Starts the worker. A statement cannot be interrupted in it, so the thread of one that takes too long is ended and a
 * new one opens the database again, as after a crash. A database in memory would be lost with its thread, so it has no
 * limit.
 */
export async function connectEmbedded(workerData: WorkerData): Promise<EmbeddedConnection> {
  const pending = new Map<number, PendingRequest>()
  let [lastId, generation] = [0, 0]
  let ended: Error | null = null
  let limit: StatementLimit | null = null
  let worker: Worker
  const replaced = new WeakSet<Worker>()
  let opened = startWorker()

  function startWorker(): Promise<void> {
    const own = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    worker = own
    const isOpen = new Promise<void>((resolve, reject) => {
      pending.set(0, { resolve: () => resolve(), reject })
    })
    const end = (error: Error) => {
      if (replaced.has(own)) return
      ended = error
      markConnectionError(error)
      failPending(error)
    }
    own.on('message', (reply: WorkerReply) => {
      const call = pending.get(reply.id)
      pending.delete(reply.id)
      if (reply.error) call?.reject(Object.assign(new Error(reply.error.message), reply.error))
      else call?.resolve(reply.rows ?? [])
    })
    own.on('error', end)
    own.on('exit', () => end(new Error('the embedded database has ended')))
    return isOpen
  }

  function failPending(error: Error): void {
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  }

  function replaceWorker({ onStopped }: StatementLimit): void {
    const old = worker
    replaced.add(old)
    generation += 1
    const stopped = Object.assign(new Error('the statement took too long'), { code: QUERY_CANCELED })
    failPending(stopped)
    // Two threads must never have the same folder open.
    opened = old.terminate().then(startWorker)
    opened.catch((error: Error) => {
      ended = error
      markConnectionError(error)
    })
    onStopped()
  }

  /** Counts ticks instead of time, so that a machine that was asleep stops nothing. */
  function watch(): () => void {
    if (!limit || workerData.directory === null) return () => undefined
    const own = limit
    let ticksLeft = Math.ceil(own.maxMs / TICK_MS)
    const timer = setInterval(() => {
      if (--ticksLeft > 0) return
      clearInterval(timer)
      replaceWorker(own)
    }, TICK_MS)
    return () => clearInterval(timer)
  }

  await opened
  return {
    async request(request) {
      await opened
      if (ended) throw ended
      const id = ++lastId
      const stopWatching = watch()
      try {
        return await new Promise((resolve, reject) => {
          pending.set(id, { resolve, reject })
          worker.postMessage({ ...request, id } satisfies WorkerRequest)
        })
      } finally {
        stopWatching()
      }
    },
    generation: () => generation,
    limitStatements: (chosen) => {
      limit = chosen
    },
    terminate: async () => {
      await worker.terminate()
    },
  }
}
