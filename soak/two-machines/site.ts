import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { distributeChats, isCitusInstalled, startCitus } from '@everkin/testing/citus-cluster.ts'
import {
  findPostgres,
  freePort,
  makePostgresFolder,
  type PostgresCluster,
  startPostgres,
} from '@everkin/testing/postgres-cluster.ts'
import { hasCeph, startCephGateway } from '@everkin/testing/servers/ceph-gateway.ts'
import { type Mailbox, openMailbox } from '@everkin/testing/servers/mailbox.ts'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { findRedis, type RedisServer, startRedis } from '@everkin/testing/servers/redis-server.ts'
import { openS3Server, type S3Server } from '@everkin/testing/servers/s3-server.ts'
import { startS3rver } from '@everkin/testing/servers/s3-service.ts'
import { startTcpProxy, type TcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { type AppProcess, startApp } from '../app-process.ts'
import { LINKS, type Link, MACHINES, type Machine } from './fault-plan.ts'

/** Words of each reply, and the pause between two. */
export const REPLY_WORDS = 25
const WORD_INTERVAL_MS = 30
const POSTGRES_DISK_MB = 480
const S3_DISK_MB = 24
/** Long, because two servers start on a machine that is busy with everything else. */
const MAX_START_MS = 180_000

/** What both machines share. */
interface SharedParts {
  postgres: PostgresCluster
  /** Those of Citus, where `postgres` is the coordinator; otherwise none. */
  workers: readonly PostgresCluster[]
  redis: { server: RedisServer; port: number; program: string }
  s3: S3Server
  model: ModelServer
  mailbox: Mailbox
  /** The small disks of PostgreSQL and S3; null where there is none. */
  disks: { postgres: string | null; s3: string | null }
}

/** One server and its connections. Its address stays when the server restarts. */
interface SiteMachine {
  readonly name: Machine
  /** Where people reach it, through a proxy. */
  readonly url: string
  readonly links: Readonly<Record<Link, TcpProxy>>
  /** Null while it is down. */
  app: AppProcess | null
  start(): Promise<AppProcess>
}

export interface Site {
  parts: SharedParts
  machines: Readonly<Record<Machine, SiteMachine>>
  close(): Promise<void>
}

export interface SiteOptions {
  /** The service that has the files. */
  files: 's3rver' | 'ceph'
  /** Where chats are: on one server, or distributed over the workers of a Citus cluster. */
  database: 'postgres' | 'citus'
}

/** Starts the shared parts and both machines; null, with a line, where a part is not installed. */
export async function openSite(options: SiteOptions): Promise<Site | null> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-two-machines-'))
  const parts = await openParts(folder, options)
  if (!parts) {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const [a, b] = await Promise.all(MACHINES.map((name) => prepareMachine(name, parts, folder)))
  const machines = { a: a!, b: b! } // one for each name
  process.once('exit', () => endAll(parts, machines))
  if (parts.workers.length > 0) await distribute(machines.a, parts.postgres.url)
  // One after the other: the first one migrates the database.
  for (const machine of [machines.a, machines.b]) await machine.start()
  return {
    parts,
    machines,
    close: async () => {
      for (const { app, links } of Object.values(machines)) {
        await app?.kill('SIGTERM')
        await Promise.all(LINKS.map((link) => links[link].close()))
      }
      await Promise.all([parts.s3.close(), parts.model.close(), parts.mailbox.close(), parts.redis.server.stop()])
      for (const server of [parts.postgres, ...parts.workers]) await server.halt('fast')
      for (const disk of Object.values(parts.disks)) unmount(disk)
      for (const { directory } of [parts.postgres, ...parts.workers])
        rmSync(directory, { recursive: true, force: true })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Leaves nothing behind, also after a run that was broken off. */
function endAll({ postgres, workers, redis, disks }: SharedParts, machines: Site['machines']): void {
  for (const { app } of Object.values(machines)) void app?.kill('SIGKILL')
  void redis.server.stop()
  for (const server of [postgres, ...workers]) void server.halt('immediate')
  for (const disk of Object.values(disks)) unmount(disk)
}

/** As an operator does: distributes the chats of a migrated database, with the servers stopped. */
async function distribute(machine: SiteMachine, url: string): Promise<void> {
  const app = await machine.start()
  machine.app = null
  await app.kill('SIGTERM')
  const database = openPostgres(url, () => undefined)
  await distributeChats(database).finally(() => database.close())
}

async function openParts(folder: string, { files, database }: SiteOptions): Promise<SharedParts | null> {
  const program = findRedis()
  if (!program || !findPostgres()) {
    console.log('SKIPPED: two machines, because PostgreSQL 15 (or later) or Redis is not installed')
    return null
  }
  if (files === 'ceph' && !hasCeph()) {
    console.log('SKIPPED: two machines on Ceph, because its programs (ceph-mon, ceph-osd, radosgw) are not installed')
    return null
  }
  if (database === 'citus' && !isCitusInstalled()) {
    console.log('SKIPPED: two machines on Citus, because its extension is not installed')
    return null
  }
  const s3Folder = join(folder, 's3')
  mkdirSync(s3Folder)
  const postgresFolder = database === 'citus' ? null : makePostgresFolder()
  // The smallest disk of Ceph takes too long to fill. A coordinator fills its disk as every PostgreSQL does.
  const disks = mountDisks(postgresFolder, files === 'ceph' ? null : s3Folder)
  const service = files === 'ceph' ? await startCephGateway() : await startS3rver(s3Folder)
  const s3 = service && (await openS3Server(service))
  const { postgres, workers } = await startDatabase(postgresFolder)
  if (!s3 || !postgres) return null
  const redisPort = await freePort()
  return {
    postgres,
    workers,
    redis: { server: await startRedis(program, redisPort), port: redisPort, program },
    s3,
    model: await startModelServer({
      behaviour: { mode: 'numbered', words: REPLY_WORDS, delayMs: WORD_INTERVAL_MS },
      record: false,
    }),
    mailbox: await openMailbox(),
    disks,
  }
}

/** PostgreSQL in this folder, or without one the coordinator of a Citus cluster with its workers. */
async function startDatabase(
  folder: string | null,
): Promise<{ postgres: PostgresCluster | null; workers: readonly PostgresCluster[] }> {
  // Small write-ahead logs, because the disk is small too.
  if (folder) return { postgres: await startPostgres(['max_wal_size=96MB', 'min_wal_size=32MB'], folder), workers: [] }
  // What a crash has left half committed keeps its locks until then; a minute by default.
  const citus = await startCitus((url) => openPostgres(url, () => undefined), ['citus.recover_2pc_interval=5s'])
  return { postgres: citus.coordinator, workers: citus.workers }
}

/** Gives the folders a disk of their own that is small enough to be filled. Only root can. */
function mountDisks(postgres: string | null, s3: string | null): SharedParts['disks'] {
  try {
    // The owner of PostgreSQL's folder, who is not root.
    if (postgres !== null) mount(postgres, `size=${POSTGRES_DISK_MB}m,uid=65534,gid=65534`)
    if (s3 !== null) mount(s3, `size=${S3_DISK_MB}m`)
    return { postgres, s3 }
  } catch {
    console.log('SKIPPED: full disks, because only root can mount small ones')
    return { postgres: null, s3: null }
  }
}

function mount(folder: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
}

function unmount(folder: string | null): void {
  if (folder === null) return
  try {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
  } catch {
    // It is unmounted already.
  }
}

async function prepareMachine(name: Machine, parts: SharedParts, folder: string): Promise<SiteMachine> {
  const port = await freePort()
  const endpoint = new URL(new URL(parts.s3.settings.endpoint).origin)
  const targets: Record<Link, number> = {
    people: port,
    postgres: Number(new URL(parts.postgres.url).port),
    redis: parts.redis.port,
    s3: Number(endpoint.port),
    model: parts.model.port,
  }
  const proxies = await Promise.all(LINKS.map(async (link) => [link, await startTcpProxy(targets[link])] as const))
  const links = Object.fromEntries(proxies) as Record<Link, TcpProxy> // one for each link
  const environment = {
    PORT: String(port),
    DATA_DIR: join(folder, name),
    APP_SECRET: 'a secret of two machines, of no worth to anybody',
    DATABASE_URL: `postgres://everkin@127.0.0.1:${links.postgres.port}/postgres`,
    REDIS_URL: `redis://127.0.0.1:${links.redis.port}`,
    ...parts.s3.environment,
    STORAGE_URL: `s3://${parts.s3.settings.bucket}?endpoint=${encodeURIComponent(`http://127.0.0.1:${links.s3.port}`)}`,
    MODEL_BASE_URL: `http://127.0.0.1:${links.model.port}/v1`,
    MODEL_NAME: 'everkin-test',
    MODEL_FIRST_TOKEN_SECONDS: '10',
    MODEL_IDLE_SECONDS: '10',
    SMTP_URL: parts.mailbox.url,
    MESSAGE_PRICE: '1',
    NEW_ACCOUNT_MESSAGES: '100000',
    FAIR_USE_MESSAGES_PER_DAY: '1000000',
    MIN_FREE_MB: '0',
    NODE_OPTIONS: '--max-semi-space-size=16',
    // As `main.ts` does.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../build/compile-cache', import.meta.url)),
  }
  const machine: SiteMachine = {
    name,
    url: `http://127.0.0.1:${links.people.port}`,
    links,
    app: null,
    start: async () => {
      machine.app = await startApp(environment, 'soak/api-server.ts', MAX_START_MS)
      return machine.app
    },
  }
  return machine
}
