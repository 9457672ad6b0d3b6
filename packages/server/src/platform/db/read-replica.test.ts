import {
  type PostgresCluster,
  PRIMARY_SETTINGS,
  startPostgres,
  startReplica,
} from '@everkin/testing/postgres-cluster.ts'
import { startTcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { testPostgresUrl } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../config.ts'
import { createLog } from '../log.ts'
import { connectReads } from './connect.ts'
import type { Queryable } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres, type PostgresDatabase } from './postgres.ts'
import { type ReadRouter, readFromPrimary, readFromReplica } from './read-replica.ts'

const MAX_LAG_MS = 5_000
const OFF_DISK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

describe.runIf(testPostgresUrl)('lists from a streaming replica', () => {
  let [primaryCluster, replicaCluster]: (PostgresCluster | null)[] = [null, null]
  let primary: PostgresDatabase
  /** Straight to the replica. */
  let standby: PostgresDatabase
  let router: ReadRouter
  let clock: TestClock
  let reads: string[] = []
  const lines: string[] = []
  const log = Object.assign(createLog('silent'), {
    warn: (_: unknown, line: string) => void lines.push(line),
    info: (line: string) => void lines.push(line),
  })

  beforeAll(async () => {
    primaryCluster = await startPostgres([...PRIMARY_SETTINGS, ...OFF_DISK])
    primary = openPostgres(primaryCluster!.url, () => undefined)
    await migrate(primary)
    await primary.script('create table sample (n int)')
    replicaCluster = await startReplica(primaryCluster!.url)
    standby = openPostgres(replicaCluster.url, () => undefined)
  })
  afterAll(async () => {
    await standby.close()
    await primary.close()
    await replicaCluster?.stop()
    await primaryCluster?.stop()
  })

  const openRouter = (url = replicaCluster!.url) => {
    const replica = openPostgres(url, () => undefined, { connectTimeoutMs: 500 })
    return readFromReplica({ primary, replica, maxLagMs: MAX_LAG_MS, clock, log, onRead: (from) => reads.push(from) })
  }
  /** Reads until the comparison in the background has come to this result, a second later each time. */
  const readUntil = async (from: 'primary' | 'replica', reader = () => router.readerFor(null)) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      clock.advance(1_000)
      await reader().query('select 1')
      await new Promise((resolve) => setTimeout(resolve, 20))
      await reader().query('select 1')
      if (reads.at(-1) === from) return
    }
    throw new Error(`nothing was read from the ${from}`)
  }
  const isInRecovery = async (db: Queryable) =>
    (await db.query<{ value: boolean }>('select pg_is_in_recovery() as value'))[0]?.value
  const catchUp = async () => {
    const [own] = await primary.query<{ position: string }>('select pg_current_wal_lsn()::text as position')
    for (;;) {
      const [row] = await standby.query<{ isDone: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isDone"',
        [own?.position ?? ''],
      )
      if (row?.isDone) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  describe('the router', () => {
    beforeEach(() => {
      clock = createTestClock()
      reads = []
      lines.length = 0
      router = openRouter()
      return () => router.close()
    })

    it('reads the primary until the replica is known to be up to date, then the replica', async () => {
      expect(await isInRecovery(router.readerFor(null))).toBe(false)
      await readUntil('replica')
      expect(await isInRecovery(router.readerFor('mara'))).toBe(true)
      expect(router.state()).toBe('replica')
      expect(lines).toContain('lists are read from the replica')
    })

    it('reads the primary while the replica lags more than the bound, and the replica again afterwards', async () => {
      await readUntil('replica')
      await standby.script('select pg_wal_replay_pause()')
      await primary.query('insert into sample values (1)')
      // Within the bound an old answer is right.
      clock.advance(MAX_LAG_MS - 1_500)
      expect(await router.readerFor(null).query('select n from sample')).toEqual([])
      await readUntil('primary')
      expect(await router.readerFor(null).query('select n from sample')).toEqual([{ n: 1 }])
      expect(lines).toContain('the replica is away or too far behind: lists are read from the primary')
      await standby.script('select pg_wal_replay_resume()')
      await catchUp()
      await readUntil('replica')
      expect(await router.readerFor(null).query('select n from sample')).toEqual([{ n: 1 }])
    })

    it('uses no server that is not a replica', async () => {
      const wrong = openRouter(primaryCluster!.url)
      const reader = () => wrong.readerFor(null)
      for (let round = 0; round < 5; round++) {
        clock.advance(1_000)
        await reader().query('select 1')
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(wrong.state()).toBe('primary')
      await wrong.close()
    })

    it('lets people who changed something read the primary for as long as the replica may lag', async () => {
      await readUntil('replica')
      router.recordChange('mara')
      expect(await isInRecovery(router.readerFor('mara'))).toBe(false)
      expect(await isInRecovery(router.readerFor('ben'))).toBe(true)
      expect(await isInRecovery(router.readerFor(null))).toBe(true)
      await readUntil('replica', () => router.readerFor('ben'))
      clock.advance(MAX_LAG_MS)
      await readUntil('replica', () => router.readerFor('mara'))
    })

    it('asks the primary again for what fails on the replica', async () => {
      await readUntil('replica')
      await standby.script('select pg_wal_replay_pause()')
      await primary.script('create table later (n int); insert into later values (7)')
      expect(await router.readerFor(null).query('select n from later')).toEqual([{ n: 7 }])
      await standby.script('select pg_wal_replay_resume()')
      await catchUp()
      await primary.script('drop table later')
    })

    it('asks the primary when the replica falls silent, and can still be closed', async () => {
      const proxy = await startTcpProxy(Number(new URL(replicaCluster!.url).port))
      const url = new URL(replicaCluster!.url)
      url.port = String(proxy.port)
      // As the server opens it; statements have no limit of their own that would end the wait.
      const settings = readSettings({
        DATABASE_URL: primaryCluster!.url,
        DATABASE_READ_URL: url.href,
        DATABASE_STATEMENT_TIMEOUT_SECONDS: '0',
      })
      const silent = connectReads(settings, primary, { clock, log, onRead: (from) => reads.push(from) })
      const reader = () => silent.readerFor(null)
      await readUntil('replica', reader)
      proxy.blackHole()
      clock.advance(1_000)
      expect(await Promise.all([1, 2, 3].map(() => isInRecovery(reader())))).toEqual([false, false, false])
      expect(silent.state()).toBe('primary')
      clock.advance(1_000)
      expect(await isInRecovery(reader())).toBe(false)
      await silent.close()
      await proxy.close()
    })

    it('is the primary where there is no replica', async () => {
      const plain = readFromPrimary(primary)
      expect(await isInRecovery(plain.readerFor(null))).toBe(false)
      expect(plain.state()).toBe('primary')
    })
  })

  describe('the server', () => {
    let server: TestServer
    let person: TestPerson
    const countReads = async (from: string) => {
      const text = await (await fetch(`${server.origin}/metrics`)).text()
      return Number(new RegExp(`^everkin_list_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
    }
    /** Lists cards until one more answer has come from there. */
    const listUntil = async (from: string, list: () => Promise<unknown>) => {
      const before = await countReads(from)
      for (let attempt = 0; attempt < 400; attempt++) {
        await list()
        if ((await countReads(from)) > before) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`nothing was listed from the ${from}`)
    }

    beforeAll(async () => {
      server = await startTestServer({
        database: primary,
        settings: { DATABASE_URL: primaryCluster!.url, DATABASE_READ_URL: replicaCluster!.url },
      })
      person = await server.signIn()
      await catchUp()
    })
    afterAll(() => server.end())

    it.each([
      ['Explore', () => server.call('GET /api/chat.Single/cardList')],
      ['the list of groups', () => server.call('GET /api/chat.Multiple/cardList')],
      ['search', () => server.call('GET /api/chat.Single/cardList', { query: { q: 'ilse' } })],
      ['similar characters', () => server.call('GET /api/chat/similarCards', { query: { id: 'ilse' } })],
      ['tags', () => server.call('GET /api/chat/cardTags')],
    ])('lists %s from the replica', async (_, list) => {
      await listUntil('replica', async () => expect((await list()).code).toBe(1))
    })

    it('shows people their own like at once', async () => {
      await listUntil('replica', () => person.call('GET /api/chat.Single/cardList'))
      await standby.script('select pg_wal_replay_pause()')
      await person.call('POST /api/chat/like', { body: { card_id: 'ilse', on: true } })
      const { data } = await person.call('GET /api/chat.Single/cardList', { query: { q: 'ilse' } })
      expect(data.list[0]).toMatchObject({ id: 'ilse', liked: true })
      const favourites = await person.call('GET /api/user/favourites', { query: { type: 'single' } })
      expect(favourites.data.list.map(({ id }) => id)).toEqual(['ilse'])
      await standby.script('select pg_wal_replay_resume()')
      await catchUp()
    })

    it('lists from the primary when the replica is gone', async () => {
      await listUntil('replica', () => server.call('GET /api/chat.Single/cardList'))
      await replicaCluster!.stop()
      const list = async () =>
        expect((await server.call('GET /api/chat.Single/cardList')).data.list.length).toBeGreaterThan(10)
      await listUntil('primary', list)
    })
  })
})
