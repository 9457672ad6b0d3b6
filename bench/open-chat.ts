/**
 * Opening a chat of 100, 10,000 and 100,000 messages (PERF-D1), compared with the bare query for its newest fifty rows.
 *
 *   npm run bench open-chat
 */
import type { ServerFrame } from '@everkin/contract/types.ts'
import pg from 'pg'
import { WebSocket } from 'ws'
import { createClient, type Get, sessionCookies, sessionHeaders } from './measure/http-client.ts'
import { fillLongChats, type LongChat } from './measure/long-chat.ts'
import type { MeasuredProcess } from './measure/processes.ts'
import { cpuMs, heading, median, pairedRatio, row } from './measure/statistics.ts'
import { openStores, type Store } from './measure/store.ts'

const SIZES = [100, 10_000, 100_000]
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const REPETITIONS = 100
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'

const COLUMNS = `chat_id, seq, parent_seq, depth, jump_seq, jump_depth, tip_seq, rev, role, speaker_id, text, tokens,
  status, client_id, voice_demo, charge_key, awaits_reply, deleted, created_at`

/** One measured operation for one chat; `bytes` is the transfer size of the response. */
interface Operation {
  name: string
  messages: number
  run(): Promise<{ ms: number; bytes: number }>
  /** CPU time that this operation's process has used so far. */
  cpu: () => number
}

interface Clients {
  api: Get
  page: Get
}

interface Samples {
  ms: number[]
  cpuMs: number[]
  bytes: number
}

const stores = openStores()
const postgres = await stores.postgres('open_chat')
if (postgres) await measureStore(postgres)
else console.log('SKIPPED: opening chats on PostgreSQL, because no PostgreSQL server is installed')
await measureStore(stores.embedded())
await stores.close()
process.exit(0)

async function measureStore(store: Store): Promise<void> {
  const { chats, session } = await fillLongChats(
    store,
    SIZES.map((messages) => ({ id: `bench${String(messages).padStart(12, '0')}`, messages })),
  )
  const everkin = await store.startEverkin()
  const bare = store.databaseUrl ? await openBareQuery(store.databaseUrl) : null
  const clients = {
    api: createClient(everkin.origin, sessionHeaders(session)),
    page: createClient(everkin.origin, { ...sessionCookies(session), 'user-agent': PHONE }),
  }
  const operations = allOperations(everkin, chats, clients, await openSwitch(everkin, session), bare)
  const samples = new Map<Operation, Samples>(
    operations.map((operation) => [operation, { ms: [], cpuMs: [], bytes: 0 }]),
  )
  for (const operation of operations) await repeat(operation, 30)
  for (let round = 0; round < ROUNDS; round++) {
    // The sizes alternate, and each round begins with another, so that a busy moment affects all equally.
    const order = round % 2 === 0 ? operations : operations.toReversed()
    for (const operation of order) {
      const { ms, cpu, bytes } = await repeat(operation, REPETITIONS)
      const kept = samples.get(operation)! // filled for every operation above
      kept.ms.push(ms)
      kept.cpuMs.push(cpu)
      kept.bytes = bytes
    }
  }
  await printTable(store, operations, samples, chats, clients)
  await bare?.end()
  await everkin.stop()
}

