import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from '../db/embedded.ts'
import { openPostgres, type PostgresDatabase } from '../db/postgres.ts'
import { createLog } from '../log.ts'
import { loadTexts } from '../texts.ts'
import { toWireError } from './error-response.ts'

const log = createLog('silent')
const texts = loadTexts(log)

/** The code that a caller gets when this work fails. */
async function codeOf(work: Promise<unknown>): Promise<number> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return toWireError(error, 'en', texts, log, 'r1').body.code
}

describe.runIf(testPostgresUrl)('the answer when PostgreSQL does not do a statement', () => {
  let fresh: Awaited<ReturnType<typeof freshPostgresDatabase>>
  let database: PostgresDatabase

  beforeAll(async () => {
    fresh = await freshPostgresDatabase()
    await fresh.database.script(
      'create table sample (id int primary key, n int); insert into sample values (1, 0), (2, 0)',
    )
    database = openPostgres(fresh.url, () => undefined, { statementTimeoutMs: 300, lockTimeoutMs: 150 })
  })
  afterAll(async () => {
    await database.close()
    await fresh.drop()
  })

  it('is “try again” for one that took too long, or waited too long for a lock', async () => {
    expect(await codeOf(database.query('select pg_sleep(5)'))).toBe(9002)
    await fresh.database.transaction(async (tx) => {
      await tx.query('select 1 from sample where id = 1 for update')
      expect(await codeOf(database.query('update sample set n = 1 where id = 1'))).toBe(9002)
    })
  })

  it('is “try again” for a transaction that others were faster than, every time', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read')
      await tx.query('select n from sample')
      await fresh.database.query('update sample set n = n + 1 where id = 2')
      await tx.query('update sample set n = 0 where id = 2')
    })
    expect(await codeOf(work)).toBe(9002)
  })

  it('is “try again” where nothing can be written while another server takes over', async () => {
    const work = database.transaction(async (tx) => {
      await tx.query('set transaction read only')
      await tx.query('update sample set n = 0 where id = 1')
    })
    expect(await codeOf(work)).toBe(9002)
  })

  it('is an internal error for a statement that is wrong', async () => {
    expect(await codeOf(database.query('select nothing'))).toBe(9000)
  })
})

it('is “try again” when the embedded database has ended', async () => {
  const database = await openEmbedded(null)
  await database.close()
  expect(await codeOf(database.query('select 1'))).toBe(9002)
})

it.runIf(existsSync('/dev/full'))('is “try again” when a file finds the disk full', async () => {
  expect(await codeOf(writeFile('/dev/full', 'text'))).toBe(9002)
})
