import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CITUS_SETTINGS, distributeChats, enableCitus, isOnCitus } from './citus-cluster.ts'
import { administer, createTemplate, takeSnapshots } from './database-templates.ts'
import { openRunCluster } from './postgres-cluster.ts'
import { enterRunFolder } from './run-folder.ts'

/**
 * Migrates one database of each kind for the whole run; every test file starts with a copy. PostgreSQL, where races are
 * tested, is a new cluster for the run, or the one in `TEST_DATABASE_URL`.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const removeRunFolder = enterRunFolder()
  const folder = mkdtempSync(join(tmpdir(), 'everkin-snapshot-'))
  const [stopPostgres] = await Promise.all([preparePostgres(), prepareEmbedded(folder)])
  return async () => {
    await stopPostgres()
    removeRunFolder()
  }
}

async function prepareEmbedded(folder: string): Promise<void> {
  const { bare, migrated } = await takeSnapshots()
  process.env.TEST_DATABASE_BARE_SNAPSHOT = join(folder, 'bare.tar')
  process.env.TEST_DATABASE_SNAPSHOT = join(folder, 'migrated.tar')
  writeFileSync(process.env.TEST_DATABASE_BARE_SNAPSHOT, await bare.bytes())
  writeFileSync(process.env.TEST_DATABASE_SNAPSHOT, await migrated.bytes())
}

async function preparePostgres(): Promise<() => Promise<void>> {
  const cluster = await openRunCluster(isOnCitus ? CITUS_SETTINGS : [])
  if (!cluster) {
    console.warn('SKIPPED: the suites on PostgreSQL, because no PostgreSQL server (15 or later) is installed')
    return async () => undefined
  }
  const { url, isGiven } = cluster
  // A unique name, because a given cluster may be used by several runs.
  const template = `everkin_template_${process.pid}`
  await createTemplate(url, template, async (database, templateUrl) => {
    if (!isOnCitus) return
    await enableCitus(database, templateUrl)
    await distributeChats(database)
  })
  process.env.TEST_DATABASE_URL = url
  process.env.TEST_DATABASE_TEMPLATE = template
  return async () => {
    if (isGiven) await administer(url, `drop database ${template}`)
    await cluster.stop()
  }
}