async function openBareQuery(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

function allOperations(
  everkin: MeasuredProcess,
  chats: readonly LongChat[],
  { api, page }: Clients,
  switchPath: (chat: LongChat) => Promise<{ ms: number; bytes: number }>,
  bare: pg.Client | null,
): Operation[] {
  const cpu = () => cpuMs(everkin.pid)
  const kinds: [string, (chat: LongChat) => Operation['run'], () => number][] = [
    ['getMessages, newest 50', (chat) => () => ok(api, `/api/chat/getMessages?chat_id=${chat.id}`), cpu],
    [
      'getMessages, before the middle',
      (chat) => () => ok(api, `/api/chat/getMessages?chat_id=${chat.id}&before_seq=${chat.middleSeq}`),
      cpu,
    ],
    ['page /chat', (chat) => () => ok(page, `/chat?chat_id=${chat.id}`), cpu],
    ['path.changed, near the root', (chat) => () => switchPath(chat), cpu],
  ]
  if (bare) kinds.unshift(['bare query, newest 50', (chat) => () => askBare(bare, chat), ownCpuMs])
  return kinds.flatMap(([name, runOf, cpuOf]) =>
    chats.map((chat) => ({ name, messages: chat.messages, run: runOf(chat), cpu: cpuOf })),
  )
}

async function askBare(client: pg.Client, chat: LongChat): Promise<{ ms: number; bytes: number }> {
  const started = performance.now()
  await client.query({
    name: 'newest',
    text: `select ${COLUMNS} from message where chat_id = $1 order by seq desc limit 50`,
    values: [chat.id],
  })
  return { ms: performance.now() - started, bytes: 0 }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function ok(get: Get, path: string): Promise<{ ms: number; bytes: number }> {
  const { ms, bytes, status } = await get(path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return { ms, bytes }
}

/** Selects the variant without descendants and then, measured, the one with the whole chat. */
async function openSwitch(everkin: MeasuredProcess, session: { token: string; secret: string }) {
  const socket = new WebSocket(`${everkin.origin.replace('http', 'ws')}/ws?token=${session.token}`, {
    headers: { authorization: `Bearer ${session.secret}` },
    perMessageDeflate: false,
  })
  const changed = () =>
    new Promise<number>((resolve, reject) => {
      const hear = (data: Buffer) => {
        const frame = JSON.parse(String(data)) as ServerFrame // what the server sends
        if (frame.type === 'error') reject(new Error(`select answered ${frame.code}`))
        if (frame.type !== 'path.changed') return
        socket.off('message', hear)
        resolve(data.length)
      }
      socket.on('message', hear)
    })
  const select = async (chat: LongChat, seq: number) => {
    const answer = changed()
    const started = performance.now()
    socket.send(
      JSON.stringify({ type: 'message.select', chat_id: chat.id, message_id: `${chat.id}-${seq.toString(36)}` }),
    )
    const bytes = await answer
    return { ms: performance.now() - started, bytes }
  }
  await new Promise((resolve) => socket.once('message', resolve))
  return async (chat: LongChat) => {
    await select(chat, chat.early.beside)
    return select(chat, chat.early.onPath)
  }
}

async function repeat(operation: Operation, times: number): Promise<{ ms: number; cpu: number; bytes: number }> {
  const took: number[] = []
  let bytes = 0
  const cpu = operation.cpu()
  for (let i = 0; i < times; i++) {
    const answer = await operation.run()
    took.push(answer.ms)
    bytes = answer.bytes
  }
  return { ms: median(took), cpu: (operation.cpu() - cpu) / times, bytes }
}

async function printTable(
  store: Store,
  operations: readonly Operation[],
  samples: ReadonlyMap<Operation, Samples>,
  chats: readonly LongChat[],
  clients: Clients,
): Promise<void> {
  heading(
    `Opening a chat, ${store.kind} (${ROUNDS} rounds of ${REPETITIONS}; p50; compressed as a browser asks for it)`,
    'what',
    'messages',
    'ms',
    'ratio to 100 messages',
    'bytes sent',
    'ratio to 100 messages',
    'CPU ms',
    'CPU against bare query',
  )
  const bare = operations.find((operation) => operation.name.startsWith('bare'))
  const bareCpu = bare && median(samples.get(bare)!.cpuMs)
  for (const operation of operations) {
    const base = samples.get(operations.find((other) => other.name === operation.name)!)! // the first of its name is the smallest
    const own = samples.get(operation)!
    row(
      operation.name,
      operation.messages,
      median(own.ms),
      pairedRatio(own.ms, base.ms),
      own.bytes || '–',
      own.bytes ? own.bytes / base.bytes : '–',
      median(own.cpuMs),
      bareCpu ? median(own.cpuMs) / bareCpu : '–',
    )
  }
  if (store.kind === 'embedded') return
  heading('Bytes of an opened chat', 'what', 'messages', 'raw', 'gzip', 'br')
  for (const chat of chats) {
    await printBytes('getMessages, newest 50', chat, clients.api, `/api/chat/getMessages?chat_id=${chat.id}`)
    await printBytes('page /chat', chat, clients.page, `/chat?chat_id=${chat.id}`)
  }
}

async function printBytes(what: string, chat: LongChat, get: Get, path: string): Promise<void> {
  const sizes: number[] = []
  for (const encoding of ['identity', 'gzip', 'br']) {
    sizes.push((await get(path, { 'accept-encoding': encoding })).bytes)
  }
  row(what, chat.messages, ...sizes)
}
