/**
 * Search in a chat of 100,000 messages (PERF-D3), its tree, and a copy of its path, compared with the same search in
 * one of 1,000; what the first search costs for the index; and how long other calls wait meanwhile.
 *
 *   npm run bench search-chats
 */
import { createClient, sessionHeaders } from './measure/http-client.ts'
import { fillLongChats } from './measure/long-chat.ts'
import { heading, percentile, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const SIZES = [1_000, 100_000]
const REPETITIONS = Number(process.env.REPETITIONS ?? 60)
/** Words of the stored texts: in nearly every message, in some, in few; a prefix; two together; and none. */
const QUERIES = ['an', 'ber che', 'wil', 'thaur', 'lo', 'far shore nowhere']

const stores = openStores()
const postgres = await stores.postgres('search_chats')
if (postgres) await measureStore(postgres)
else console.log('SKIPPED: search on PostgreSQL, because no PostgreSQL server is installed')
await measureStore(stores.embedded())
await stores.close()
process.exit(0)

async function measureStore(store: Store): Promise<void> {
  const { chats, session } = await fillLongChats(
    store,
    SIZES.map((messages) => ({ id: `bench${String(messages).padStart(12, '0')}`, messages })),
  )
  const ids = chats.map(({ id }) => id)
  const everkin = await store.startEverkin()
  const headers = { ...sessionHeaders(session), 'content-type': 'application/json' }
  const get = createClient(everkin.origin, sessionHeaders(session))
  const post = async (path: string, body: object) => {
    const started = performance.now()
    const reply = await fetch(`${everkin.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { code, data } = (await reply.json()) as { code: number; data: { is_complete?: boolean } } // the envelope
    if (code !== 1) throw new Error(`${path} answered ${code}`)
    return { ms: performance.now() - started, data }
  }
  const allChats: [string, () => Promise<{ ms: number }>] = [
    'search “wil”, in all chats',
    () => post('/api/chat/search', { q: 'wil' }),
  ]
  heading(`Search in chats, ${store.kind} (${REPETITIONS} repetitions)`, 'what', 'messages', 'p50 ms', 'p95 ms')
  for (const [index, chat_id] of ids.entries()) {
    const size = SIZES[index] ?? 0
    const first = performance.now()
    const waits: number[] = []
    for (let isComplete = false; !isComplete; ) {
      const asked = post('/api/chat/search', { q: 'an', chat_id })
      const beside = watchOthers(() => get('/api/chat/unread'), waits)
      isComplete = (await asked).data.is_complete ?? true
      await beside()
    }
    row('the first search, index and all', size, performance.now() - first, '–')
    row('another call meanwhile', size, percentile(waits, 0.5), percentile(waits, 0.95))
    const deeds: [string, () => Promise<{ ms: number }>][] = [
      ...QUERIES.map((q): [string, () => Promise<{ ms: number }>] => [
        `search “${q}”`,
        () => post('/api/chat/search', { q, chat_id }),
      ]),
      ['search “ber che”, on the path', () => post('/api/chat/search', { q: 'ber che', chat_id, scope: 'path' })],
      // The last one, because it indexes all chats.
      ...(index === ids.length - 1 ? [allChats] : []),
      ['the tree', () => get(`/api/chat/tree?chat_id=${chat_id}`)],
    ]
    for (const [name, deed] of deeds) {
      const took: number[] = []
      for (let i = 0; i < 5; i++) await deed()
      for (let i = 0; i < REPETITIONS; i++) took.push((await deed()).ms)
      row(name, size, percentile(took, 0.5), percentile(took, 0.95))
    }
  }
  await everkin.stop()
}

/** Repeats another request until stopped, and records how long each took. */
function watchOthers(ask: () => Promise<{ ms: number }>, waits: number[]): () => Promise<void> {
  let isOver = false
  const asking = (async () => {
    while (!isOver) waits.push((await ask()).ms)
  })()
  return async () => {
    isOver = true
    await asking
  }
}
