import { freePort } from '@everkin/testing/postgres-cluster.ts'
import { startTcpProxy, type TcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flushStatement } from '../event-loop.ts'
import type { Database } from './database.ts'
import { isDatabaseUnavailable } from './database-outage.ts'
import { openPostgres, type PostgresDatabase } from './postgres.ts'
import { isReadOnly, type PostgresOptions } from './postgres-connection.ts'

describe('a statement that may run again after its connection was lost', () => {
  it.each([
    ['select 1', true],
    ['\n  SELECT id from person', true],
    ['select id from job for update skip locked', false],
    ['select id from job for no key update', false],
    ['select id from job for key share', false],
    [`select nextval('x')`, false],
    ['select pg_advisory_xact_lock(1)', false],
    ['update job set id = 1', false],
    ['with gone as (delete from job returning id) select * from gone', false],
    ['insert into job select 1', false],
  ])('%s: %s', (text, isSafe) => {
    expect(isReadOnly(text)).toBe(isSafe)
  })
})

describe.runIf(testPostgresUrl)('PostgreSQL through a pool', () => {
  let fresh: Awaited<ReturnType<typeof freshPostgresDatabase>>
  const opened: PostgresDatabase[] = []
  const open = (options: PostgresOptions = {}, url = fresh.url) => {
    const database = openPostgres(url, () => undefined, options)
    opened.push(database)
    return database
  }
  const pidOf = async (database: Pick<PostgresDatabase, 'query'>) =>
    (await database.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid ?? 0
  const end = (pid: number) => fresh.database.query('select pg_terminate_backend($1, 5000)', [pid])

  beforeAll(async () => {
    fresh = await freshPostgresDatabase()
    await fresh.database.script('create table sample (id int primary key, n int); insert into sample values (1, 0)')
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await fresh.drop()
  })

  it('opens no more connections than its size', async () => {
    const database = open({ poolSize: 2 })
    const pids = await Promise.all(Array.from({ length: 12 }, () => pidOf(database)))
    expect(new Set(pids).size).toBeLessThanOrEqual(2)
  })

  it('is sent a statement before the work that follows it, however long that holds the event loop', async () => {
    const database = open()
    await database.query('select 1') // so that a connection is free
    const asked = database.query<{ at: Date }>('select clock_timestamp() as at')
    await flushStatement()
    const start = Date.now()
    while (Date.now() - start < 300);
    const end = Date.now()
    expect((await asked)[0]?.at.getTime()).toBeLessThan(end)
  })

  it('limits statements, waiting for locks, and transactions that do nothing', async () => {
    const database = open({ statementTimeoutMs: 300, lockTimeoutMs: 100, idleTransactionTimeoutMs: 150 })
    await expect(database.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
    await fresh.database.transaction(async (tx) => {
      await tx.query('select 1 from sample where id = 1 for update')
      await expect(database.query('update sample set n = n + 1')).rejects.toMatchObject({ code: '55P03' })
    })
    const idle = database.transaction(async (tx) => {
      const pid = await pidOf(tx)
      const isThere = async () =>
        (await fresh.database.query('select 1 from pg_stat_activity where pid = $1', [pid])).length > 0
      while (await isThere()) await new Promise((resolve) => setTimeout(resolve, 20))
      await tx.query('select 1')
    })
    await expect(idle).rejects.toThrow()
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('keeps its connection after an error of a statement', async () => {
    const database = open({ poolSize: 1 })
    const before = await pidOf(database)
    await expect(database.query('insert into sample values (1, 1)')).rejects.toMatchObject({ code: '23505' })
    await expect(database.script('select nothing')).rejects.toMatchObject({ code: '42703' })
    expect(await pidOf(database)).toBe(before)
  })

  it('repeats a transaction whose connection was lost before its commit', async () => {
    const database = open()
    let attempts = 0
    await database.transaction(async (tx) => {
      attempts += 1
      await tx.query('update sample set n = n + 10 where id = 1')
      if (attempts === 1) await end(await pidOf(tx))
      await tx.query('update sample set n = n + 10 where id = 1')
    })
    expect(attempts).toBe(2)
    expect(await database.query('select n from sample')).toEqual([{ n: 20 }])
  })

  it('gives up a transaction whose connection is lost each time', async () => {
    const database = open()
    let attempts = 0
    const work = database.transaction(async (tx) => {
      attempts += 1
      await end(await pidOf(tx))
      await tx.query('select 1')
    })
    await expect(work).rejects.toThrow()
    expect(attempts).toBe(3)
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('does not repeat a transaction whose commit was sent, because it may be stored', async () => {
    await fresh.database.script(`create table held (id int);
      create function cut_at_commit() returns trigger language plpgsql as
        $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$;
      create constraint trigger cut after insert on held deferrable initially deferred
        for each row execute function cut_at_commit()`)
    const database = open()
    let attempts = 0
    const work = database.transaction(async (tx) => {
      attempts += 1
      await tx.query('insert into held values (1)')
    })
    await expect(work).rejects.toThrow()
    expect(attempts).toBe(1)
  })

  it('repeats a statement that only reads, and no other, when the connection is lost under it', async () => {
    const database = open()
    await fresh.database.script(`create table cut (id int); create sequence tries;
      create function cut_once() returns int language plpgsql as
        $$ begin if nextval('tries') = 1 then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end if; return 1; end $$`)
    expect(await database.query('select cut_once() as value')).toEqual([{ value: 1 }])
    await fresh.database.script('alter sequence tries restart')
    await expect(database.query('insert into cut select cut_once()')).rejects.toThrow()
    expect(await database.query('select id from cut')).toEqual([])
  })

  it('waits for a database that is starting, and says so when it takes too long', async () => {
    const url = new URL(fresh.url)
    url.port = String(await freePort())
    const impatient = open({ connectTimeoutMs: 100 }, url.href)
    const refusal: unknown = await impatient.query('select 1').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'ECONNREFUSED' })
    expect(isDatabaseUnavailable(refusal)).toBe(true)
    const patient = open({ connectTimeoutMs: 60_000 }, url.href)
    const asked = patient.query('select 1 as one')
    await impatient.query('select 1').catch(() => undefined)
    const proxy = await startTcpProxy(Number(new URL(fresh.url).port), Number(url.port))
    expect(await asked).toEqual([{ one: 1 }])
    await proxy.close()
  })
})

const ANSWER_TIMEOUT_MS = 300

describe.skipIf(!testPostgresUrl)('PostgreSQL behind a network that swallows packets (MN-02)', () => {
  let proxy: TcpProxy
  let database: Database

  beforeEach(async () => {
    const url = new URL(testPostgresUrl ?? '')
    proxy = await startTcpProxy(Number(url.port))
    url.port = String(proxy.port)
    database = openPostgres(url.href, () => undefined, { poolSize: 1, answerTimeoutMs: ANSWER_TIMEOUT_MS })
  })
  afterEach(async () => {
    await proxy.close()
    await database.close()
  })

  const one = async () => (await database.query<{ one: number }>('select 1 as one'))[0]?.one

  it('a statement without an answer fails, and the next one has another connection', async () => {
    expect(await one()).toBe(1)
    proxy.blackHole()
    const failure: unknown = await one().catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('timeout') })
    expect(isDatabaseUnavailable(failure)).toBe(true)
    proxy.pass()
    expect(await one()).toBe(1)
  })

  it('so does a transaction, without another wait for its rollback', async () => {
    expect(await one()).toBe(1)
    const failed = database.transaction(async (tx) => {
      proxy.blackHole()
      await tx.query('select 2')
    })
    await expect(failed).rejects.toThrow('Query read timeout')
    proxy.pass()
    expect(await one()).toBe(1)
  })

  it('a transaction that lifts the limit of the server waits as long as it takes', async () => {
    await database.transaction(async (tx) => {
      await tx.query('set local statement_timeout = 0')
      await tx.query('select pg_sleep($1::float8)', [(2 * ANSWER_TIMEOUT_MS) / 1000])
    })
    await expect(database.query('select pg_sleep(60)')).rejects.toThrow('Query read timeout')
  })
})
