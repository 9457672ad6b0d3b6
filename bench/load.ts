/**
 * Replies under load with 1, 2 and 4 worker processes of one machine on PostgreSQL, and with Redis between them where it
 * is installed: with chats that ask again at once (closed loop), and with requests that arrive by the clock (open loop).
 * All counts run in each round, so their ratios are of one time. Clients, model and database share the machine, which
 * the CPU times leave out. The last table has the inputs of docs/scaling.md.
 *
 *   npm run bench load
 *   ROUNDS=5 SECONDS=10 CHATS=200 RATE=40 WORKERS=1,2,4 npm run bench load
 */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Database } from '@everkin/server/platform/db/database.ts'
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { findRedis, startRedis } from '@everkin/testing/servers/redis-server.ts'
import pg from 'pg'
import { sessionHeaders } from './measure/http-client.ts'
import { allWorkersReady, meanResidentBytes, stopTree, treeCpuMs } from './measure/process-tree.ts'
import { type MeasuredProcess, sleep, startProgram } from './measure/processes.ts'
import {
  askAgain,
  askOnce,
  askOpenLoop,
  everkinSide,
  type OwnChat,
  type Side,
  type Turn,
} from './measure/reply-sides.ts'
import { heading, median, pairedRatio, percentile, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 6)
const CHATS = Number(process.env.CHATS ?? 100)
const RATE = Number(process.env.RATE ?? 20)
const WORKERS = (process.env.WORKERS ?? '1,2,4').split(',').map(Number)
const WORDS = Number(process.env.WORDS ?? 150)
const DELAY_MS = 20
const STAGGER_MS = 300
const SETTLE_MS = 200

interface Subject {
  workers: number
  store: Store
  everkin: MeasuredProcess
  side: Side
  /** The process that PostgreSQL's others descend from. */
  postmaster: number
  /** Bytes that the server has sent to its sockets. */
  sentBytes: () => number
  /** Requests that it has refused. */
  refused: () => number
  before: StoredSize
  chat: OwnChat
}

interface StoredSize {
  bytes: number
  rows: number
}

interface Round {
  turns: Turn[]
  refused: number
  seconds: number
  cpuMs: number
  databaseCpuMs: number
  residentBytes: number
  sentBytes: number
}

const stores = openStores()
if (!(await stores.postgres('load_probe'))) {
  console.log('SKIPPED: load, because no PostgreSQL server is installed')
  process.exit(0)
}
const model = await startProgram('bench/first-word-model.ts', {
  environment: { WORDS: String(WORDS), DELAY_MS: String(DELAY_MS) },
})
console.log(
  `${availableParallelism()} cores, ${ROUNDS} rounds of ${SECONDS} s, replies of ${WORDS} words ${DELAY_MS} ms apart`,
)
await measureAll('', null)
const redisProgram = findRedis()
const redis = redisProgram ? await startRedis(redisProgram) : null
if (redis) await measureAll(' with Redis', redis.url)
else console.log('SKIPPED: load with Redis, because no Redis server is installed')
await redis?.stop()
await model.stop()
await stores.close()
process.exit(0)

async function measureAll(name: string, redisUrl: string | null): Promise<void> {
  const subjects: Subject[] = []
  for (const workers of WORKERS) subjects.push(await openSubject(workers, redisUrl))
  const closed = subjects.map((): Round[] => [])
  const open = subjects.map((): Round[] => [])
  for (const { side } of subjects) for (let warm = 0; warm < 3; warm++) await askOnce(side, STAGGER_MS)
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, subject] of subjects.entries()) {
      closed[at]!.push(await measure(subject, () => askAgain(subject.side, SECONDS * 1000, STAGGER_MS)))
      open[at]!.push(await measure(subject, () => askOpenLoop(subject.side, RATE, SECONDS * 1000)))
    }
  report(`${CHATS} chats that ask again at once${name}`, closed)
  report(`${RATE} requests a second that arrive by the clock${name}`, open)
  if (redisUrl === null) await reportInputs(subjects[0]!, [...closed[0]!, ...open[0]!])
  for (const { side, everkin } of subjects) {
    side.close()
    await stopTree(everkin)
  }
}

async function openSubject(workers: number, redisUrl: string | null): Promise<Subject> {
  const store = await stores.postgres(`load_${workers}${redisUrl ? '_redis' : ''}`)
  if (!store) throw new Error('PostgreSQL is gone')
  const sessions: Pick<OwnChat, 'token' | 'secret'>[] = []
  let postmaster = 0
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < CHATS; i++)
      sessions.push(await createSignedInTestPerson(database, { messages: 1_000_000, now, createdAt: now }))
    postmaster = await findPostmaster(database)
  })
  const everkin = await store.startEverkin({
    PROCESSES: String(workers),
    SMTP_URL: 'smtp://127.0.0.1:25', // several processes need one; nothing here sends a mail
    MESSAGE_PRICE: '1',
    MODEL_BASE_URL: `${model.origin}/v1`,
    MODEL_NAME: 'bench',
    ...(redisUrl && { REDIS_URL: redisUrl }),
  })
  await allWorkersReady(everkin, workers)
  const chats: OwnChat[] = []
  for (const session of sessions) chats.push(await openChat(everkin, session))
  const side = await everkinSide(everkin, chats)
  let sent = 0
  for (const socket of side.sockets)
    socket.on('message', (data) => {
      sent += String(data).length
    })
  let refused = 0
  side.onRefused = () => {
    refused += 1
  }
  const before = await sizeOf(store)
  return {
    workers,
    store,
    everkin,
    side,
    postmaster,
    sentBytes: () => sent,
    refused: () => refused,
    before,
    chat: chats[0]!,
  }
}

