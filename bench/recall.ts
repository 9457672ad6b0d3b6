/**
 * What is recalled of a scripted conversation of 2,000 turns, by each way of recalling, with a model server that
 * answers only from its prompt; and how long it takes to build a prompt with 100,000 stored messages.
 *
 *   npm run bench recall
 */
import { availableParallelism, loadavg } from 'node:os'
import { VectorIndex } from '@everkin/recall'
import { buildReplyPrompt, loadChatContext, loadReplyContext } from '@everkin/server/modules/chats/module.ts'
import {
  ALL_RETRIEVAL_OPTIONS,
  createRecallIndexCache,
  enqueueIngest,
  findSimilarPassages,
  type RetrievalOptions,
  savePassages,
} from '@everkin/server/modules/memory/module.ts'
import { enablePgvector } from '@everkin/server/platform/db/pgvector.ts'
import { openPostgres } from '@everkin/server/platform/db/postgres.ts'
import { createLog } from '@everkin/server/platform/log.ts'
import { createSeededRandom } from '@everkin/server/platform/seeded-random.ts'
import { createOpenAiCompatibleModel } from '@everkin/server/providers/text-model/openai-compatible/openai-compatible-model.ts'
import {
  askRecallQuestion,
  createRecallConversation,
  type RecallResult,
  storeLines,
} from '@everkin/testing/recall-conversation.ts'
import { startRecallModelServer } from '@everkin/testing/servers/recall-model-server.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { embeddedDatabaseWithVectors } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { storeLongChat } from './measure/long-chat.ts'
import { heading, median, percentile, row } from './measure/statistics.ts'
import { openStores } from './measure/store.ts'

const TURNS = Number(process.env.TURNS ?? 2_000)
const MESSAGES = Number(process.env.MESSAGES ?? 100_000)
const CONTEXT = 8_192
/** Rounds of one measurement, and prompts built in each: the median of the rounds is reported. */
const ROUNDS = 7
const BUILDS = 100

const NOTHING: RetrievalOptions = { words: false, vectors: false, facts: false, passages: false, summary: false }
const KINDS: [string, Partial<RetrievalOptions>][] = [
  ['nothing: the newest messages alone', {}],
  ['full-text: facts and passages', { words: true, facts: true, passages: true }],
  ['vectors: facts and passages', { vectors: true, facts: true, passages: true }],
  ['both, fused: facts and passages', { words: true, vectors: true, facts: true, passages: true }],
  ['both, fused: facts alone', { words: true, vectors: true, facts: true }],
  ['both, fused: passages alone', { words: true, vectors: true, passages: true }],
  ['as it runs: everything, and the summary', ALL_RETRIEVAL_OPTIONS],
]

const { lines, facts } = createRecallConversation(TURNS, 'recall bench')
const modelServer = await startRecallModelServer(facts)
const stores = openStores()
const store = await stores.postgres('recall')
if (!store?.databaseUrl) console.log('SKIPPED: recall, because no PostgreSQL server is installed')
else {
  await store.fill(async () => undefined)
  await measure(store.databaseUrl)
}
await measureVectors()
await stores.close()
await modelServer.close()
process.exit(0)

async function measure(databaseUrl: string): Promise<void> {
  const ways = { ...ALL_RETRIEVAL_OPTIONS }
  const clock = createTestClock()
  const database = openPostgres(databaseUrl, () => undefined)
  const model = createOpenAiCompatibleModel({
    baseUrl: modelServer.url,
    apiKey: null,
    name: 'recall',
    contextTokens: CONTEXT,
  })
  const settings = { EMBEDDING_BASE_URL: modelServer.url, EMBEDDING_NAME: 'letters' }
  const server = await startTestServer({ database, model, clock, settings, retrievalOptions: ways })
  const person = await server.signIn('bench@example.org')
  const readAll = async (chatId: string, rounds: number) => {
    await enqueueIngest(server.context, { chatId, personId: person.user.id })
    for (let done = 1; done > 0 && rounds > 0; rounds--) {
      clock.advance(10_000)
      done = await server.context.jobs.runDue()
    }
  }
  await measureRecall(server, person, ways, readAll)
  await measureBuilding(server, person, ways, readAll)
  await server.end()
  await database.close()
}

