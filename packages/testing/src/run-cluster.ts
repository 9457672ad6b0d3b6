import { startPostgres } from './postgres-cluster.ts'

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
