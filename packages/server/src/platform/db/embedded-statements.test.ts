import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'

describe('prepared statements of the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = await openEmbedded(null)
    await database.script('create table sample (id int primary key, words text[], at timestamptz, bytes bytea)')
  })
  afterAll(() => database.close())

  const all = () => database.query('select * from sample order by id')

  it('take the values of each call', async () => {
    const at = new Date('2026-11-26T10:00:00.000Z')
    const insert = 'insert into sample values ($1, $2, $3, $4) returning id'
    expect(await database.query(insert, [1, ['a', 'b,c'], at, new Uint8Array([7])])).toEqual([{ id: 1 }])
    expect(await database.query(insert, [2, [], null, null])).toEqual([{ id: 2 }])
    expect(await all()).toEqual([
      { id: 1, words: ['a', 'b,c'], at, bytes: new Uint8Array([7]) },
      { id: 2, words: [], at: null, bytes: null },
    ])
    const count = 'select count(*) as count from sample where words @> $1::text[]'
    expect(await database.query(count, [['a']])).toEqual([{ count: 1 }])
    expect(await database.query(count, [['z']])).toEqual([{ count: 0 }])
  })

  it('go on after an error, also in a transaction', async () => {
    const insert = 'insert into sample (id) values ($1)'
    await expect(database.query(insert, [1])).rejects.toMatchObject({ code: '23505', constraint: 'sample_pkey' })
    await expect(database.query(insert, ['x'])).rejects.toMatchObject({ code: '22P02' })
    const codes: unknown[] = []
    const transaction = database.transaction(async (tx) => {
      await tx.query(insert, [3])
      for (const id of [3, 4]) await tx.query(insert, [id]).catch((error: { code: unknown }) => codes.push(error.code))
      throw new Error('ended')
    })
    await expect(transaction).rejects.toThrow('ended')
    expect(codes).toEqual(['23505', '25P02'])
    await database.query(insert, [3])
    expect(await all()).toHaveLength(3)
  })

  it('return the columns of a changed table, whether the change is kept or not', async () => {
    const columns = async (db: Pick<Database, 'query'>) =>
      Object.keys((await db.query('select * from sample limit 1'))[0] ?? {})
    const before = await columns(database)
    const undone = database.transaction(async (tx) => {
      await tx.query('alter table sample add more int')
      expect(await columns(tx)).toEqual([...before, 'more'])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await columns(database)).toEqual(before)
    await database.query('alter table sample drop bytes')
    expect(await columns(database)).toEqual(['id', 'words', 'at'])
    await database.script('alter table sample drop at')
    expect(await columns(database)).toEqual(['id', 'words'])
  })

  it('are no longer kept when there are too many texts', async () => {
    for (let i = 0; i < 520; i++) expect(await database.query(`select ${i} as i`)).toEqual([{ i }])
    expect(await database.query('select count(*) as count from pg_prepared_statements')).toEqual([{ count: 500 }])
    expect(await database.query('select 519 as i')).toEqual([{ i: 519 }])
  })
})
