import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { findPostgres, type PostgresCluster, startPostgres } from './postgres-cluster.ts'

/** With `TEST_CITUS=on`, chats are distributed in every test database on PostgreSQL. */
export const isOnCitus = process.env.TEST_CITUS === 'on'

/** What a server needs to be a node of a Citus cluster on this machine. */
export const CITUS_SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_prepared_transactions=200',
  'max_worker_processes=64', // each database takes one
  'citus.shard_count=4',
  'citus.node_conninfo=sslmode=disable',
]

/** Whether PostgreSQL here has the Citus extension. Debian does not package it. */
export function isCitusInstalled(): boolean {
  const programs = findPostgres()
  if (!programs) return false
  const [, version = ''] = /postgresql\/(\d+)\//.exec(programs) ?? []
  return existsSync(join('/usr/share/postgresql', version, 'extension', 'citus.control'))
}

export interface CitusCluster {
  coordinator: PostgresCluster
  workers: readonly PostgresCluster[]
  stop(): Promise<void>
}

/** Starts a coordinator and two workers, with one database each. Nothing is distributed yet. */
export async function startCitus(
  open: (url: string) => Database,
  settings: readonly string[] = [],
): Promise<CitusCluster> {
  const nodes: PostgresCluster[] = []
  for (let count = 0; count < 3; count += 1) {
    const node = await startPostgres([...CITUS_SETTINGS, ...settings])
    if (node) nodes.push(node)
  }
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('PostgreSQL is not installed')
  for (const { url } of nodes) await within(open(url), (database) => database.script('create extension citus'))
  await within(open(coordinator.url), async (database) => {
    await database.query(`select citus_set_coordinator_host('127.0.0.1', $1::int)`, [portOf(coordinator.url)])
    for (const { url } of workers) await database.query(`select citus_add_node('127.0.0.1', $1::int)`, [portOf(url)])
  })
  return { coordinator, workers, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) }
}

/** Makes a database of one server a Citus cluster of its own, whose coordinator has the shards as well. */
export async function enableCitus(database: Database, url: string): Promise<void> {
  await database.script('create extension citus')
  await database.query(`select citus_set_coordinator_host('127.0.0.1', $1::int)`, [portOf(url)])
  await database.query(`select citus_set_node_property('127.0.0.1', $1::int, 'shouldhaveshards', true)`, [portOf(url)])
}

/** Distributes the tables of chats, as an operator does. */
export function distributeChats(database: Database): Promise<void> {
  return database.script(
    readFileSync(new URL('../../../deploy/postgres/distribute-chats.sql', import.meta.url), 'utf8'),
  )
}

const portOf = (url: string) => Number(new URL(url).port)

async function within(database: Database, work: (database: Database) => Promise<unknown>): Promise<void> {
  await work(database).finally(() => database.close())
}
