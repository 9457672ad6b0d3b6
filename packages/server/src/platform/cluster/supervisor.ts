import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { WorkerMessage } from './messages.ts'
import { createWorkerRelay, type RelayWorker } from './worker-relay.ts'

/** A worker process, as the supervisor sees it. */
export interface WorkerProcess extends RelayWorker {
  onMessage(listener: (message: WorkerMessage) => void): void
  /** Called once, with the exit code; null after a signal. */
  onExit(listener: (code: number | null) => void): void
  kill(signal: NodeJS.Signals): void
}

export interface SupervisorServices {
  clock: Clock
  log: Log
  /** Starts one more worker. */
  fork(): WorkerProcess
}

export interface Supervisor {
  /** The site's URL, once all workers listen. @throws WorkerFailed when the first worker ends before it does. */
  start(): Promise<string>
  /** Replaces the workers one by one; each old one ends when its replacement listens. For a deploy on one machine. */
  restart(): Promise<void>
  /** Ends all workers at the same time and waits for them. */
  stop(): Promise<void>
}

/** The first worker could not start; it has said why. */
export class WorkerFailed extends Error {}

/** A worker that ended by itself is replaced after a pause that doubles up to this. */
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000
/** A worker that ran this long was healthy: the pause starts afresh. */
const HEALTHY_MS = 60_000
/** Longer than replies and connections get to finish (operations.md). */
const EXIT_TIMEOUT_MS = 35_000

/** Keeps a number of worker processes of this machine running behind one port (OPS-10). */
export function createSupervisor(count: number, { clock, log, fork }: SupervisorServices): Supervisor {
  const workers = new Map<number, { worker: WorkerProcess; exited: Promise<void>; isEnding: boolean }>()
  const relay = createWorkerRelay(clock, () => [...workers.values()].map(({ worker }) => worker))
  let isStopping = false
  let pauseMs = FIRST_PAUSE_MS
  let restarting: Promise<void> = Promise.resolve()

  /** Starts a worker; resolves with the site's URL when it listens, rejects when it ends before. */
  function startWorker(): Promise<string> {
    const worker = fork()
    const startedAt = clock.now().getTime()
    return new Promise((resolve, reject) => {
      let isReady = false
      const exited = new Promise<void>((resolveExit) => {
        worker.onExit((code) => {
          const isExpected = isStopping || workers.get(worker.id)?.isEnding === true
          workers.delete(worker.id)
          resolveExit()
          if (!isReady) return reject(new WorkerFailed(`worker ${worker.id} ended with ${code} before it was ready`))
          if (!isExpected) replace(worker.id, code, clock.now().getTime() - startedAt)
        })
      })
      workers.set(worker.id, { worker, exited, isEnding: false })
      worker.onMessage((message) => {
        if (message.kind === 'ready') {
          isReady = true
          resolve(message.url)
        } else relay.handle(worker, message)
      })
    })
  }

  function replace(id: number, code: number | null, ranMs: number): void {
    pauseMs = ranMs >= HEALTHY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS)
    log.error({ worker: id, code, pauseMs }, 'a worker process ended and is replaced')
    setTimeout(() => {
      if (isStopping) return
      startWorker().catch(() => {
        if (!isStopping) replace(id, null, 0)
      })
    }, pauseMs).unref()
  }

  async function endWorker(id: number): Promise<void> {
    const entry = workers.get(id)
    if (!entry) return
    entry.isEnding = true
    entry.worker.kill('SIGTERM')
    const timer = setTimeout(() => {
      log.error({ worker: id }, 'a worker process did not end in time and is killed')
      entry.worker.kill('SIGKILL')
    }, EXIT_TIMEOUT_MS)
    await entry.exited
    clearTimeout(timer)
  }

  async function restartAll(): Promise<void> {
    for (const id of [...workers.keys()]) {
      if (isStopping) return
      // A new version that does not start leaves the old workers as they are.
      await startWorker()
      await endWorker(id)
      log.info({ worker: id }, 'a worker process was replaced')
    }
  }

  return {
    async start() {
      // The first one migrates the database and loads the library, so that the others find it done.
      const url = await startWorker()
      await Promise.all(Array.from({ length: count - 1 }, () => startWorker()))
      return url
    },
    restart() {
      restarting = restarting.catch(() => {}).then(restartAll) // one that failed is reported by its own call
      return restarting
    },
    async stop() {
      isStopping = true
      await Promise.all([...workers.keys()].map(endWorker))
    },
  }
}
