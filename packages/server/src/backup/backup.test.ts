import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillAccount } from '@everkin/testing/filled-account.ts'
import { startS3Server } from '@everkin/testing/servers/s3-server.ts'
import { bareTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createErasureJournal } from '../modules/accounts/module.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { assertKnownMigrations } from '../platform/db/migrate.ts'
import { moveDatabase } from '../platform/db/transfer/move-database.ts'
import { listTables } from '../platform/db/transfer/tables.ts'
import { loadInstallationId } from '../platform/owned-folder.ts'
import { digestFile } from '../providers/storage/file-tree.ts'
import type { Manifest } from './manifest.ts'
import { openFiles, openFolderPlace } from './open-parts.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const s3 = await startS3Server()

/** Every row as the database itself prints it, in one order. */
async function contents(database: Database): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name } of await listTables(database)) {
    const [row] = await database.query<{ rows: number; hash: string }>(
      `select count(*)::int as rows, coalesce(md5(string_agg(md5(to_jsonb(t)::text), '' order by md5(to_jsonb(t)::text) collate "C")), '') as hash
       from "${name}" t`,
    )
    found[name] = `${row?.rows} ${row?.hash}`
  }
  return found
}

const other = { embedded: 'postgres', postgres: 'embedded' } as const
const closing: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await s3?.close()
})