async function openChat(everkin: MeasuredProcess, session: Pick<OwnChat, 'token' | 'secret'>): Promise<OwnChat> {
  const reply = await fetch(`${everkin.origin}/api/chat/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders(session) },
    body: JSON.stringify({ card_id: 'ilse' }),
  })
  const { code, data } = (await reply.json()) as { code: number; data: { id: string } | null } // the envelope of a chat
  if (!data) throw new Error(`a chat could not be started: ${code}`)
  return { ...session, chatId: data.id }
}

/** The parent of the backend that answers. */
async function findPostmaster(database: Database): Promise<number> {
  const [backend] = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${backend!.pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(fields[1])
}

async function measure(subject: Subject, ask: () => Promise<Turn[]>): Promise<Round> {
  const { everkin, postmaster } = subject
  await sleep(SETTLE_MS)
  const before = {
    cpu: treeCpuMs(everkin.pid),
    database: treeCpuMs(postmaster),
    sent: subject.sentBytes(),
    refused: subject.refused(),
  }
  const started = performance.now()
  const turns = await ask()
  const seconds = (performance.now() - started) / 1000
  await sleep(SETTLE_MS) // work after the last word belongs to the turn
  return {
    turns,
    refused: subject.refused() - before.refused,
    seconds,
    cpuMs: treeCpuMs(everkin.pid) - before.cpu,
    databaseCpuMs: treeCpuMs(postmaster) - before.database,
    residentBytes: meanResidentBytes(everkin),
    sentBytes: subject.sentBytes() - before.sent,
  }
}

function report(title: string, bySubject: readonly Round[][]): void {
  heading(
    title,
    'processes',
    'replies a second',
    'ratio',
    'first word p50 ms',
    'p99 ms',
    'ratio of p99',
    'CPU ms a reply',
    'ratio',
    'database CPU ms a reply',
    'MiB a process',
    'refused',
  )
  const [one] = bySubject
  for (const [at, rounds] of bySubject.entries()) {
    const ratio = (of: (round: Round) => number) => (at === 0 ? 1 : pairedRatio(rounds.map(of), one!.map(of)))
    const middle = (of: (round: Round) => number) => median(rounds.map(of))
    row(
      WORKERS[at]!,
      middle(rateOf),
      ratio(rateOf),
      middle(firstWord(0.5)),
      middle(firstWord(0.99)),
      ratio(firstWord(0.99)),
      middle(cpuOf),
      ratio(cpuOf),
      middle((round) => round.databaseCpuMs / round.turns.length),
      middle((round) => round.residentBytes / 2 ** 20),
      rounds.reduce((sum, { refused }) => sum + refused, 0),
    )
  }
}

function rateOf({ turns, seconds }: Round): number {
  return turns.length / seconds
}

function cpuOf({ turns, cpuMs }: Round): number {
  return cpuMs / turns.length
}

function firstWord(share: number): (round: Round) => number {
  return ({ turns }) =>
    percentile(
      turns.map(({ firstMs }) => firstMs),
      share,
    )
}

/** What a turn takes, for `npm run bench scaling`. */
async function reportInputs(subject: Subject, rounds: readonly Round[]): Promise<void> {
  const { store, everkin, chat } = subject
  const turns = rounds.reduce((sum, round) => sum + round.turns.length, 0)
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  const after = await sizeOf(store)
  const [stored] = await query<{ bytes: number; turns: number }>(
    store,
    `select sum(octet_length(text))::float8 as bytes, count(*)::float8 / 2 as turns from message where seq > 1`,
  )
  const textBytes = stored!.bytes / stored!.turns
  const prompt = await fetch(`${everkin.origin}/api/chat/prompt?chat_id=${chat.chatId}`, {
    headers: sessionHeaders(chat),
  })
  const { data } = (await prompt.json()) as { data: { sections: { kind: string; tokens: number }[] } } // the envelope
  heading('What a turn takes (1 process)', 'what', 'value')
  row('CPU ms of Everkin', sum(({ cpuMs }) => cpuMs) / turns)
  row('CPU ms of the database', sum(({ databaseCpuMs }) => databaseCpuMs) / turns)
  row('rows', (after.rows - subject.before.rows) / stored!.turns)
  row('bytes of its texts', textBytes)
  row('bytes in the database without texts', (after.bytes - subject.before.bytes) / stored!.turns - textBytes)
  // Every text crosses the socket twice: as it is written, and with its message.
  row('bytes over the socket without texts', sum(({ sentBytes }) => sentBytes) / turns - 2 * textBytes)
  row('MiB of a process under load', median(rounds.map((round) => round.residentBytes / 2 ** 20)))
  for (const { kind, tokens } of data.sections) row(`tokens of the prompt: ${kind}`, tokens)
}

/** Rows and bytes of all tables with their indexes, without what updates have left behind. */
async function sizeOf(store: Store): Promise<StoredSize> {
  await query(store, 'vacuum full')
  const [size] = await query<StoredSize>(
    store,
    `select sum(pg_total_relation_size(oid))::float8 as bytes, sum(greatest(reltuples, 0))::float8 as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return size!
}

async function query<Row extends object>(store: Store, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: store.databaseUrl! })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
