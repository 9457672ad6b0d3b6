import { askRecallQuestion, createRecallConversation, storeLines } from '@everkin/testing/recall-conversation.ts'
import { startRecallModelServer } from '@everkin/testing/servers/recall-model-server.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { embeddedDatabaseWithVectors, emptyEmbeddedDatabase, emptyTables } from '@everkin/testing/test-database.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { enablePgvector } from '../../../platform/db/pgvector.ts'
import { createLog } from '../../../platform/log.ts'
import { createSeededRandom } from '../../../platform/seeded-random.ts'
import { createOpenAiCompatibleModel } from '../../../providers/text-model/openai-compatible/openai-compatible-model.ts'
import { enqueueIngest } from '../ingest/ingest-job.ts'
import { RecallIndex } from '../recall/recall-index.ts'
import { ALL_RETRIEVAL_OPTIONS } from '../recall/retrieval-options.ts'
import { findSimilarPassages, savePassages } from './passage-store.ts'

const silent = createLog('silent')

describe('a database with vector comparison', () => {
  let database: Database
  beforeAll(async () => {
    database = await embeddedDatabaseWithVectors()
  }, 120_000)
  afterAll(() => database.close())

  it('is detected at start, enabled and searched; a database without it works too', async () => {
    expect(await enablePgvector(database, silent)).toBe(true)
    expect(await enablePgvector(database, silent)).toBe(true)
    expect(await enablePgvector(await emptyEmbeddedDatabase(), silent)).toBe(false)
  })

  it('continues without it when its owner may not enable it or it is in another schema', async () => {
    for (const isOn of [false, true]) {
      const refusing: Database = {
        ...database,
        query: async <Row>(text: string) => {
          if (text.includes('pg_available_extensions')) return [{ isOn }] as Row[] // as the real database answers
          throw new Error('type "vector" does not exist')
        },
        script: () => Promise.reject(new Error('permission denied to create extension "vector"')),
      }
      expect(await enablePgvector(refusing, silent)).toBe(false)
    }
  })

  it('ranks passages like the in-memory index, whatever they are', async () => {
    await enablePgvector(database, silent)
    await database.script('alter table memory_passage drop constraint memory_passage_chat_id_fkey')
    const chats = fc.record({
      seed: fc.string(),
      length: fc.integer({ min: 1, max: 40 }),
      count: fc.integer({ min: 0, max: 120 }),
      before: fc.integer({ min: 0, max: 130 }),
    })
    let ranked = 0
    const law = fc.asyncProperty(chats, async ({ seed, length, count, before }) => {
      await database.query('delete from memory_passage')
      const chance = createSeededRandom(seed)
      const vectorOf = (numbers: number) => Float32Array.from({ length: numbers }, () => chance() - 0.5)
      const passages = Array.from({ length: count }, (_, index) => ({
        toSeq: index + 1,
        seqs: [index + 1],
        rev: 1,
        terms: chance() < 0.1 ? [] : [index],
        embedded: {
          vector: chance() < 0.1 ? null : vectorOf(chance() < 0.1 ? length + 1 : length),
          name: 'letters',
        },
      }))
      // The first passage tells how long they are in memory.
      passages.unshift({
        toSeq: 0,
        seqs: [0],
        rev: 1,
        terms: [1],
        embedded: { vector: vectorOf(length), name: 'letters' },
      })
      await savePassages(database, 'a chat', passages)
      await savePassages(database, 'another chat', passages.slice(0, 3))
      const [inMemory, left] = [new RecallIndex(), new RecallIndex()]
      left.offloadVectors()
      for (const { embedded, ...passage } of passages) {
        inMemory.addPassage({ ...passage, vector: embedded.vector })
        left.addPassage({ ...passage, vector: null })
      }
      const vector = vectorOf(length)
      const search = { vector, embeddingName: 'letters', beforeSeq: before, most: 40 }
      const alike = await findSimilarPassages(database, 'a chat', search)
      const ways = { ...ALL_RETRIEVAL_OPTIONS, words: false }
      const wanted = inMemory.rankPassages({ terms: new Map(), vector }, ways, before)
      expect(alike).toEqual(wanted.map(({ toSeq }) => toSeq))
      expect(left.rankPassages({ terms: new Map(), vector, similar: alike }, ways, before)).toEqual(wanted)
      expect(await findSimilarPassages(database, 'a chat', { ...search, embeddingName: 'another' })).toEqual([])
      ranked += wanted.length
    })
    await fc.assert(law, { numRuns: 40 })
    expect(ranked).toBeGreaterThan(400)
    await emptyTables(database)
  })

  it('recalls the same passages as the in-memory index in a chat too large for memory', async () => {
    const { lines, facts } = createRecallConversation(200, 'recall test')
    const modelServer = await startRecallModelServer(facts)
    const clock = createTestClock()
    let compared = 0
    const watched: Database = {
      ...database,
      query: (text, values) => {
        if (text.includes('$2::vector')) compared += 1
        return database.query(text, values)
      },
    }
    const server = await startTestServer({
      database: watched,
      clock,
      maxVectorBytes: 1_000,
      retrievalOptions: { ...ALL_RETRIEVAL_OPTIONS, words: false, facts: false, summary: false },
      model: createOpenAiCompatibleModel({
        baseUrl: modelServer.url,
        apiKey: null,
        name: 'recall',
        contextTokens: 4096,
      }),
      settings: { EMBEDDING_BASE_URL: modelServer.url, EMBEDDING_NAME: 'letters' },
    })
    const person = await server.signIn()
    const chatId = await person.startChat()
    await storeLines(server.context.database, chatId, 'ilse', lines)
    await enqueueIngest(server.context, { chatId, personId: person.user.id })
    for (let done = 1; done > 0; ) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
    const asked = []
    for (const fact of facts) asked.push(await askRecallQuestion(server.context.chats, person.user.id, chatId, fact))
    expect(asked.filter(({ isRecalled }) => isRecalled).length / facts.length).toBeGreaterThan(0.6)
    expect(compared).toBe(facts.length)
    await server.end()
    await modelServer.close()
  })
})
