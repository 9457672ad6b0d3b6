/**
 * First word, later words and CPU time (PERF-R1 to PERF-R4): Everkin, with everything stored and checked, compared with
 * the smallest relay, and with one that stores messages and replies in the same kind of database and sends nothing before
 * a message is stored; on the same model, alternating in one run; and the model requested directly. On PostgreSQL and on
 * the embedded database; in one round each chat asks once, in another each asks again as soon as it is answered.
 *
 *   npm run bench first-word
 *   ROUNDS=3 CHATS=20,200 STORES=postgres npm run bench first-word
 *   STORES=embedded-postgres npm run bench first-word
 *   STORES=citus npm run bench first-word
 *   OWN_CORE=1 npm run bench first-word   # each server on a core that client, model and database do not use
 */
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { sessionHeaders } from './measure/http-client.ts'
import { leaveServerCore, moveToServerCore } from './measure/own-core.ts'
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
/** How long the model takes. With 0, every step of Everkin shows; real models take far more than 2 ms. */
const FIRST_WORD_MS = [0, 2]

leaveServerCore()
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
  if (postgres) await measureStore('PostgreSQL', postgres, await stores.postgres('first_word_relay'))
  else console.log('SKIPPED: first word on PostgreSQL, because no PostgreSQL server is installed')
}
if (STORES.includes('embedded')) await measureStore('the embedded database', stores.embedded(), stores.embedded())
if (STORES.includes('embedded-postgres'))
  await measureStore(
    'PostgreSQL as the embedded database',
    stores.embeddedPostgres(),
    await stores.postgres('first_word_embedded_relay'),
  )
if (STORES.includes('citus')) {
  const citus = await stores.citus()
  if (citus) await measureStore('Citus', citus, await stores.postgres('first_word_citus_relay'))
  else console.log('SKIPPED: first word on Citus, because its extension is not installed')
}
await Promise.all([relay.stop(), model.stop()])
await stores.close()
process.exit(0)

/** `relayStore` is an empty database for the storing relay; null when no PostgreSQL is installed. */
async function measureStore(name: string, store: Store, relayStore: Store | null): Promise<void> {
  if (!relayStore) return console.log(`SKIPPED: first word on ${name}, because no PostgreSQL server is installed`)
  const sessions: Pick<OwnChat, 'token' | 'secret'>[] = []
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < Math.max(...CHATS); i++)
      sessions.push(await createSignedInTestPerson(database, { messages: 1_000_000, now, createdAt: now }))
  })
  const everkin = await store.startEverkin({ MODEL_BASE_URL: modelUrl, MODEL_NAME: 'bench' })
  const storing = await startProgram('bench/first-word-relay.ts', {
    environment: {
      MODEL_BASE_URL: modelUrl,
      ...(relayStore.databaseUrl ? { DATABASE_URL: relayStore.databaseUrl } : { EMBEDDED_DIR: relayStore.dataDir }),
    },
    readyPath: null,
  })
  for (const server of [relay, storing, everkin]) moveToServerCore(server)
  const chats = await Promise.all(sessions.map((session) => openChat(everkin, session)))
  const sidesOf = async (count: number) => [
    await relaySide(relay, count),
    await relaySide(storing, count),
    await everkinSide(everkin, chats.slice(0, count)),
  ]
  heading(
    `First word on ${name} (${ROUNDS} rounds, ${WORDS} words 20 ms apart)`,
    'chats',
    'model direct p50 ms',
    ...compared('p50 ms'),
    ...compared('p99 ms'),
    'word age p50 to relay',
    'word age p99 to relay',
    ...compared('CPU ms per 1,000 words'),
  )
  for (const count of CHATS) await measureOnce(count, await sidesOf(count))
  for (const firstWordMs of FIRST_WORD_MS) {
    await fetch(`${model.origin}/first-word/${firstWordMs}`, { method: 'PUT' })
    heading(
      `Each chat asks again at once on ${name}, and the first word takes the model ${firstWordMs} ms (${ROUNDS} rounds of ${AGAIN_MS / 1000} s)`,
      'chats',
      ...compared('p50 ms'),
      ...compared('p99 ms'),
      ...compared('CPU ms per reply'),
      'replies a second: relay',
      'storing relay',
      'Everkin',
    )
    for (const count of CHATS) await measureAgain(count, await sidesOf(count))
  }
  await fetch(`${model.origin}/first-word/0`, { method: 'PUT' })
  await Promise.all([everkin.stop(), storing.stop()])
}

/** The columns of `compare`. */
function compared(what: string): string[] {
  return [`${what}: relay`, 'storing relay', 'Everkin', 'to relay', 'to storing relay']
}

async function measureOnce(count: number, sides: readonly Side[]): Promise<void> {
  const direct: number[] = []
  const rounds = await inTurns(sides, async (side) => {
    direct.push(await askDirectly())
    return withCpu(side, () => askOnce(side, STAGGER_MS))
  })
  const words = (count * WORDS) / 1000
  row(
    count,
    median(direct),
    ...compare(rounds.map((of) => of.map((round) => firstWordMs(round, 0.5)))),
    ...compare(rounds.map((of) => of.map((round) => firstWordMs(round, 0.99)))),
    ...[0.5, 0.99].map((share) => pairedRatio(agesOf(rounds[2]!, share), agesOf(rounds[0]!, share))),
    // The clock of the processor's time is too coarse for one round of one chat.
    ...compare(rounds.map((of) => [of.reduce((sum, { ms }) => sum + ms, 0) / of.length / words])),
  )
}

async function measureAgain(count: number, sides: readonly Side[]): Promise<void> {
  const rounds = await inTurns(sides, (side) => withCpu(side, () => askAgain(side, AGAIN_MS, STAGGER_MS)))
  row(
    count,
    ...compare(rounds.map((of) => of.map((round) => firstWordMs(round, 0.5)))),
    ...compare(rounds.map((of) => of.map((round) => firstWordMs(round, 0.99)))),
    ...compare(rounds.map((of) => of.map(({ ms, result }) => ms / result.length))),
    ...rounds.map((of) => median(of.map(({ result }) => (result.length / AGAIN_MS) * 1000))),
  )
}

type Round = { result: Turn[]; ms: number }

/** The rounds of each side, alternating, after some that do not count. */
async function inTurns(sides: readonly Side[], measure: (side: Side) => Promise<Round>): Promise<Round[][]> {
  const rounds: Round[][] = sides.map(() => [])
  for (const side of sides) for (let warm = 0; warm < 3; warm++) await askOnce(side, STAGGER_MS)
  for (let i = 0; i < ROUNDS; i++) for (const [at, side] of sides.entries()) rounds[at]!.push(await measure(side))
  for (const side of sides) side.close()
  return rounds
}

/** The medians of the relay, the storing relay and Everkin, and the ratio of the last to each of the others. */
function compare([relay, storing, own]: number[][]): number[] {
  return [median(relay!), median(storing!), median(own!), pairedRatio(own!, relay!), pairedRatio(own!, storing!)]
}

function firstWordMs({ result }: Round, share: number): number {
  return percentile(
    result.map((turn) => turn.firstMs),
    share,
  )
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
