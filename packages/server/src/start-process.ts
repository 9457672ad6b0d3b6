import cluster from 'node:cluster'
import { systemClock } from './platform/clock.ts'
import type { SupervisorMessage, WorkerMessage } from './platform/cluster/messages.ts'
import { createSupervisor, type WorkerProcess } from './platform/cluster/supervisor.ts'
import { connectToSupervisor } from './platform/cluster/worker-link.ts'
import type { Settings } from './platform/config.ts'
import type { Log } from './platform/log.ts'
import type { RunningServer } from './run-server.ts'

/** Null for a worker: its supervisor announces the site. */
interface StartedProcess {
  url: string | null
}

/**
 * Starts what this process is to be, and ends it on a signal: at once while it starts, since the next start goes on from
 * wherever this one was. @throws Error when it cannot start.
 */
export async function startProcess(settings: Settings, log: Log): Promise<StartedProcess> {
  const workerLink = connectToSupervisor()
  const isSeveral = settings.processes > 1 && settings.databaseUrl !== null
  if (isSeveral && !workerLink) return startSupervisor(settings.processes, log)

  let server: RunningServer | null = null
  // From now on: the first process of a container gets no signal that it does not handle.
  const stop = stopOnSignal(async () => server?.stop())
  const { runServer } = await import('./run-server.ts')
  server = await runServer(settings, log, { workerLink })
  workerLink?.reportReady(server.url)
  // Without its supervisor a worker would hold a port that nobody watches.
  if (workerLink) process.once('disconnect', stop)
  return { url: workerLink ? null : server.url }
}

async function startSupervisor(count: number, log: Log): Promise<StartedProcess> {
  const supervisor = createSupervisor(count, { clock: systemClock, log, fork: forkWorker })
  stopOnSignal(() => supervisor.stop())
  process.on('SIGUSR2', () => {
    supervisor
      .restart()
      .catch((error: unknown) => log.error({ error }, 'the restart failed; workers that were not replaced still run'))
  })
  const url = await supervisor.start()
  log.info({ processes: count }, 'all worker processes are ready')
  return { url }
}

function forkWorker(): WorkerProcess {
  const worker = cluster.fork()
  worker.on('error', () => undefined) // a message to a worker that has just ended; its exit is handled
  return {
    id: worker.id,
    send: (message: SupervisorMessage) => {
      if (worker.isConnected()) worker.send(message)
    },
    onMessage: (listener) => void worker.on('message', (message: WorkerMessage) => listener(message)),
    onExit: (listener) => void worker.once('exit', (code: number | null) => listener(code)),
    kill: (signal) => void worker.process.kill(signal),
  }
}

/** Ends the process with `stop` on the first signal, and at once on a later one. Returns what the first signal does. */
function stopOnSignal(stop: () => Promise<void>): () => void {
  let stoppingSince: number | null = null
  const handle = () => {
    // One Ctrl+C arrives twice: from the terminal, and passed on by the launcher. A later one ends the process at once.
    if (stoppingSince !== null) return performance.now() - stoppingSince > 2_000 ? process.exit(1) : undefined
    stoppingSince = performance.now()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, handle)
  return handle
}