type ReadAll = (chatId: string, rounds: number) => Promise<void>

async function measureRecall(
  server: TestServer,
  person: TestPerson,
  ways: RetrievalOptions,
  readAll: ReadAll,
): Promise<void> {
  const chatId = await person.startChat()
  await storeLines(server.context.database, chatId, 'ilse', lines)
  const start = performance.now()
  await readAll(chatId, Number.POSITIVE_INFINITY)
  const { data } = await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })
  console.log(
    `${TURNS} turns in eight languages, ${facts.length} facts told once each in the first three quarters; context ${CONTEXT} tokens, of which the newest ${data.meter.verbatim_messages} messages fit. Read in ${((performance.now() - start) / 1000).toFixed(1)} s with ${modelServer.asked.readings} readings and ${modelServer.asked.embeddings} calls for vectors; ${data.facts.length} facts noted.`,
  )
  heading('recall of planted facts', 'what is recalled', 'recalled', 'of', 'share', 'prompt tokens, most', 'budget')
  for (const [name, change] of KINDS) {
    Object.assign(ways, NOTHING, change)
    const asked: RecallResult[] = []
    for (const fact of facts) asked.push(await askRecallQuestion(server.context.chats, person.user.id, chatId, fact))
    const recalled = asked.filter(({ isRecalled }) => isRecalled).length
    const most = Math.max(...asked.map(({ promptTokens }) => promptTokens))
    const budget = asked[0]?.tokenBudget ?? 0
    if (most > budget) throw new Error('a prompt was larger than its budget')
    row(name, recalled, facts.length, `${Math.round((100 * recalled) / facts.length)} %`, most, budget)
  }
  Object.assign(ways, ALL_RETRIEVAL_OPTIONS)
}

async function measureBuilding(
  server: TestServer,
  person: TestPerson,
  ways: RetrievalOptions,
  readAll: ReadAll,
): Promise<void> {
  const { database, chats } = server.context
  const chatId = 'long-chat'
  await storeLongChat(database, { id: chatId, personId: person.user.id, messages: MESSAGES })
  await database.query('analyze') // a server does this by itself after a while
  const start = performance.now()
  await readAll(chatId, 1)
  const [counts] = await database.query<{ passages: number }>(
    'select count(*) as passages from memory_passage where chat_id = $1',
    [chatId],
  )
  console.log(
    `\n${MESSAGES} messages read into ${counts?.passages} passages in ${((performance.now() - start) / 1000).toFixed(1)} s.`,
  )
  const turn = await loadChatContext(chats, { identity: { personId: person.user.id }, country: null }, chatId)
  const path = await chats.paths.read(database, turn.chat)
  const build = async (index: number, isRepeated: boolean) => {
    const text = `${path[(index * 7) % path.length]?.text ?? ''} ${index % (isRepeated ? 50 : 1_000)}`
    const own = { seq: turn.chat.nextSeq, role: 'user' as const, speakerId: null, text, tokens: 40 }
    const begun = performance.now()
    const setting = await loadReplyContext(chats, turn, { path: [...path, own] })
    buildReplyPrompt(chats, setting.planned, setting)
    return { ms: performance.now() - begun, passages: setting.memory.passages.length }
  }
  await build(0, false)
  await database.query('analyze')
  const cold = performance.now()
  await createRecallIndexCache(database, { embeddingName: () => 'letters', isInDatabase: () => false }).load(
    chatId,
    turn.chat.memoryRev,
  )
  const coldMs = (performance.now() - cold).toFixed(0)
  console.log(`After a start they are loaded once, in ${coldMs} ms; a reply waits half a second for that at most.`)
  heading(
    `building a prompt, with ${loadavg()[0]?.toFixed(1)} programs at work on ${availableParallelism()} cores`,
    'what is recalled',
    'ms p50',
    'ms p95',
    'lowest p95 of a round',
    'processor ms a prompt',
    'messages recalled',
  )
  for (const [name, change] of [
    ['nothing: the prompt alone', {}],
    ['full-text', { ...ALL_RETRIEVAL_OPTIONS, vectors: false }],
    ['everything, the vector at hand', ALL_RETRIEVAL_OPTIONS],
    ['everything, the vector asked for', ALL_RETRIEVAL_OPTIONS],
  ] as [string, Partial<RetrievalOptions>][]) {
    Object.assign(ways, NOTHING, change)
    const isRepeated = name.endsWith('at hand')
    for (let index = 0; index < 50; index++) await build(index, isRepeated)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(round, isRepeated, build))
    const p95s = rounds.map(({ samples }) => percentile(samples, 0.95))
    row(
      name,
      median(rounds.map(({ samples }) => median(samples))).toFixed(2),
      median(p95s).toFixed(2),
      Math.min(...p95s).toFixed(2),
      median(rounds.map((each) => each.cpuMs)).toFixed(2),
      (rounds.reduce((sum, each) => sum + each.recalled, 0) / ROUNDS).toFixed(1),
    )
  }
}

