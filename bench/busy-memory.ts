/**
 * Memory of a busy server: chats that ask again as soon as they are answered, and with ACTS other requests a second
 * beside them (pages, search, lists, memory, exports, drafts, images). Each database starts with an empty one. In all: the
 * server's process, and the proportional share of the PostgreSQL processes that it started itself.
 *
 *   npm run bench busy-memory
 *   MINUTES=60 CHATS=50 ACTS=5 WORDS=40 DELAY_MS=20 STORES=pglite,postgres npm run bench busy-memory
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createSignedInTestPerson } from '@everkin/testing/builders.ts'
import { sessionHeaders } from './measure/http-client.ts'
import { doOtherWork } from './measure/other-work.ts'
import { startProgram } from './measure/processes.ts'
import { askAgain, everkinSide, type OwnChat } from './measure/reply-sides.ts'
import { heading, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const MINUTES = Number(process.env.MINUTES ?? 5)
const CHATS = Number(process.env.CHATS ?? 50)
const STORES = process.env.STORES?.split(',') ?? ['pglite', 'embedded-postgres', 'postgres']
const ACTS = Number(process.env.ACTS ?? 0)
const { WORDS = '1', DELAY_MS = '0' } = process.env
const SAMPLE_MS = 30_000
const KNOWN_STORES = ['pglite', 'embedded-postgres', 'postgres']
if (!STORES.every((store) => KNOWN_STORES.includes(store)))
  throw new Error(`STORES must be some of ${KNOWN_STORES.join(', ')}.`)

const stores = openStores()
const model = await startProgram('bench/first-word-model.ts', { environment: { WORDS, DELAY_MS } })
if (STORES.includes('pglite')) await measure('PGlite', stores.embedded())
if (STORES.includes('embedded-postgres')) {
  if (process.getuid?.() === 0)
    console.log('SKIPPED: PostgreSQL as the embedded database, because it refuses to run as root')
  else await measure('PostgreSQL as the embedded database', stores.embeddedPostgres())
}
if (STORES.includes('postgres')) {
  const store = await stores.postgres('busy')
  if (store) await measure('a PostgreSQL server', store)
  else console.log('SKIPPED: a PostgreSQL server, because none is installed')
}
await model.stop()
await stores.close()
process.exit(0)

async function measure(name: string, store: Store): Promise<void> {
  const sessions: Pick<OwnChat, 'token' | 'secret'>[] = []
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < CHATS; i++)
      sessions.push(
        await createSignedInTestPerson(database, { messages: 1_000_000, coins: 1_000_000, now, createdAt: now }),
      )
  })
  const everkin = await store.startEverkin({ MODEL_BASE_URL: `${model.origin}/v1`, MODEL_NAME: 'bench' })
  heading(
    `Memory of ${CHATS} busy chats on ${name}`,
    'minutes',
    'replies',
    'server MiB',
    'PostgreSQL MiB',
    'in all MiB',
  )
  const show = (minutes: number, replies: number) => {
    const [own, others] = [shareMb(everkin.pid), childrenOf(everkin.pid).reduce((sum, pid) => sum + shareMb(pid), 0)]
    row(minutes, replies, Math.round(own), Math.round(others), Math.round(own + others))
  }
  show(0, 0)
  const chats = await Promise.all(sessions.map((session) => startChat(everkin.origin, session)))
  const side = await everkinSide(everkin, chats)
  const end = new AbortController()
  const otherWork = ACTS > 0 ? doOtherWork(everkin.origin, chats, ACTS, end.signal) : null
  let replies = 0
  for (let at = SAMPLE_MS; at <= MINUTES * 60_000; at += SAMPLE_MS) {
    replies += (await askAgain(side, SAMPLE_MS, 300)).length
    show(at / 60_000, replies)
  }
  end.abort()
  const answered = await otherWork
  if (answered) {
    heading('Other requests', 'what', 'answered', 'refused or failed')
    for (const [what, { ok, other }] of answered) row(what, ok, other)
  }
  side.close()
  await everkin.stop()
}

async function startChat(origin: string, session: Pick<OwnChat, 'token' | 'secret'>): Promise<OwnChat> {
  const reply = await fetch(`${origin}/api/chat/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sessionHeaders(session), 'x-request-id': randomUUID() },
    body: JSON.stringify({ card_id: 'ilse' }),
  })
  const { data } = (await reply.json()) as { data: { id: string } } // the envelope of a chat
  return { ...session, chatId: data.id }
}

/** Proportional: memory that several processes share counts once. */
function shareMb(pid: number): number {
  const kib = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

/** The processes that a process started, and those that they started. */
function childrenOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid)
  return children.flatMap((child) => [child, ...childrenOf(child)])
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null // it has ended
  }
}
