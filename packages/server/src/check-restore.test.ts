import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRestore, describeRestore, isRestoreSound } from './check-restore.ts'
import { checkErasures } from './modules/accounts/deletion/erasure-journal.ts'
import type { Log } from './platform/log.ts'
import { OWNER_FILE } from './platform/owned-folder.ts'

describe.each(testDatabaseKinds)('after a restore on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.end())

  const inData = (...path: string[]) => join(server.context.settings.dataDir, ...path)
  const check = (moveUnreferenced = false) => checkRestore(server.context, { moveUnreferenced })
  const mediaId = () => randomBytes(32).toString('base64url')
  const peopleLike = (id: string) => server.context.database.query('select id from person where id = $1', [id])

  /** A person as a backup from before the deletion brings them back. */
  async function returnOf(id: string) {
    await server.context.database.query(`insert into person (id, email, created_at) values ($1, $2, now())`, [
      id,
      `${id}@example.org`,
    ])
  }

  it('does not take an empty database for a restored one', async () => {
    const report = await check()
    expect([report.accounts, isRestoreSound(report)]).toEqual([0, false])
    expect(describeRestore(report)[0]).toContain('check DATABASE_URL')
  })

  it('describes one of a thing in the singular', async () => {
    const lines = describeRestore({ ...(await check()), accounts: 1, trashed: 1, erased: 1 })
    expect(lines).toContain('The database has 1 account.')
    expect(lines).toContain('Moved to the trash: 1 file.')
    expect(lines).toContain('Deleted after the backup, and now again: 1 account.')
  })

  it('D2: repeats the deletions of accounts that came after the backup, and no other', async () => {
    const [gone, stays] = [await server.signIn(), await server.signIn()]
    await gone.call('POST /api/account/delete')
    expect(readFileSync(inData('erasures.log'), 'utf8')).toContain(gone.user.id)
    expect(statSync(inData('erasures.log')).mode & 0o777).toBe(0o600)
    expect(await server.context.database.query('select * from erasure')).toEqual([])
    appendFileSync(inData('erasures.log'), '2026-11-2') // half a line, as a crash leaves it
    const again = await server.signIn()
    await again.call('POST /api/account/delete')

    for (const person of [gone, again]) await returnOf(person.user.id)
    const errors: object[] = []
    const log = { error: (facts: object) => errors.push(facts) } as unknown as Log // all that is called
    await checkErasures({ ...server.context.accounts, log })
    expect(errors).toEqual([{ accounts: 2 }])

    const report = await check()
    expect(report.erased).toBe(2)
    expect(isRestoreSound(report)).toBe(true)
    for (const { user } of [gone, again]) expect(await peopleLike(user.id)).toEqual([])
    expect(await peopleLike(stays.user.id)).toHaveLength(1)
    expect((await check()).erased).toBe(0)
  })

  it('D2: completes the journal at the next start, when a crash came between the deletion and its entry', async () => {
    const { database, accounts } = server.context
    await database.query(`insert into erasure (person_id, erased_at) values ('crashed', now())`)
    await checkErasures(accounts)
    expect(await accounts.journal.readIds()).toContain('crashed')
    expect(await database.query('select * from erasure')).toEqual([])
  })

  it('finds files that are missing and files that no row refers to, and moves only these, when told to', async () => {
    const { database } = server.context
    const owner = await server.signIn()
    const [here, missing, unknown] = [mediaId(), mediaId(), mediaId()]
    for (const id of [here, missing])
      await database.query(
        `insert into media_file (id, person_id, purpose, width, height, bytes, created_at) values ($1, $2, 'card', 1, 1, 1, now())`,
        [id, owner.user.id],
      )
    for (const id of [here, unknown]) {
      mkdirSync(inData('media', id), { recursive: true })
      writeFileSync(inData('media', id, '480.webp'), 'x')
    }
    const report = await check()
    expect(report.folders[0]).toMatchObject({ isOwn: true, stored: 2, unreferenced: [unknown], missing: [missing] })
    expect([isRestoreSound(report), report.trashed]).toEqual([false, 0])
    expect(describeRestore(report)).toContain(`  missing: ${missing}`)
    expect(readdirSync(inData('media'))).toContain(unknown)
    expect((await check(true)).trashed).toBe(1)
    expect(readdirSync(inData('media'))).not.toContain(unknown)
    expect(readdirSync(inData('media'))).toContain(here)
    await database.query('delete from media_file where id = $1', [missing])
    expect(isRestoreSound(await check())).toBe(true)
  })

  it('moves nothing in a folder that belongs to another database, and says so', async () => {
    const unknown = mediaId()
    mkdirSync(inData('media', unknown), { recursive: true })
    const own = readFileSync(inData('media', OWNER_FILE), 'utf8')
    rmSync(inData('media', OWNER_FILE))
    writeFileSync(inData('media', OWNER_FILE), 'another')
    const report = await check(true)
    expect([report.folders[0]?.isOwn, report.trashed, isRestoreSound(report)]).toEqual([false, 0, false])
    expect(describeRestore(report).join('\n')).toContain('belongs to another database')
    expect(readdirSync(inData('media'))).toContain(unknown)
    writeFileSync(inData('media', OWNER_FILE), own)
  })

  it('finds a balance that differs from its entries', async () => {
    const person = await server.signIn()
    await server.context.database.query('update ledger_account set balance = balance + 5 where owner_id = $1', [
      person.user.id,
    ])
    const report = await check()
    expect([report.ledger.differing.length > 0, isRestoreSound(report)]).toEqual([true, false])
  })
})
