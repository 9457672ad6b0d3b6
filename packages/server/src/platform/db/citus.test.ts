import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { distributeChats, isCitusInstalled, startCitus } from '@everkin/testing/citus-cluster.ts'
import { fillSite } from '@everkin/testing/plans/fill-site.ts'
import { runHotOperations } from '@everkin/testing/plans/hot-operations.ts'
import { recordStatements } from '@everkin/testing/plans/record-statements.ts'
import { emptyEmbeddedDatabase } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { hasDistributedChats } from './citus.ts'
import type { Database } from './database.ts'
import { CONCURRENT, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

const isInstalled = isCitusInstalled()
if (!isInstalled) console.warn('SKIPPED: the suite on Citus, because PostgreSQL here has no such extension')

it('a database without Citus has no distributed chats', async () => {
  expect(await hasDistributedChats(await emptyEmbeddedDatabase())).toBe(false)
})

describe.runIf(isInstalled)('a Citus cluster of a coordinator and two workers', { timeout: 120_000 }, () => {
  const open = (url: string) => openPostgres(url, () => undefined)
  let cluster: Awaited<ReturnType<typeof startCitus>>
  let database: Database
  beforeAll(async () => {
    cluster = await startCitus(open)
    database = open(cluster.coordinator.url)
    await migrate(database)
  }, 120_000)
  afterAll(async () => {
    await database.close()
    await cluster.stop()
  })

  it('takes the tables of chats, and serves every hot operation and recurring job', async () => {
    expect(await hasDistributedChats(database)).toBe(false)
    await distributeChats(database)
    expect(await hasDistributedChats(database)).toBe(true)
    await fillSite(database, { messages: 2_000, messagesPerChat: 20 })
    const placed = await database.query<{ nodes: number }>(
      `select count(distinct nodename || nodeport)::int as nodes from citus_shards where table_name = 'message'::regclass`,
    )
    expect(placed).toEqual([{ nodes: 2 }])
    await runHotOperations(recordStatements(database))
  })

  it('commits a change of the coordinator and of one worker in two phases, and nothing else', async () => {
    const client = new pg.Client({ connectionString: cluster.coordinator.url })
    const sent: string[] = []
    client.on('notice', ({ message = '' }) => void sent.push(message))
    await client.connect()
    await client.query('set citus.log_remote_commands = on; set client_min_messages = notice')
    const [chat] = await database.query<{ id: string; person: string }>(
      'select id, person_id as person from chat limit 1',
    )
    const commandsOf = async (statement: string) => {
      sent.length = 0
      await client.query('begin')
      await client.query('update person set user_rev = user_rev where id = $1', [chat?.person])
      await client.query(statement, [chat?.id])
      await client.query('commit')
      return sent
        .filter((command) => /^issuing (PREPARE|COMMIT)/.test(command))
        .map((command) => command.replace(/ '.*/, ''))
    }
    const commands = {
      change: await commandsOf('update chat set rev = rev where id = $1'),
      read: await commandsOf('select rev from chat where id = $1'),
    }
    await client.end()
    expect(commands).toEqual({
      change: ['issuing PREPARE TRANSACTION', 'issuing COMMIT PREPARED'],
      read: ['issuing COMMIT'],
    })
  })

  it('takes the columns, tables and concurrent indexes of later migrations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'everkin-migrations-'))
    writeFileSync(
      join(folder, '9001.sql'),
      'alter table message add column later text;\ncreate table later (id integer primary key);\n',
    )
    writeFileSync(
      join(folder, '9002.sql'),
      `${CONCURRENT}\ncreate index concurrently if not exists message_later on message (chat_id, later) where hidden;\n`,
    )
    await migrate(database, { folder: pathToFileURL(`${folder}/`) })
    const shards = await database.query<{ result: string }>(
      `select result from run_command_on_shards('message', $$select count(*) from pg_index
         where indrelid = '%s'::regclass and indisvalid and pg_get_indexdef(indexrelid) like '%%later%%'$$)`,
    )
    expect(shards.map(({ result }) => result)).toEqual(['1', '1', '1', '1'])
    const triggers = await database.query(
      `select tgname from pg_trigger where tgrelid = 'later'::regclass and not tgisinternal`,
    )
    expect(triggers).toEqual([{ tgname: 'two_phases' }])
    rmSync(folder, { recursive: true })
  })

  describe('when both workers are down', () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer({ database, model: createFakeTextModel() })
    })
    afterAll(() => server.end())

    it('refuses messages, and stores each once afterwards', async () => {
      const person = await server.signIn()
      const client = await person.connect()
      const chatIds = [await person.startChat(), await person.startChat('card-3'), await person.startChat('card-5')]
      for (const worker of cluster.workers) await worker.halt('immediate')
      const frames = chatIds.map((chatId) => ({
        type: 'message.send' as const,
        chat_id: chatId,
        client_id: randomUUID(),
        text: 'Good evening',
      }))
      for (const frame of frames) {
        client.send(frame)
        await client.next('nack', ({ client_id }) => client_id === frame.client_id)
      }
      for (const worker of cluster.workers) await worker.resume()
      for (const frame of frames) {
        const from = client.frames.length
        client.send(frame)
        await client.next('message.completed', ({ message }) => message.chat_id === frame.chat_id, from)
      }
      const ids = frames.map(({ client_id }) => client_id)
      const stored = await database.query<{ text: string }>(
        'select text from message where client_id = any($1::text[])',
        [ids],
      )
      expect(stored).toEqual(frames.map(() => ({ text: 'Good evening' })))
    })
  })
})
