import {
  freshPostgresDatabase,
  openTestDatabase,
  testDatabaseKinds,
  testPostgresUrl,
} from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, onlyRow, sqlState } from './database.ts'

/** Both databases give the same results, so a test on one of them holds for the other. */
describe.each(testDatabaseKinds)('the database handle, %s', (kind) => {
  let database: Database
  let drop = async () => {}

  beforeAll(async () => {
    const opened = await openTestDatabase(kind)
    database = opened.database
    drop = opened.drop
    await database.script(`create table sample (id int primary key, note text, amount int check (amount >= 0));
      insert into sample values (0, 'given', 1)`)
  })
  afterAll(async () => {
    await database.script('drop table sample')
    await drop()
  })

  const one = async (expression: string, values: Parameters<Database['query']>[1] = []) =>
    onlyRow(await database.query<{ value: unknown }>(`select ${expression} as value`, values))?.value

  it.each([
    ['count(*)', 1],
    ['9007199254740991::int8', 9_007_199_254_740_991],
    ['(-5)::int8', -5],
    ['7::int2', 7],
    ['sum(n::int) from (values (1), (2)) v (n)', 3],
    ['1.5::float8', 1.5],
    ['1.50::numeric', '1.50'],
    ['sum(n::int8) from (values (1), (2)) v (n)', '3'],
    ['true', true],
    ['null::int8', null],
    [`date '2026-02-28'`, '2026-02-28'],
    [`'x'::text`, 'x'],
    [`null::jsonb`, null],
    [`'null'::jsonb`, null],
    [`'{"a": [1, {"b": null}], "ä": "\\ud83d\\ude00"}'::jsonb`, { a: [1, { b: null }], ä: '😀' }],
    [`array['a', 'b,c', 'd"e', '{', null, '']`, ['a', 'b,c', 'd"e', '{', null, '']],
    ['array[1, 2]', [1, 2]],
    ['array[1, 2]::int8[]', [1, 2]],
    ['array[9007199254740991, null]::int8[]', [9_007_199_254_740_991, null]],
    [`array['2026-02-28'::date]`, ['2026-02-28']],
    ['array[]::text[]', []],
  ])('gives %s as %j', async (expression, value) => {
    const text = expression === 'count(*)' ? 'count(*) from sample' : expression
    const [before, from] = text.split(' from ')
    const rows = await database.query(`select ${before} as value${from ? ` from ${from}` : ''}`)
    expect(rows).toEqual([{ value }])
  })

  it('returns timestamps as dates to the millisecond, and bytes as bytes', async () => {
    const instant = new Date('2026-11-20T12:00:00.123Z')
    expect(await one('$1::timestamptz', [instant])).toEqual(instant)
    const bytes = Uint8Array.from([0, 1, 127, 128, 255])
    const value = await one('$1::bytea', [bytes])
    expect(value).toBeInstanceOf(Uint8Array)
    expect([...(value as Uint8Array)]).toEqual([...bytes]) // just checked
  })

  it('accepts every kind of value as a parameter', async () => {
    const hostile = [`a'b`, 'c,d', 'e"f', '{g}', 'h\\i', 'NULL', '', 'j\nk', '😀', '$1', '--']
    expect(await one('$1::text', [hostile.join('\t')])).toBe(hostile.join('\t'))
    expect(await one('$1::text[]', [hostile])).toEqual(hostile)
    expect(await one('$1::text[]', [[]])).toEqual([])
    expect(await one('$1::int[]', [[3, 1, 2]])).toEqual([3, 1, 2])
    expect(await one('2 = any($1::int[])', [[3, 1, 2]])).toBe(true)
    expect(await one(`'NULL' = any($1::text[])`, [['NULL']])).toBe(true)
    expect(await one('$1::int8', [9_007_199_254_740_991n])).toBe(9_007_199_254_740_991)
    expect(await one('$1::bool', [false])).toBe(false)
    expect(await one('$1::text', [null])).toBeNull()
    expect(await one('$1::jsonb', [JSON.stringify({ a: `'"\\` })])).toEqual({ a: `'"\\` })
  })

  it('keeps text unchanged', async () => {
    const text = ' \r\n\t‎ e\u0301 é 👩‍👩‍👧 \u202e a\\u0000 '
    await database.query('insert into sample (id, note) values (1, $1)', [text])
    expect(await database.query('select note from sample where id = 1')).toEqual([{ note: text }])
  })

  it('replaces an unpaired surrogate by U+FFFD', async () => {
    expect(await one('$1::text', ['a\ud800b'])).toBe('a\ufffdb')
    expect(await one('$1::text[]', [['\udc00', '😀']])).toEqual(['\ufffd', '😀'])
    expect(await one('$1::jsonb', [JSON.stringify({ a: '\ud800' }).replace('\\ud800', '\ud800')])).toEqual({
      a: '\ufffd',
    })
  })

  it('rejects NUL with an error', async () => {
    const states = [['a\0b'], [['\0']]].map(async (values) =>
      sqlState(await one(typeof values[0] === 'string' ? '$1::text' : '$1::text[]', values).catch((error) => error)),
    )
    expect(await Promise.all(states)).toEqual(['22021', '22021'])
  })

  it.each([
    ['insert into sample (id) values (0)', '23505'],
    ['insert into sample (id, amount) values (9, -1)', '23514'],
    ['select 1 / 0', '22012'],
    ['select nothing from sample', '42703'],
    ['selec 1', '42601'],
    [`select 'x'::int`, '22P02'],
    ['select 3000000000::int4', '22003'],
  ])('names the failure of %s as %s', async (statement, state) => {
    const error = await database.query(statement).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Error)
    expect(sqlState(error)).toBe(state)
  })

  it('commits what succeeded, and stores nothing of what failed', async () => {
    const fault = new Error('thrown by the test')
    const failing = database.transaction(async (tx) => {
      await tx.query('insert into sample (id) values (2)')
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    const broken = database.transaction(async (tx) => {
      await tx.query('insert into sample (id) values (2)')
      await tx.query('insert into sample (id) values (0)')
    })
    await expect(broken).rejects.toMatchObject({ code: '23505' })
    expect(await database.query('select 1 from sample where id = 2')).toEqual([])
    expect(await database.transaction((tx) => tx.query('insert into sample (id) values (3) returning id'))).toEqual([
      { id: 3 },
    ])
    expect(await database.query('select id from sample where id = 3')).toEqual([{ id: 3 }])
  })

  it('rejects the outer handle inside a transaction, and accepts it again afterwards', async () => {
    let later: Promise<unknown> = Promise.resolve()
    let go = () => {}
    await database.transaction(async (tx) => {
      await expect(database.query('select 1')).rejects.toThrow('only the handle of the transaction')
      await expect(database.transaction(async () => 1)).rejects.toThrow('only the handle of the transaction')
      later = new Promise<void>((resolve) => {
        go = resolve
      }).then(() => database.query('select 1 as one'))
      await tx.query('select 1')
    })
    go()
    expect(await later).toEqual([{ one: 1 }])
  })

  it('runs transactions that add to the same row one after the other', async () => {
    await database.query('insert into sample (id, amount) values (4, 0)')
    const add = () =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<{ amount: number }>('select amount from sample where id = 4 for update')
        await tx.query('update sample set amount = $1 where id = 4', [(row?.amount ?? 0) + 1])
      })
    await Promise.all(Array.from({ length: 25 }, add))
    expect(await database.query('select amount from sample where id = 4')).toEqual([{ amount: 25 }])
  })
})

