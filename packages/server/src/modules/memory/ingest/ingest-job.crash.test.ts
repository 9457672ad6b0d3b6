import { crashingDatabase, ProcessDied } from '@everkin/testing/crashing-database.ts'
import { modelEntry, registryOf } from '@everkin/testing/model-registry.ts'
import { createRecallConversation, storeLines } from '@everkin/testing/recall-conversation.ts'
import { type RecallModelServer, startRecallModelServer } from '@everkin/testing/servers/recall-model-server.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { createOpenAiCompatibleModel } from '../../../providers/text-model/openai-compatible/openai-compatible-model.ts'
import { loadChatContext } from '../../chats/context/load-chat-context.ts'
import { loadPath } from '../../chats/store/message-path.ts'
import { entryOf } from '../../chats/store/path-cache.ts'
import { INGEST_JOB, ingestJobKind } from './ingest-job.ts'

const { lines, facts } = createRecallConversation(44, 'crashes')

describe.each(testDatabaseKinds)('ingesting a chat on %s', (kind) => {
  let modelServer: RecallModelServer
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    modelServer = await startRecallModelServer(facts)
    const model = createOpenAiCompatibleModel({
      baseUrl: modelServer.url,
      apiKey: null,
      name: 'r',
      contextTokens: 4096,
    })
    const settings = { EMBEDDING_BASE_URL: modelServer.url, EMBEDDING_NAME: 'letters' }
    server = await startTestServer({ kind, model, settings })
    person = await server.signIn()
  })
  afterAll(async () => {
    await server.end()
    await modelServer.close()
  })

  async function startTalk() {
    const { data } = await person.call('POST /api/chat/start', { body: { card_id: 'ilse', fresh: true } })
    await storeLines(server.context.database, data.id, 'ilse', lines)
    return data.id
  }
  /** Runs the job once, in a process that sees this database. */
  async function readBy(database: Database, chatId: string) {
    const { memory, chats } = server.context
    const job = { id: 1, kind: INGEST_JOB, key: chatId, personId: person.user.id, payload: {}, attempts: 1 }
    const kindOfJob = ingestJobKind({ ...memory, database, chats: { ...chats, database } })
    for (let more: unknown = true; more !== undefined; ) more = await kindOfJob.run(job, AbortSignal.timeout(60_000))
  }
  const keptOf = async (chatId: string) => {
    const { database } = server.context
    const kept = await Promise.all([
      database.query('select text, source_seq from memory_fact where chat_id = $1 order by source_seq, text', [chatId]),
      database.query('select to_seq, seqs, terms from memory_passage where chat_id = $1 order by to_seq', [chatId]),
      database.query('select covers_to_seq from memory_summary where chat_id = $1 order by rev', [chatId]),
    ])
    return kept
  }

  it('a process that dies at any step leaves nothing duplicated and nothing missing', async () => {
    const whole = await startTalk()
    await readBy(server.context.database, whole)
    const expected = await keptOf(whole)
    expect(expected.map((rows) => rows.length > 2)).toEqual([true, true, true])

    const cut = await startTalk()
    let deaths = 0
    for (let steps = 1; ; steps += 3) {
      const dying = crashingDatabase(server.context.database, steps)
      const error = await readBy(dying, cut).catch((thrown: unknown) => thrown)
      if (error === undefined) break
      expect(error).toBeInstanceOf(ProcessDied)
      deaths += 1
    }
    expect(deaths).toBeGreaterThan(3)
    expect(await keptOf(cut)).toEqual(expected)
  }, 180_000)

  it.runIf(kind === 'postgres')(
    'two processes at once store nothing twice',
    async () => {
      const whole = await startTalk()
      await readBy(server.context.database, whole)
      const both = await startTalk()
      await Promise.all([readBy(server.context.database, both), readBy(server.context.database, both)])
      const [expected, found] = [await keptOf(whole), await keptOf(both)]
      expect(found[0]).toEqual(expected[0])
      expect(found[1]).toEqual(expected[1])
    },
    60_000,
  )

  it('a person’s change while the model reads wins, and the part is ingested again', async () => {
    const chatId = await startTalk()
    const { memory, chats, database } = server.context
    let asked = 0
    const model = createFakeTextModel({
      contextTokens: 4096,
      reply: () => ({ parts: [`{"summary": "Version ${++asked}.", "facts": []}`], delayMs: asked === 1 ? 3_000 : 0 }),
    })
    const job = { id: 1, kind: INGEST_JOB, key: chatId, personId: person.user.id, payload: {}, attempts: 1 }
    const models = registryOf([modelEntry(model)])
    const reading = ingestJobKind({ ...memory, models, chats: { ...chats, models } })
    const running = reading.run(job, AbortSignal.timeout(60_000))
    await expect.poll(() => model.requests.length).toBe(1)
    const body = { chat_id: chatId, summary: 'My own words.' }
    await person.call('POST /api/chat/saveMemory', { body })
    await running
    const rows = await database.query<{ text: string; origin: string }>(
      'select text, origin from memory_summary where chat_id = $1 order by rev',
      [chatId],
    )
    expect(rows[0]).toEqual({ text: 'My own words.', origin: 'person' })
    expect(rows.some(({ text }) => text === 'Version 1.')).toBe(false)
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('My own words.')
  })

  it('crisis messages and blocked messages are in no memory', async () => {
    const chatId = await startTalk()
    const sad = 'I want to kill myself by the green zeppelin tonight.'
    await storeLines(server.context.database, chatId, 'ilse', [
      { role: 'user', text: sad },
      { role: 'character', text: 'I am here.' },
      ...lines.slice(0, 20),
    ])
    const model = createFakeTextModel({
      contextTokens: 4096,
      reply: () => ({
        parts: [JSON.stringify({ summary: sad, facts: [sad, 'A [[minor-cue]] and a [[sexual-cue]].'] })],
      }),
    })
    const { memory, chats, database } = server.context
    const job = { id: 1, kind: INGEST_JOB, key: chatId, personId: person.user.id, payload: {}, attempts: 1 }
    const models = registryOf([modelEntry(model)])
    const reading = ingestJobKind({ ...memory, models, chats: { ...chats, models } })
    for (let more: unknown = true; more !== undefined; ) more = await reading.run(job, AbortSignal.timeout(60_000))
    const kept = await database.query(
      'select text from memory_fact where chat_id = $1 union select text from memory_summary where chat_id = $1',
      [chatId],
    )
    expect(kept).toEqual([{ text: '' }])
    expect(model.requests.some(({ messages }) => messages.some(({ content }) => content.includes('zeppelin')))).toBe(
      false,
    )
    const holding = await database.query(
      `select 1 from memory_passage p join message m on m.chat_id = p.chat_id and m.seq = any(p.seqs)
       where p.chat_id = $1 and m.text = $2`,
      [chatId, sad],
    )
    expect(holding).toEqual([])
  })

  it('a message edited into a crisis message is no longer recalled and is not used for recall', async () => {
    const chatId = await startTalk()
    const { chats, database } = server.context
    await storeLines(database, chatId, 'ilse', [
      { role: 'user', text: 'The green zeppelin landed by the canal.' },
      { role: 'character', text: 'I saw it.' },
      ...lines.slice(0, 80),
    ])
    await readBy(database, chatId)
    const recallFor = async (text: string) => {
      const turn = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
      const { rows } = await loadPath(database, chatId, turn.chat.leafSeq, { limit: 200 })
      const asked = { seq: turn.chat.nextSeq, role: 'user' as const, speakerId: null, text, tokens: 12 }
      const path = [...rows.map(entryOf), asked]
      return (await chats.recall(turn, path, { path })).memory
    }
    const isRecalled = async (text: string) => JSON.stringify((await recallFor(text)).passages).includes('zeppelin')
    expect(await isRecalled('What of the green zeppelin?')).toBe(true)
    expect(await isRecalled('What of the green zeppelin? [[crisis-cue]]')).toBe(false)
    await database.query(
      `update message set text = text || ' [[crisis-cue]]' where chat_id = $1 and text like '%zeppelin%'`,
      [chatId],
    )
    expect(await isRecalled('What of the green zeppelin?')).toBe(false)
  })
})
