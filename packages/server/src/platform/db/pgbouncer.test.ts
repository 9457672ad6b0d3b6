import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgBouncer, type PgBouncer, startPgBouncer } from '@everkin/testing/servers/pgbouncer.ts'
import { bareTestDatabase, freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainStartError } from '../../explain-start-error.ts'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { connectDatabase } from './connect.ts'
import { isMigrated } from './migrate.ts'
import { openPostgres, type PostgresDatabase } from './postgres.ts'

const program = findPgBouncer()
if (testPostgresUrl && !program) console.warn('SKIPPED: the suites with PgBouncer, because it is not installed')

const CONNECT_QUERY =
  'set jit = off; set statement_timeout = 15000; set lock_timeout = 10000; set idle_in_transaction_session_timeout = 60000'

describe.runIf(testPostgresUrl && program)('PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer
  let direct: Awaited<ReturnType<typeof freshPostgresDatabase>>
  let database: PostgresDatabase

  beforeAll(async () => {
    // Two sessions for all: whatever is left in one would be met by the others.
    bouncer = await startPgBouncer(program!, testPostgresUrl!, { poolSize: 2, connectQuery: CONNECT_QUERY })
    direct = await freshPostgresDatabase()
    database = openPostgres(bouncer.urlOf(direct.url), () => undefined, { isPooled: true, poolSize: 8 })
  })
  afterAll(async () => {
    await database.close()
    await bouncer.stop()
    await direct.drop()
  })

  it('runs many statements and transactions in turn over two sessions', async () => {
    await database.script('create table turn (id int primary key, n int); insert into turn values (1, 0)')
    const sessions = new Set<unknown>()
    const work = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? database.transaction(async (tx) => {
            const [row] = await tx.query<{ n: number; pid: number }>(
              'select n, pg_backend_pid() as pid from turn where id = $1 for update',
              [1],
            )
            sessions.add(row?.pid)
            await tx.query('update turn set n = $1 where id = 1', [(row?.n ?? 0) + 1])
          })
        : database.query('select n from turn where id = $1', [1]),
    )
    await Promise.all(work)
    expect(await database.query('select n from turn')).toEqual([{ n: 20 }])
    expect(sessions.size).toBeLessThanOrEqual(2)
    expect(await database.query('select name from pg_prepared_statements')).toEqual([])
  })

  it('limits statements, locks and idle transactions in each transaction, and leaves no setting behind', async () => {
    const strict = openPostgres(bouncer.urlOf(direct.url), () => undefined, {
      isPooled: true,
      statementTimeoutMs: 200,
      lockTimeoutMs: 100,
    })
    const limits = 'select current_setting($1) as value'
    expect(await strict.transaction((tx) => tx.query(limits, ['statement_timeout']))).toEqual([{ value: '200ms' }])
    expect(await strict.transaction((tx) => tx.query(limits, ['lock_timeout']))).toEqual([{ value: '100ms' }])
    expect(await strict.query(limits, ['statement_timeout'])).toEqual([{ value: '15s' }])
    await expect(strict.transaction((tx) => tx.query('select pg_sleep(5)'))).rejects.toMatchObject({ code: '57014' })
    await database.transaction(async (tx) => {
      await tx.query('select 1 from turn where id = 1 for update')
      const waiting = strict.transaction((other) => other.query('select 1 from turn where id = 1 for update'))
      await expect(waiting).rejects.toMatchObject({ code: '55P03' })
    })
    await strict.close()
  })

  it('is named in one line when its address is given without the direct one', async () => {
    const naive = openPostgres(bouncer.urlOf(direct.url), () => undefined)
    const error = await naive.query('select 1').catch((caught: unknown) => caught)
    expect(explainStartError(error)).toBe('DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.')
    await naive.close()
  })

  it('is passed by for migrations, and its missing settings are named', async () => {
    const bare = await bareTestDatabase('postgres')
    const other = await startPgBouncer(program!, testPostgresUrl!, { poolSize: 2, connectQuery: 'set jit = off' })
    const dataDir = await mkdtemp(join(tmpdir(), 'everkin-pooler-'))
    const warnings: unknown[] = []
    const log = Object.assign(createLog('silent'), { warn: (...said: unknown[]) => void warnings.push(...said) })
    const settings = {
      dataDir,
      databaseUrl: other.urlOf(bare.url!),
      databaseDirectUrl: bare.url,
      databaseStatementSeconds: 0,
      databaseLockSeconds: 0,
    }
    const opened = await connectDatabase(settings, systemClock, log)
    expect(await isMigrated(opened)).toBe(true)
    expect(warnings).toContainEqual({ missing: ['idle_in_transaction_session_timeout = 60000'] })
    await opened.close()
    await other.stop()
    await bare.drop()
    rmSync(dataDir, { recursive: true })
  })

  describe('carries the whole product:', () => {
    let server: TestServer
    const model = createFakeTextModel({ reply: () => ({ parts: ['Noted', '. ', 'Mind the ', 'step.'] }) })

    beforeAll(async () => {
      server = await startTestServer({ database, model })
    })
    afterAll(() => server.end())

    it('sign-in, chats with streamed replies, likes and search of several people at once', async () => {
      const people = await Promise.all(
        ['ada', 'ben', 'cleo', 'dov'].map((name) => server.signIn(`${name}@example.org`)),
      )
      await Promise.all(
        people.map(async (person) => {
          const client = await person.connect()
          const chatId = await person.startChat()
          for (const text of ['Good evening', 'And then?']) {
            const from = client.frames.length
            client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
            const { message } = await client.next('message.completed', () => true, from)
            expect(message).toMatchObject({ status: 'complete', text: 'Noted. Mind the step.' })
          }
          const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
          expect(data.list).toHaveLength(5)
          expect((await person.call('GET /api/user/info')).data.wallet.message_num).toBe(18)
          const found = await person.call('GET /api/chat.Single/cardList', { query: { q: 'ilse' } })
          expect(found.data.list[0]?.id).toBe('ilse')
        }),
      )
    })

    it('a purchase, once, however often it is paid at the same time', async () => {
      const person = await server.signIn('buyer@example.org')
      const { data: order } = await person.call('POST /api/order/create', {
        body: { product_id: 'coins-100', idempotency_key: randomUUID() },
      })
      const body = { order_id: order.id, payment_method: '4242424242424242' }
      await Promise.all([1, 2, 3].map(() => person.call('POST /api/order/payment', { body })))
      const { data } = await person.call('GET /api/user/info')
      expect(data.wallet.coin_num).toBe(100)
    })

    it('the job queue, each job once', async () => {
      const ran: string[] = []
      server.context.jobs.handle('pooler_test', {
        concurrency: 4,
        maxAttempts: 1,
        run: async ({ key }) => {
          ran.push(key)
          return undefined
        },
      })
      const keys = Array.from({ length: 12 }, (_, index) => `job-${index}`)
      await database.transaction(async (tx) => {
        for (const key of keys) await server.context.jobs.enqueue(tx, { kind: 'pooler_test', key })
      })
      await server.context.jobs.runDue()
      expect(ran.sort()).toEqual(keys.sort())
    })

    it('advisory locks, which end with their transaction', async () => {
      const held: number[] = []
      await Promise.all(
        [1, 2, 3, 4].map((number) =>
          database.transaction(async (tx) => {
            await tx.query('select pg_advisory_xact_lock($1::bigint)', [77_001])
            held.push(number)
            await tx.query('select pg_sleep(0.01)')
            expect(held.at(-1)).toBe(number)
          }),
        ),
      )
      expect(
        await direct.database.query(`select 1 from pg_locks where locktype = 'advisory' and objid = 77001`),
      ).toEqual([])
    })
  })
})
