/** Runs the embedded database off the main thread, so that a long query does not block other requests. */
import { openAsBlob } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { type Extension, PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { WorkerData, WorkerReply, WorkerRequest } from './embedded-connection.ts'
import { createStatements } from './embedded-statements.ts'

const port = parentPort
if (!port) throw new Error('runs as a worker thread only')

const { directory, extensions, snapshot } = workerData as WorkerData // set by embedded-connection.ts
/**
 * PostgreSQL's own cache of pages, inside of WebAssembly's memory, which never shrinks. The default of 128 MB fills up
 * while the server runs; what is not in it comes from the system's cache of files.
 */
const SHARED_BUFFERS = '32MB'
const more: Record<string, Extension> = {}
for (const [name, module] of Object.entries(extensions)) more[name] = (await import(module))[name]
const database = await PGlite.create({
  ...(directory === null ? {} : { dataDir: directory }),
  ...(snapshot === null ? {} : { loadDataDir: await openAsBlob(snapshot) }),
  extensions: { pg_trgm, ...more },
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  parsers: { 1082: (text) => text }, // dates as text, as in postgres.ts
})
const statements = createStatements(database)
port.postMessage({ id: 0 } satisfies WorkerReply)

port.on('message', (request: WorkerRequest) => {
  void answer(request).then((reply) => port.postMessage(reply))
})

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    if (request.close) {
      await database.close()
      return { id: request.id }
    }
    if (request.script) {
      await database.exec(request.text)
      await statements.clear()
      return { id: request.id, rows: [] }
    }
    return { id: request.id, rows: await statements.query(request.text, request.values) }
  } catch (error) {
    const { message, code, constraint } = error as { message: string; code?: string; constraint?: string } // a database error
    return { id: request.id, error: { message, code, constraint } }
  }
}
