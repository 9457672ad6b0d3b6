import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedLibrary } from '@everkin/server/modules/characters/module.ts'
import { systemClock } from '@everkin/server/platform/clock.ts'
import { connectDatabase } from '@everkin/server/platform/db/connect.ts'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { distributeChats, isCitusInstalled, startCitus } from '@everkin/testing/citus-cluster.ts'
import { startPostgres } from '@everkin/testing/postgres-cluster.ts'
import pg from 'pg'
import { SERVER_MEMORY, SERVER_NODE_OPTIONS } from '../../scripts/run.ts'
import { type MeasuredProcess, startProgram } from './processes.ts'

/** A database for one measurement, filled before the server starts on it. */
export interface Store {
  kind: 'postgres' | 'embedded'
  dataDir: string
  databaseUrl: string | null
  /** Opens it, migrated and with the library, and closes it again. */
  fill(work: (database: Database) => Promise<void>): Promise<void>
  startEverkin(environment?: Record<string, string>, settings?: EverkinSettings): Promise<MeasuredProcess>
}

interface EverkinSettings {
  readyPath?: string
  nodeOptions?: readonly string[]
}

/** The databases of one run, and a function that removes them. */
export interface Stores {
  /** Null if no PostgreSQL is installed; each name is a separate database in the same cluster. */
  postgres(name: string): Promise<Store | null>
  /** With chats distributed over two workers, once it is filled; null if Citus is not installed. */
  citus(): Promise<Store | null>
  embedded(): Store
  /** PostgreSQL as the embedded database; not as root. */
  embeddedPostgres(): Store
  close(): Promise<void>
}

const CLUSTER_SETTINGS = ['shared_buffers=256MB', 'fsync=on', 'max_wal_size=4GB', 'autovacuum=off']

/** Prepares the databases of a run: temporary folders, and a cluster when it is first needed. */
export function openStores(): Stores {
  const directory = mkdtempSync(join(tmpdir(), 'everkin-bench-'))
  let cluster: ReturnType<typeof startPostgres> | null = null
  let isStopped = false
  let folders = 0
  // The databases of one run share its cluster, so more listeners wait for the exit than Node expects.
  process.setMaxListeners(50)
  const folder = () => join(directory, `data-${++folders}`)
  return {
    async postgres(name) {
      cluster ??= startPostgres(CLUSTER_SETTINGS)
      const running = await cluster
      if (!running) return null
      // A measurement that fails must not leave a database running.
      process.once('exit', () => {
        if (!isStopped) process.kill(running.pid, 'SIGQUIT')
        isStopped = true
      })
      const client = new pg.Client({ connectionString: running.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const url = new URL(running.url)
      url.pathname = `/${name}`
      return storeAt('postgres', folder(), url.href)
    },
    async citus() {
      if (!isCitusInstalled()) return null
      const nodes = await startCitus((url) => openPostgres(url, () => undefined), CLUSTER_SETTINGS)
      process.once('exit', () => {
        for (const { pid } of [nodes.coordinator, ...nodes.workers]) process.kill(pid, 'SIGQUIT')
      })
      const { url } = nodes.coordinator
      const store = storeAt('postgres', folder(), url)
      return {
        ...store,
        async fill(work) {
          await store.fill(work)
          const database = openPostgres(url, () => undefined)
          await distributeChats(database).finally(() => database.close())
        },
      }
    },
    embedded: () => storeAt('embedded', folder(), null),
    embeddedPostgres: () => storeAt('embedded', folder(), null, 'postgres'),
    async close() {
      await (await cluster)?.stop()
      isStopped = true
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Statistics of what was filled, since there is no autovacuum here. A table that is analysed while it is empty counts as
 * tiny from then on, and every statement that is prepared reads all of it, however large it grows.
 */
async function analyzeFilled(database: Database): Promise<void> {
  const filled = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  )
  for (const { name } of filled) await database.query(`analyze ${name}`)
}

function storeAt(
  kind: Store['kind'],
  dataDir: string,
  databaseUrl: string | null,
  embeddedDatabase: 'pglite' | 'postgres' = 'pglite',
): Store {
  return {
    kind,
    dataDir,
    databaseUrl,
    async fill(work) {
      const database = await connectDatabase({ databaseUrl, dataDir, embeddedDatabase }, systemClock, createLog('warn'))
      await seedLibrary(database, systemClock)
      await work(database)
      if (kind === 'postgres') await analyzeFilled(database)
      await database.close()
    },
    startEverkin: (environment = {}, settings = {}) =>
      startProgram('packages/server/src/main.ts', {
        readyPath: '/readyz',
        nodeOptions: SERVER_NODE_OPTIONS,
        ...settings,
        environment: {
          ...SERVER_MEMORY,
          DATA_DIR: dataDir,
          DATABASE_EMBEDDED: embeddedDatabase,
          RATE_LIMITS: 'off',
          FAIR_USE_MESSAGES_PER_DAY: '100000000',
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
          ...environment,
        },
      }),
  }
}
