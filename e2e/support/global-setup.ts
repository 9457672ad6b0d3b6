import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { enterRunFolder } from '@everkin/testing/run-folder.ts'
import { startApp } from '../../soak/app-process.ts'

/**
 * Starts Everkin once, so that every journey’s own one starts with a copy of its data folder (a migrated database with
 * the library) and with compiled code: a first start takes several times as long as a second.
 */
export default async function setup(): Promise<() => void> {
  const removeRunFolder = enterRunFolder()
  const folder = mkdtempSync(join(tmpdir(), 'everkin-journeys-'))
  process.env.NODE_COMPILE_CACHE = join(folder, 'compile-cache')
  process.env.EVERKIN_INITIAL_DATA = join(folder, 'data')
  const environment = { DATA_DIR: process.env.EVERKIN_INITIAL_DATA, PORT: String(await freePort()) }
  const app = await startApp(environment)
  await app.kill('SIGTERM')
  return removeRunFolder
}
