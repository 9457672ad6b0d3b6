import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PostgresCluster {
  url: string
  directory: string
  /** Process id of the postmaster. */
  pid: number
  /** Ends the server and keeps its data: `fast` in order, `immediate` as in a crash. */
  halt(how: 'fast' | 'immediate'): Promise<void>
  /** Starts it again on the same port and data; nothing happens while it runs. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Folder of the programs of the newest installed PostgreSQL server (15 or later), or null. */
export function findPostgres(): string | null {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return null
  const version = readdirSync(root)
    .map(Number)
    .filter((number) => number >= 15 && existsSync(join(root, String(number), 'bin', 'postgres')))
    .sort((a, b) => b - a)[0]
  return version === undefined ? null : join(root, String(version), 'bin')
}

/**
 * Starts a temporary cluster on a free loopback port, in its own folder (`makePostgresFolder`); null if no server is
 * installed.
 */
export async function startPostgres(
  settings: string[] = [],
  directory = makePostgresFolder(),
): Promise<PostgresCluster | null> {
  const programs = findPostgres()
  if (!programs) return null
  const identity = serverUser()
  const data = join(directory, 'data')
  await run(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'everkin', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    {
      ...identity,
      cwd: directory,
    },
  )
  return startServer(programs, identity, directory, settings)
}

/**
 * Data of a test run need not survive a power cut. These settings only skip waiting for the disk and change no rule of
 * the database.
 */
const WITHOUT_DISK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

interface RunCluster {
  url: string
  /** Whether it was there before the run and outlives it: what the run creates in it must be dropped. */
  isGiven: boolean
  stop(): Promise<void>
}

/**
 * The PostgreSQL cluster for a whole test run: the one in `TEST_DATABASE_URL`, else a new one; null if no server is
 * installed. `settings` are of a new one.
 */
export async function openRunCluster(settings: string[] = []): Promise<RunCluster | null> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, isGiven: true, stop: async () => undefined }
  const cluster = await startPostgres([...WITHOUT_DISK, ...settings])
  return cluster && { url: cluster.url, isGiven: false, stop: cluster.stop }
}

/**
 * Starts a cluster on a copy of another one's data (`pg_basebackup`), in a folder of its own that holds `data`. Both
 * belong to the same user.
 */
export async function startCopiedPostgres(directory: string, settings: string[]): Promise<PostgresCluster> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed')
  return startServer(programs, serverUser(), directory, settings)
}

/** What a cluster needs to have replicas. */
export const PRIMARY_SETTINGS = ['wal_level=replica', 'max_wal_senders=4', 'wal_sender_timeout=5s']

/** Starts a streaming replica of a cluster that was started with `PRIMARY_SETTINGS`. */
export async function startReplica(primaryUrl: string): Promise<PostgresCluster> {
  const folder = makePostgresFolder()
  const { hostname, port, username } = new URL(primaryUrl)
  await runPostgresProgram(
    'pg_basebackup',
    ['-D', join(folder, 'data'), '-h', hostname, '-p', port, '-U', username, '-R', '--checkpoint=fast', '--no-sync'],
    folder,
  )
  return startCopiedPostgres(folder, ['hot_standby=on'])
}

/** Runs a program of PostgreSQL as the user of the clusters. */
export async function runPostgresProgram(program: string, args: string[], directory: string): Promise<void> {
  await run(join(findPostgres() ?? '', program), args, { ...serverUser(), cwd: directory })
}

/** A new folder that the clusters' user may write to. */
export function makePostgresFolder(): string {
  const directory = mkdtempSync(join(tmpdir(), 'everkin-postgres-'))
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid)
  return directory
}

/** PostgreSQL refuses to run as root, so root uses the user nobody. */
export function serverUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
}

async function startServer(
  programs: string,
  identity: { uid?: number; gid?: number },
  directory: string,
  settings: string[],
): Promise<PostgresCluster> {
  const data = join(directory, 'data')
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
    'max_connections=200',
    ...settings,
  ]
  const start = () => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
      { ...identity, cwd: directory, stdio: 'ignore' },
    )
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    return { server, ended, isOver: () => server.exitCode !== null || server.signalCode !== null }
  }
  let running = start()
  await waitUntilReady(data)
  const cluster = {
    url: `postgres://everkin@127.0.0.1:${port}/postgres`,
    directory,
    pid: running.server.pid ?? 0,
    halt: async (how: 'fast' | 'immediate') => {
      running.server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await running.ended
    },
    resume: async () => {
      if (!running.isOver()) return
      // A server that died leaves it, and it would say that the new one is ready.
      rmSync(join(data, 'postmaster.pid'), { force: true })
      running = start()
      cluster.pid = running.server.pid ?? 0
      await waitUntilReady(data)
    },
    stop: async () => {
      await cluster.halt('fast')
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return cluster
}

async function waitUntilReady(data: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const file = join(data, 'postmaster.pid')
    if (existsSync(file) && readFileSync(file, 'utf8').includes('ready')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('PostgreSQL failed to start in time')
}

/** Below the ports that systems hand out by themselves: those of connections come and go at any time. */
const FIRST_PORT = 20_000
const LAST_PORT = 31_999

/** A port that is free, and that no connection takes before a server does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
