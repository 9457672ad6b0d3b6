import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort, makePostgresFolder, serverUser } from '../postgres-cluster.ts'
import { waitUntilOpen } from './wait-until-open.ts'

export interface PgBouncer {
  /** The address of a database through the pooler. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

export interface PgBouncerOptions {
  /** Connections to PostgreSQL for each database. */
  poolSize: number
  /** Runs on each new connection to PostgreSQL. */
  connectQuery?: string
}

/** The installed `pgbouncer`, or null. */
export function findPgBouncer(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((program) => existsSync(program)) ?? null
}

/** Starts PgBouncer in transaction mode before the cluster of `clusterUrl`, on a free port of the loopback address. */
export async function startPgBouncer(
  program: string,
  clusterUrl: string,
  { poolSize, connectQuery }: PgBouncerOptions,
): Promise<PgBouncer> {
  const { hostname, port, username } = new URL(clusterUrl)
  const ownPort = await freePort()
  const folder = makePostgresFolder()
  const query = connectQuery ? ` connect_query='${connectQuery.replaceAll("'", "''")}'` : ''
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${decodeURIComponent(username)}${query}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  )
  const bouncer = spawn(program, ['-q', file], { ...serverUser(), cwd: folder, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => bouncer.once('exit', () => resolve()))
  await waitUntilOpen(ownPort, 'PgBouncer')
  return {
    urlOf: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${ownPort}`
      return url.href
    },
    stop: async () => {
      bouncer.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
