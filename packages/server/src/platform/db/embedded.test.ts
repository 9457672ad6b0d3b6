import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'

const NEVER_ENDS = 'select count(*) from generate_series(1, 1e14::bigint)'
const canceled = { code: '57014' }

describe('a statement of the embedded database that never ends', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'everkin-embedded-'))
  let database: Awaited<ReturnType<typeof openEmbedded>>
  let stopped = 0
  beforeAll(async () => {
    database = await openEmbedded(join(folder, 'database'))
    await database.query('create table sample (id int primary key)')
    await database.query('insert into sample values (1)')
    database.limitStatements({ maxMs: 2_000, onStopped: () => stopped++ })
  }, 120_000)
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ids = async () =>
    (await database.query<{ id: number }>('select id from sample order by id')).map(({ id }) => id)

  it('is stopped, and the database goes on with what was committed', async () => {
    const waiting = database.query(NEVER_ENDS)
    const next = ids()
    await expect(waiting).rejects.toMatchObject(canceled)
    expect(await next).toEqual([1])
    expect(stopped).toBe(1)
  })

  it('ends its transaction, of which nothing is stored', async () => {
    const codes: unknown[] = []
    const transaction = database.transaction(async (tx) => {
      await tx.query('insert into sample values (2)')
      for (const statement of [NEVER_ENDS, 'insert into sample values (3)'])
        await tx.query(statement).catch((error: { code?: unknown }) => codes.push(error.code))
    })
    await expect(transaction).rejects.toMatchObject({ code: '25P02' })
    expect(codes).toEqual(['57014', '25P02'])
    expect(await ids()).toEqual([1])
    await database.transaction((tx) => tx.query('insert into sample values (4)'))
    expect(await ids()).toEqual([1, 4])
  })
})
