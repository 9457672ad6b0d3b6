/**
 * First word, later words and CPU time (PERF-R1 to PERF-R4): Everkin, with everything stored and checked, compared with
 * the smallest relay, on the same model, alternating in one run; and the model requested directly. On PostgreSQL and on
 * the embedded database; in one round each chat asks once, in another each asks again as soon as it is answered.
 *
 *   npm run bench first-word
 *   ROUNDS=3 CHATS=20,200 STORES=postgres npm run bench first-word
 *   STORES=embedded-postgres npm run bench first-word
 */
import { aSignedInPerson } from '@everkin/testing/builders.ts'
import { sessionHeaders } from './measure/http-client.ts'
import { type MeasuredProcess, startProgram } from './measure/processes.ts'
import {
  askAgain,
  askOnce,
  everkinSide,
  type OwnChat,
  relaySide,
  type Side,
  type Turn,
  withCpu,
} from './measure/reply-sides.ts'
import { heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CHATS = (process.env.CHATS ?? '1,20,200').split(',').map(Number)
const STORES = (process.env.STORES ?? 'postgres,embedded').split(',')
const WORDS = 30
/** Chats begin one after the other within this time. */
const STAGGER_MS = 300
const AGAIN_MS = 5_000

const stores = openStores()
const model = await startProgram('bench/first-word-model.ts', {
  environment: { WORDS: String(WORDS), DELAY_MS: '20' },
})
const modelUrl = `${model.origin}/v1`
const relay = await startProgram('bench/first-word-relay.ts', {
  environment: { MODEL_BASE_URL: modelUrl },
  readyPath: null,
})
if (STORES.includes('postgres')) {
  const postgres = await stores.postgres('first_word')
  if (postgres) await measureStore(postgres)
  else console.log('SKIPPED: first word on PostgreSQL, because no PostgreSQL server is installed')
}
if (STORES.includes('embedded')) await measureStore(stores.embedded())
if (STORES.includes('embedded-postgres'))
  await measureStore(stores.embeddedPostgres(), 'PostgreSQL as the embedded database')
await Promise.all([relay.stop(), model.stop()])
await stores.close()
process.exit(0)

async function measureStore(
  store: Store,
  name = store.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database',
): Promise<void> {
  const sessions: Pick<OwnChat, 'token' | 'secret'>[] = []
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < Math.max(...CHATS); i++)
      sessions.push(await aSignedInPerson(database, { messages: 1_000_000, now, createdAt: now }))
  })
  const everkin = await store.startEverkin({ MODEL_BASE_URL: modelUrl, MODEL_NAME: 'bench' })
  const chats = await Promise.all(sessions.map((session) => openChat(everkin, session)))
  heading(
    `First word on ${name} (${ROUNDS} rounds, ${WORDS} words 20 ms apart)`,
    'chats',
    'model direct p50 ms',
    'relay p50 ms',
    'Everkin p50 ms',
    'ratio p50',
    'relay p99 ms',
    'Everkin p99 ms',
    'ratio p99',
    'word age p50 ratio',
    'word age p99 ratio',
    'CPU ms per 1,000 words: relay',
    'Everkin',
    'ratio',
  )
  for (const count of CHATS) await measureOnce(count, everkin, chats)
  heading(
    `Each chat asks again at once on ${name} (${ROUNDS} rounds of ${AGAIN_MS / 1000} s)`,
    'chats',
    'relay p50 ms',
    'Everkin p50 ms',
    'ratio p50',
    'relay p99 ms',
    'Everkin p99 ms',
    'ratio p99',
    'replies a second: relay',
    'Everkin',
    'CPU ms per reply: relay',
    'Everkin',
    'ratio',
  )
  for (const count of CHATS) await measureAgain(count, everkin, chats)
  await everkin.stop()
}

async function measureOnce(count: number, everkin: MeasuredProcess, chats: readonly OwnChat[]): Promise<void> {
  const direct: number[] = []
  const [bare, own] = await inTurns(count, everkin, chats, async (side) => {
    direct.push(await askDirectly())
    return withCpu(side, () => askOnce(side, STAGGER_MS))
  })
  const [bareCpu, ownCpu] = [bare, own].map((rounds) => rounds.reduce((sum, { ms }) => sum + ms, 0) / ROUNDS)
  const words = (count * WORDS) / 1000
  row(
    count,
    median(direct),
    ...firstWords(bare, own),
    ...[0.5, 0.99].map((share) => pairedRatio(agesOf(own, share), agesOf(bare, share))),
    bareCpu! / words,
    ownCpu! / words,
    ownCpu! / bareCpu!,
  )
}

async function measureAgain(count: number, everkin: MeasuredProcess, chats: readonly OwnChat[]): Promise<void> {
  const [bare, own] = await inTurns(count, everkin, chats, (side) =>
    withCpu(side, () => askAgain(side, AGAIN_MS, STAGGER_MS)),
  )
  const [bareRate, ownRate] = [bare, own].map((rounds) =>
    median(rounds.map(({ result }) => (result.length / AGAIN_MS) * 1000)),
  )
  const [bareCpu, ownCpu] = [bare, own].map((rounds) => rounds.map(({ ms, result }) => ms / result.length))
  row(
    count,
    ...firstWords(bare, own),
    bareRate!,
    ownRate!,
    median(bareCpu!),
    median(ownCpu!),
    pairedRatio(ownCpu!, bareCpu!),
  )
}

type Round = { result: Turn[]; ms: number }

/** The rounds of the relay and of Everkin, alternating, after one of each that does not count. */
async function inTurns(
  count: number,
  everkin: MeasuredProcess,
  chats: readonly OwnChat[],
  measure: (side: Side) => Promise<Round>,
): Promise<[Round[], Round[]]> {
  const rounds: [Round[], Round[]] = [[], []]
  const sides = [await relaySide(relay, count), await everkinSide(everkin, chats.slice(0, count))]
  for (const side of sides) for (let warm = 0; warm < 3; warm++) await askOnce(side, STAGGER_MS)
  for (let i = 0; i < ROUNDS; i++)
    for (const [at, side] of sides.entries()) rounds[at as 0 | 1].push(await measure(side)) // there are two sides
  for (const side of sides) side.close()
  return rounds
}

/** Milliseconds to the first word: relay, Everkin and their ratio, at p50 and p99. */
function firstWords(bare: readonly Round[], own: readonly Round[]): number[] {
  return [0.5, 0.99].flatMap((share) => {
    const [bareMs, ownMs] = [bare, own].map((rounds) =>
      rounds.map(({ result }) =>
        percentile(
          result.map((turn) => turn.firstMs),
          share,
        ),
      ),
    )
    return [median(bareMs!), median(ownMs!), median(ownMs!) / median(bareMs!)]
  })
}

function agesOf(rounds: readonly Round[], share: number): number[] {
  return rounds.map(({ result }) =>
    percentile(
      result.flatMap((turn) => turn.agesMs),
      share,
    ),
  )
}

/** A new chat, which has the character's greeting. */
async function openChat(everkin: MeasuredProcess, session: Pick<OwnChat, 'token' | 'secret'>): Promise<OwnChat> {
  const reply = await fetch(`${everkin.origin}/api/chat/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders(session) },
    body: JSON.stringify({ card_id: 'ilse' }),
  })
  const { data } = (await reply.json()) as { data: { id: string } } // the envelope of a chat
  return { ...session, chatId: data.id }
}

async function askDirectly(): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${modelUrl}/chat/completions`, { method: 'POST', body: '{}' })
  const reader = response.body!.getReader()
  await reader.read()
  const ms = performance.now() - started
  await reader.cancel()
  return ms
}