describe.each(testDatabaseKinds)('a backup of a running server on %s', (kind) => {
  const root = mkdtempSync(join(tmpdir(), 'everkin-backup-'))
  const backup = join(root, 'backup')
  let server: TestServer
  let manifest: Manifest
  let before: Record<string, string>
  beforeAll(async () => {
    // The files of one of the two are in a bucket.
    server = await startTestServer({ kind, ...(kind === 'postgres' && s3 && { settings: s3.environment }) })
    await fillAccount(server, 'owner')
    await server.context.jobs.stop() // what they write would differ from what is compared
    await server.context.database.script(`set timezone = 'UTC'`)
    const { database, settings } = server.context
    // A restore of the backup will repeat this, so it stays in it.
    await createErasureJournal(join(settings.dataDir, 'erasures.log')).append([
      { personId: 'erased-before', erasedAt: new Date(0) },
    ])
    const { tree } = await openFiles(settings)
    before = await contents(database)
    const parts = { database, files: tree, dataDir: settings.dataDir, clock: systemClock }
    manifest = await writeBackup(parts, backup, { withSecret: false })
  })
  afterAll(async () => {
    await server.end()
    rmSync(root, { recursive: true, force: true })
  })
  const spoiled: (() => void | Promise<void>)[] = []
  afterEach(async () => {
    for (const undo of spoiled.splice(0)) await undo()
  })

  let count = 0
  async function emptyTarget(of: 'embedded' | 'postgres') {
    const bare = await bareTestDatabase(of)
    closing.push(() => bare.drop())
    await bare.database.script(`set timezone = 'UTC'`)
    const dataDir = join(root, `target-${++count}`)
    const { tree, folders } = openFolderPlace(dataDir)
    return { database: bare.database, files: tree, folders, dataDir, clock: systemClock }
  }

  it('has every table and file, and nothing that is secret', async () => {
    expect(Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]))).toEqual(
      Object.fromEntries(Object.entries(before).map(([name, line]) => [name, Number(line.split(' ')[0])])),
    )
    expect(manifest.files.count).toBeGreaterThan(3)
    expect(await readdir(backup)).not.toContain('app-secret')
    expect(await verifyBackup(backup)).toEqual(manifest)
  })

  it('BAK-01: is restored into an empty database of the other kind with every row, balance and file', async () => {
    const target = await emptyTarget(testDatabaseKinds.includes(other[kind]) ? other[kind] : kind)
    await createErasureJournal(join(root, 'x')).append([]) // the folder exists
    await restoreBackup(backup, await verifyBackup(backup), target)
    expect(await contents(target.database)).toEqual(before)
    const { tree } = await openFiles(server.context.settings)
    for await (const { path } of tree.list())
      expect(await digestFile(target.files, path)).toEqual(await digestFile(tree, path))
    const id = await loadInstallationId(server.context.database)
    for (const folder of target.folders) expect(await folder.readOwner()).toBe(id)
    expect([...(await createErasureJournal(join(target.dataDir, 'erasures.log')).readIds())]).toEqual(['erased-before'])
    // New rows get ids of their own.
    const [next] = await target.database.query<{ id: number }>(
      `insert into ledger_transfer (key, asset, cause, created_at) values ('after', 'coin', 'test', now()) returning id`,
    )
    expect(next?.id).toBeGreaterThan(0)
    await expect(restoreBackup(backup, manifest, target)).rejects.toThrow('The target database is not empty')
  })

  it('is moved to the other kind and back', async () => {
    const [there, back] = [await emptyTarget(other[kind]), await emptyTarget(kind)]
    await moveDatabase(server.context.database, there.database).catch((error: Error) => {
      // The server still runs on PostgreSQL; the embedded database has a lock instead.
      expect([kind, error.message]).toEqual(['postgres', expect.stringContaining('A server still uses the database')])
    })
    if (kind === 'postgres') return
    await moveDatabase(there.database, back.database)
    const moved = await contents(there.database)
    expect(Object.keys(moved)).toEqual(Object.keys(before))
    expect(moved.message).toBe(before.message)
    expect(await contents(back.database)).toEqual(moved)
    await expect(moveDatabase(there.database, back.database)).rejects.toThrow('not empty')
    expect(await contents(back.database)).toEqual(moved)
  })

  it('BAK-02: leaves the target empty when it breaks off, and is then restored as a whole', async () => {
    const target = await emptyTarget(kind)
    const wrong = {
      ...manifest,
      tables: manifest.tables.map((table) => (table.name === 'message' ? { ...table, digest: '0'.repeat(64) } : table)),
    }
    await expect(restoreBackup(backup, wrong, target)).rejects.toThrow('The table message is not the same afterwards')
    expect(await listTables(target.database)).toEqual([])
    const poor = { ...manifest, balances: { coin: { accounts: 1, total: '5', entries: '0' } } }
    await expect(restoreBackup(backup, poor, target)).rejects.toThrow('The balances are not the same')
    await restoreBackup(backup, manifest, target)
    expect(await contents(target.database)).toEqual(before)
  })

  it('is not restored beside other files, or over those of another database', async () => {
    const dataDir = join(root, 'taken')
    const { tree, folders } = openFolderPlace(dataDir)
    const target = { database: server.context.database, files: tree, folders, dataDir, clock: systemClock }
    const hash = 'f'.repeat(64)
    await target.files.write(`card-files/${hash}`, chunksOf('theirs'))
    await expect(restoreBackup(backup, manifest, target)).rejects.toThrow('There are other files')
    await target.files.remove(`card-files/${hash}`)
    await target.folders[0]?.writeOwner('another')
    await expect(restoreBackup(backup, manifest, target)).rejects.toThrow('belongs to another database')
  })

  it.each([
    ['a file that was changed', () => spoil(firstFile(), (path) => appendFileSync(path, 'x')), /damaged: (media|card)/],
    ['a table that was cut', () => spoil('database/message.jsonl.gz', (path) => truncate(path, 20)), /damaged/],
    ['a missing table', () => spoil('database/message.jsonl.gz', (path) => rmSync(path)), /incomplete: .*message/],
    ['no manifest', () => spoil('manifest.json', (path) => rmSync(path)), /no complete backup/],
    ['half a manifest', () => spoil('manifest.json', (path) => truncate(path, 100)), /manifest.json is damaged/],
    ['a newer format', () => spoilManifest({ format: 2 }), /newer Everkin/],
    ['a path that leads out', () => spoilList('../../evil'), /damaged/],
  ])('BAK-03: is refused with %s', async (_what, damage, line) => {
    await damage()
    await expect(verifyBackup(backup)).rejects.toThrow(line)
  })

  it('is refused when a newer version made it', () => {
    expect(() => assertKnownMigrations([...manifest.migrations, '9999-later.sql'])).toThrow('newer Everkin (9999-later')
  })

  it('is not written over another one', async () => {
    const { database, settings } = server.context
    const { tree } = await openFiles(settings)
    const parts = { database, files: tree, dataDir: settings.dataDir, clock: systemClock }
    await expect(writeBackup(parts, backup, { withSecret: false })).rejects.toThrow('exists already')
    expect(await verifyBackup(backup)).toEqual(manifest)
  })

  const firstFile = () => {
    const [line = ''] = readFileSync(join(backup, 'files.jsonl'), 'utf8').split('\n')
    return join('files', (JSON.parse(line) as { path: string }).path) // written by us above
  }
  async function spoil(name: string, damage: (path: string) => void | Promise<void>) {
    const path = join(backup, name)
    const whole = readFileSync(path)
    spoiled.push(() => writeFileSync(path, whole))
    await damage(path)
  }
  const spoilManifest = (change: object) =>
    spoil('manifest.json', (path) => writeFileSync(path, JSON.stringify({ ...manifest, ...change })))
  async function spoilList(path: string) {
    await spoil('files.jsonl', (list) => writeFileSync(list, JSON.stringify({ path, size: 1, sha256: '0'.repeat(64) })))
    const { hashOf } = await import('./manifest.ts')
    const sha256 = await hashOf(join(backup, 'files.jsonl'))
    await spoilManifest({ files: { ...manifest.files, sha256 } })
  }
})

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
