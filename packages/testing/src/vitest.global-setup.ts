import { startPostgres } from './postgres-cluster.ts'

/** Starts one PostgreSQL cluster for the whole run, so that races are tested where they can happen. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined
  const cluster = await startPostgres()
  if (!cluster) {
    console.warn('SKIPPED: the suites on PostgreSQL, because no PostgreSQL server (15 or later) is installed')
    return async () => undefined
  }
  process.env.TEST_DATABASE_URL = cluster.url
  return () => cluster.stop()
}
