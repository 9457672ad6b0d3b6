import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareTestDatabase, freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createErasureJournal } from '../modules/accounts/module.ts'
import { SECRET_FILE } from '../platform/app-secret.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { moveDatabase } from '../platform/db/transfer/move-database.ts'
import { listTables } from '../platform/db/transfer/tables.ts'
import { loadInstallationId } from '../platform/owned-folder.ts'
import { openFolderPlace } from './open-parts.ts'
import { type RestoreTarget, restoreBackup, verifyBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const FILE = `card-files/${'a'.repeat(64)}`

describe.runIf(testPostgresUrl)('a backup, restore or move that is interrupted', () => {
  const root = mkdtempSync(join(tmpdir(), 'everkin-interrupted-'))
  const dataDir = join(root, 'source')
  const backup = join(root, 'backup')
  const closing: (() => Promise<unknown>)[] = []
  let source: Database
  let sourceUrl: string

  const open = (url: string) => {
    const database = openPostgres(url, () => undefined)
    closing.push(() => database.close())
    return database
  }
  /** Ends the sessions of a database other than the one that asks. */
  const endSessions = (database: Database) =>
    database.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  /** A database that calls `act` before each statement of its transactions. */
  const watched = (database: Database, act: (text: string) => Promise<unknown> | undefined): Database => ({
    ...database,
    transaction: (work) =>
      database.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            await act(text)
            return tx.query(text, values)
          },
        }),
      ),
  })
  const peopleIn = (database: Database) => database.query('select id from person order by id')

  beforeAll(async () => {
    const fresh = await freshPostgresDatabase()
    closing.push(() => fresh.drop())
    source = fresh.database
    sourceUrl = fresh.url
    await source.query(`insert into person (id, created_at) select 'p' || n, now() from generate_series(1, 50) n`)
    await loadInstallationId(source)
    mkdirSync(join(dataDir, 'card-files'), { recursive: true })
    writeFileSync(join(dataDir, FILE), 'a file')
    writeFileSync(join(dataDir, SECRET_FILE), 's'.repeat(40))
    await createErasureJournal(join(dataDir, 'erasures.log')).append([{ personId: 'gone', erasedAt: new Date(0) }])
    const parts = { database: source, files: openFolderPlace(dataDir).tree, dataDir, clock: systemClock }
    await writeBackup(parts, backup, { withSecret: true })
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    rmSync(root, { recursive: true, force: true })
  })

  let count = 0
  async function emptyTarget(): Promise<RestoreTarget & { url: string }> {
    const bare = await bareTestDatabase('postgres')
    closing.push(() => bare.drop())
    const target = join(root, `target-${++count}`)
    const { tree, folders } = openFolderPlace(target)
    return { database: bare.database, files: tree, folders, dataDir: target, clock: systemClock, url: bare.url ?? '' }
  }

  it('copies no file beside a database that is not empty', async () => {
    const target = { ...(await emptyTarget()), database: source }
    await expect(restoreBackup(backup, await verifyBackup(backup), target)).rejects.toThrow('not empty')
    expect(existsSync(join(target.dataDir, FILE))).toBe(false)
  })

  it('leaves the database empty when the target has another secret', async () => {
    const target = await emptyTarget()
    mkdirSync(target.dataDir)
    writeFileSync(join(target.dataDir, SECRET_FILE), 'x'.repeat(40))
    await expect(restoreBackup(backup, await verifyBackup(backup), target)).rejects.toThrow('another secret')
    expect(await listTables(target.database)).toEqual([])
    expect(existsSync(join(target.dataDir, FILE))).toBe(false)
    rmSync(join(target.dataDir, SECRET_FILE))
    await restoreBackup(backup, await verifyBackup(backup), target)
    expect(await peopleIn(target.database)).toEqual(await peopleIn(source))
  })

  it('BAK-02: is in the database only once owner, erasures and secret are in the folder', async () => {
    const target = await emptyTarget()
    const died: Database = {
      ...target.database,
      transaction: async () => {
        throw new Error('the process was killed')
      },
    }
    const restoring = restoreBackup(backup, await verifyBackup(backup), { ...target, database: died })
    await expect(restoring).rejects.toThrow('killed')
    expect([...(await createErasureJournal(join(target.dataDir, 'erasures.log')).readIds())]).toEqual(['gone'])
    expect(existsSync(join(target.dataDir, SECRET_FILE))).toBe(true)
    for (const folder of target.folders) expect(await folder.readOwner()).toBe(await loadInstallationId(source))
    await restoreBackup(backup, await verifyBackup(backup), target)
    expect(await peopleIn(target.database)).toEqual(await peopleIn(source))
  })

  it('is written as a whole when the connection is lost while it is written', async () => {
    const { tree } = openFolderPlace(dataDir)
    let reads = 0
    // After the first tables have been written.
    const interrupted = watched(open(sourceUrl), (text) =>
      text.startsWith('declare') && ++reads === 5 ? endSessions(source) : undefined,
    )
    const target = join(root, 'second')
    const parts = { database: interrupted, files: tree, dataDir, clock: systemClock }
    await writeBackup(parts, target, { withSecret: false })
    expect(reads).toBeGreaterThan(5)
    const manifest = await verifyBackup(target)
    expect(manifest.tables).toEqual((await verifyBackup(backup)).tables)
  })

  it('is moved as a whole when the connection to the target is lost meanwhile', async () => {
    const from = await bareTestDatabase('embedded')
    closing.push(() => from.drop())
    const place = await emptyTarget()
    await restoreBackup(backup, await verifyBackup(backup), { ...place, database: from.database })
    const target = await emptyTarget()
    let inserts = 0
    const interrupted = watched(open(target.url), (text) =>
      text.startsWith('insert into "') && ++inserts === 5 ? endSessions(target.database) : undefined,
    )
    await moveDatabase(from.database, interrupted)
    expect(await peopleIn(target.database)).toEqual(await peopleIn(source))
  })
})
