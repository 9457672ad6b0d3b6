import { bareTestDatabase } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { vacuumJobs, vacuumTables } from './vacuum.ts'

describe('tables of the embedded database', () => {
  let database: Database
  beforeAll(async () => {
    database = (await bareTestDatabase('embedded')).database
    for (const name of ['busy', 'quiet', 'large'])
      await database.query(`create table ${name} (id int primary key, text text)`)
  })
  afterAll(() => database.close())

  const fill = (name: string, from: number, to: number, length: number) =>
    database.query(`insert into ${name} select id, repeat('x', $3) from generate_series($1::int, $2::int) as id`, [
      from,
      to,
      length,
    ])
  const deadRows = async (name: string) => {
    await database.query('select pg_stat_force_next_flush()')
    const [row] = await database.query<{ dead: number }>(
      'select n_dead_tup as dead from pg_stat_user_tables where relname = $1',
      [name],
    )
    return row?.dead
  }
  const vacuum = () => vacuumTables(database, new AbortController().signal)

  it('are vacuumed when enough has changed, and left alone otherwise', async () => {
    await fill('busy', 1, 5_000, 10)
    await fill('quiet', 1, 100, 10)
    await database.query('delete from busy where id <= 4000')
    expect(await vacuum()).toEqual(['busy'])
    expect(await deadRows('busy')).toBe(0)
    expect(await vacuum()).toEqual([])
  })

  it('get new plans when they have grown', async () => {
    const plan = async () => {
      const rows = await database.query<Record<string, string>>('explain execute by_id(7)')
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    await database.query('analyze quiet')
    await database.script('set plan_cache_mode = force_generic_plan')
    await database.script('prepare by_id(int) as select text from quiet where id = $1')
    expect(await plan()).toContain('Seq Scan')
    await fill('quiet', 101, 20_000, 10)
    expect(await plan()).toContain('Seq Scan')
    expect(await vacuum()).toEqual(['quiet'])
    expect(await plan()).toContain('Index Scan')
  })

  it('are only analysed when they are large, and not again before they have doubled', async () => {
    await fill('large', 1, 12_000, 1_500)
    await database.query('delete from large where id <= 6000')
    expect(await vacuum()).toEqual(['large'])
    expect(await deadRows('large')).toBeGreaterThan(0)
    await fill('large', 20_001, 22_000, 1_500)
    expect(await vacuum()).toEqual([])
  })

  it('are PostgreSQL’s own business elsewhere', () => {
    expect(vacuumJobs({ ...database, kind: 'postgres' })).toEqual([])
  })
})
