/**
 * Memory of a busy server on each embedded database: chats that ask again as soon as they are answered, for minutes.
 * Resident in all: the server's process, and the proportional share of the PostgreSQL processes that it started.
 *
 *   npm run bench busy-memory
 *   MINUTES=60 CHATS=50 STORES=pglite npm run bench busy-memory
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { aSignedInPerson } from '@everkin/testing/builders.ts'
import { sessionHeaders } from './measure/http-client.ts'
import { startProgram } from './measure/processes.ts'
import { askAgain, everkinSide, type OwnChat } from './measure/reply-sides.ts'
import { heading, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const MINUTES = Number(process.env.MINUTES ?? 5)
const CHATS = Number(process.env.CHATS ?? 50)
const STORES = (process.env.STORES ?? 'pglite,postgres').split(',')
const SAMPLE_MS = 30_000

const stores = openStores()
const model = await startProgram('bench/first-word-model.ts', { environment: { WORDS: '1', DELAY_MS: '0' } })
if (STORES.includes('pglite')) await measure('PGlite', stores.embedded())
if (STORES.includes('postgres')) {
  if (process.getuid?.() === 0)
    console.log('SKIPPED: PostgreSQL as the embedded database, because it refuses to run as root')
  else await measure('PostgreSQL', stores.embeddedPostgres())
}
await model.stop()
await stores.close()
process.exit(0)

async function measure(name: string, store: Store): Promise<void> {
  const sessions: Pick<OwnChat, 'token' | 'secret'>[] = []
  await store.fill(async (database) => {
    const now = new Date()
    for (let i = 0; i < CHATS; i++)
      sessions.push(await aSignedInPerson(database, { messages: 1_000_000, now, createdAt: now }))
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
  let replies = 0
  for (let at = SAMPLE_MS; at <= MINUTES * 60_000; at += SAMPLE_MS) {
    replies += (await askAgain(side, SAMPLE_MS, 300)).length
    show(at / 60_000, replies)
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