type Build = (index: number, isRepeated: boolean) => Promise<{ ms: number; passages: number }>

/** Prompts built one after the other; CPU time is this process's, which other load hardly affects. */
async function measureRound(round: number, isRepeated: boolean, build: Build) {
  const samples: number[] = []
  let recalled = 0
  const before = process.cpuUsage()
  for (let index = 1; index <= BUILDS; index++) {
    const { ms, passages } = await build(isRepeated ? index % 50 : round * BUILDS + index, isRepeated)
    samples.push(ms)
    recalled += passages
  }
  const { user, system } = process.cpuUsage(before)
  return { samples, recalled: recalled / BUILDS, cpuMs: (user + system) / 1_000 / BUILDS }
}

/** Measures the search in the database with pgvector, on the embedded one, which always has pgvector. */
async function measureVectors(): Promise<void> {
  const [count, length] = [Math.ceil(MESSAGES / 4), 256]
  const database = await embeddedDatabaseWithVectors()
  if (!(await enablePgvector(database, createLog('warn')))) throw new Error('pgvector is not available')
  await database.script('alter table memory_passage drop constraint memory_passage_chat_id_fkey')
  const chance = createSeededRandom('vectors')
  const vectorOf = () => Float32Array.from({ length }, () => chance() - 0.5)
  const index = new VectorIndex()
  for (let from = 0; from < count; from += 500) {
    const passages = Array.from({ length: Math.min(500, count - from) }, (_, at) => {
      const vector = vectorOf()
      index.add(vector)
      return { toSeq: from + at, seqs: [from + at], terms: [1], rev: 1, embedded: { vector, name: 'letters' } }
    })
    await savePassages(database, 'chat', passages)
  }
  heading(`the 40 nearest of ${count} vectors of ${length} numbers`, 'where', 'ms p50', 'ms p95')
  const search = { embeddingName: 'letters', beforeSeq: count, most: 40 }
  for (const [name, find] of [
    ['in memory', async (vector: Float32Array) => index.findNearest(vector, search.most)],
    ['in the database', (vector: Float32Array) => findSimilarPassages(database, 'chat', { ...search, vector })],
  ] as const) {
    const samples: number[] = []
    for (let round = 0; round < BUILDS; round++) {
      const vector = vectorOf()
      const start = performance.now()
      await find(vector)
      samples.push(performance.now() - start)
    }
    row(name, median(samples).toFixed(2), percentile(samples, 0.95).toFixed(2))
  }
  await database.close()
}
