import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer, closeTemplate } from '@everkin/testing/database-templates.ts'
import { freePort, openRunCluster } from '@everkin/testing/postgres-cluster.ts'
import { startApp } from '../../soak/app-process.ts'

/** What the workers, which are processes of their own, are told of the prepared data. */
const FOLDER = 'EVERKIN_INITIAL_DATA'
/** The prepared database in PostgreSQL; not set if that is not installed. */
const TEMPLATE_URL = 'EVERKIN_INITIAL_DATABASE'

/**
 * Starts Everkin once, so that every journey’s own one starts with a copy of its data (a migrated database with the
 * library) and with compiled code: a first start takes several times as long as a second. On PostgreSQL it takes half of
 * the processor time that it takes on the embedded database. Returns a function that removes everything.
 */
export async function prepareInitialData(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-journeys-'))
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache')
  process.env[FOLDER] = join(folder, 'data')
  const cluster = await openRunCluster()
  if (!cluster)
    console.warn('SKIPPED: the journeys on PostgreSQL, because no PostgreSQL server (15 or later) is installed')
  const template = cluster && databaseOf(cluster.url, `everkin_journeys_${process.pid}`)
  if (template) await create(template)
  const app = await startApp({
    DATA_DIR: process.env[FOLDER],
    PORT: String(await freePort()),
    ...(template && { DATABASE_URL: template }),
  })
  await app.kill('SIGTERM')
  if (template) {
    await closeTemplate(cluster.url, nameOf(template))
    process.env[TEMPLATE_URL] = template
  }
  return async () => {
    if (template && cluster.isGiven) await drop(template)
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface JourneyData {
  /** Settings of the server. */
  settings: Record<string, string>
  remove(): Promise<void>
}

/**
 * A copy of the prepared data, on PostgreSQL if that is installed. With `isFirstStart`: no data, so the embedded
 * database, as `npm start` has it on someone’s own machine.
 */
export async function copyInitialData({ isFirstStart }: { isFirstStart: boolean }): Promise<JourneyData> {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-journey-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const initialFolder = process.env[FOLDER]
  const template = process.env[TEMPLATE_URL]
  if (initialFolder && !isFirstStart) cpSync(initialFolder, folder, { recursive: true })
  if (!template || isFirstStart) return { settings: { DATA_DIR: folder }, remove: async () => removeFolder() }
  const url = databaseOf(template, `${nameOf(template)}_${folder.slice(-6).toLowerCase()}_${process.pid}`)
  await create(url, template)
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: url },
    remove: async () => {
      await drop(url)
      removeFolder()
    },
  }
}

/** The URL of another database in the same cluster. */
function databaseOf(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Creates a database, as a copy of the one at `templateUrl` if that is given. */
async function create(url: string, templateUrl?: string): Promise<void> {
  const template = templateUrl ? ` template ${nameOf(templateUrl)}` : ''
  await administer(databaseOf(url, 'postgres'), `create database ${nameOf(url)}${template}`)
}

async function drop(url: string): Promise<void> {
  await administer(databaseOf(url, 'postgres'), `drop database ${nameOf(url)} with (force)`)
}