describe.runIf(testPostgresUrl)('the database handle on PostgreSQL alone', () => {
  it('retries after a deadlock, and both transactions succeed', async () => {
    const { database, drop } = await freshPostgresDatabase()
    await database.script('create table pair (id int primary key, n int); insert into pair values (1, 0), (2, 0)')
    let arrived = 0
    let release = () => {}
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    let attempts = 0
    const crossing: Promise<void>[] = []
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        attempts += 1
        // The retried transaction could be faster to lock a row than the other one, which is only just being woken up.
        if (attempts > 2) await Promise.any(crossing)
        await tx.query('update pair set n = n + 1 where id = $1', [first])
        if (++arrived === 2) release()
        await both
        await tx.query('update pair set n = n + 1 where id = $1', [second])
      })
    crossing.push(cross(1, 2), cross(2, 1))
    await Promise.all(crossing)
    expect(attempts).toBe(3)
    expect(await database.query('select n from pair order by id')).toEqual([{ n: 2 }, { n: 2 }])
    await drop()
  })

  it('gives up on serialisation failures after the third attempt', async () => {
    const { database, drop } = await freshPostgresDatabase()
    let attempts = 0
    const work = database.transaction(async (tx) => {
      attempts += 1
      await tx.query(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
    })
    await expect(work).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(3)
    await drop()
  })
})
