import { startTcpProxy, type TcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { testPostgresUrl } from '@everkin/testing/test-database.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

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
    await expect(one()).rejects.toThrow('timeout')
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
