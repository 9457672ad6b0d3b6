import { askRecallQuestion, createRecallConversation, storeLines } from '@everkin/testing/recall-conversation.ts'
import { type RecallModelServer, startRecallModelServer } from '@everkin/testing/servers/recall-model-server.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenAiCompatibleModel } from '../../../providers/text-model/openai-compatible/openai-compatible-model.ts'
import { enqueueIngest } from '../ingest/ingest-job.ts'
import { ALL_RETRIEVAL_OPTIONS } from './retrieval-options.ts'

const TURNS = 200
const { lines, facts } = createRecallConversation(TURNS, 'recall test')

describe.each(testDatabaseKinds)('recall in a chat of 200 turns on %s', (kind) => {
  const ways = { ...ALL_RETRIEVAL_OPTIONS }
  const clock = createTestClock()
  let modelServer: RecallModelServer
  let server: TestServer
  let person: TestPerson
  let chatId: string
  beforeAll(async () => {
    modelServer = await startRecallModelServer(facts)
    const model = createOpenAiCompatibleModel({
      baseUrl: modelServer.url,
      apiKey: null,
      name: 'recall',
      contextTokens: 4096,
    })
    const settings = { EMBEDDING_BASE_URL: modelServer.url, EMBEDDING_NAME: 'letters' }
    server = await startTestServer({ kind, model, clock, settings, retrievalOptions: ways })
    person = await server.signIn()
    chatId = await person.startChat()
    await storeLines(server.context.database, chatId, 'ilse', lines)
    await readAll()
  }, 180_000)
  afterAll(async () => {
    await server.end()
    await modelServer.close()
  })

  /** Runs ingest until nothing is left to read. */
  async function readAll() {
    const { context } = server
    await enqueueIngest({ ...context, jobs: context.jobs }, { chatId, personId: person.user.id })
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await context.jobs.runDue()
    }
  }
  async function recallWith(change: Partial<typeof ALL_RETRIEVAL_OPTIONS>) {
    Object.assign(ways, { words: false, vectors: false, facts: false, passages: false, summary: false }, change)
    const asked = []
    for (const fact of facts) asked.push(await askRecallQuestion(server.context.chats, person.user.id, chatId, fact))
    Object.assign(ways, ALL_RETRIEVAL_OPTIONS)
    for (const { promptTokens, tokenBudget } of asked) expect(promptTokens).toBeLessThanOrEqual(tokenBudget)
    return asked.filter(({ isRecalled }) => isRecalled).length / facts.length
  }

  it('brings nearly every planted fact into the prompt by words alone, and next to none without memory', async () => {
    expect(await recallWith({})).toBeLessThan(0.2)
    expect(await recallWith({ words: true, facts: true, passages: true })).toBeGreaterThan(0.9)
  })

  it('passages recall what was never noted as a fact, by words or by vectors', async () => {
    expect(await recallWith({ words: true, passages: true })).toBeGreaterThan(0.85)
    expect(await recallWith({ vectors: true, passages: true })).toBeGreaterThan(0.6)
  })

  it('everything together', async () => {
    expect(await recallWith(ALL_RETRIEVAL_OPTIONS)).toBeGreaterThan(0.9)
  })

  it('facts have their source message, and nothing is stored twice when a chat is ingested again', async () => {
    const before = (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data
    expect(before.facts.length).toBeGreaterThan(facts.length / 2)
    expect(before.summary).not.toBe('')
    expect(before.meter.older_messages).toBeGreaterThan(200)
    const sources = await server.context.database.query<{ text: string }>(
      `select m.text from memory_fact f join message m on m.chat_id = f.chat_id and m.seq = f.source_seq
       where f.chat_id = $1 and position(f.text in m.text) > 0`,
      [chatId],
    )
    expect(sources.length).toBe(before.facts.length)
    await readAll()
    const after = (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data
    expect(after.facts).toEqual(before.facts)
  })

  it('forgetting a fact removes it from facts, passages and the summary for good', async () => {
    const { facts: kept } = (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data
    const fact = facts.find(({ said }) => kept.some(({ text }) => text === said))!
    const known = kept.find(({ text }) => text === fact.said)!
    const ask = () => askRecallQuestion(server.context.chats, person.user.id, chatId, fact)
    expect((await ask()).isRecalled).toBe(true)
    const forget = { chat_id: chatId, facts: [{ id: known.id, deleted: true }] }
    const left = (await person.call('POST /api/chat/saveMemory', { body: forget })).data
    expect(left.facts.some(({ id }) => id === known.id)).toBe(false)
    expect((await ask()).isRecalled).toBe(false)
    await readAll()
    expect((await ask()).isRecalled).toBe(false)
    const again = (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data
    expect(again.facts.some(({ text }) => text === fact.said)).toBe(false)
    expect(again.summary).not.toBe('')

    await person.call('POST /api/chat/saveMemory', {
      body: { chat_id: chatId, facts: [{ id: known.id, deleted: false }] },
    })
    await readAll()
    expect((await ask()).isRecalled).toBe(true)
  })

  it('memories of an inactive branch are not recalled, and are back when the branch is', async () => {
    const { database, chats } = server.context
    const late = facts.find(({ value }) => lines.findIndex(({ text }) => text.includes(value)) > 150)!
    const ask = () => askRecallQuestion(chats, person.user.id, chatId, late)
    const [chat] = await database.query<{ leaf: number }>('select leaf_seq as leaf from chat where id = $1', [chatId])
    expect((await ask()).isRecalled).toBe(true)
    const leaveTo = async (leaf: number) => {
      await database.query('update chat set leaf_seq = $2, rev = rev + 1 where id = $1', [chatId, leaf])
    }
    await leaveTo(130)
    expect((await ask()).isRecalled).toBe(false)
    await leaveTo(chat!.leaf)
    expect((await ask()).isRecalled).toBe(true)
  })
})
