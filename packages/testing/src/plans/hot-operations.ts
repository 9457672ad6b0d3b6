import { randomUUID } from 'node:crypto'
import type { ClientFrame, ServerFrame } from '@everkin/contract/types.ts'
import { findUnansweredChats } from '@everkin/server/modules/chats/store/queued-messages.ts'
import { createFakeTextModel } from '@everkin/server/providers/text-model/fake.ts'
import { createTestSession } from '../builders.ts'
import { RealtimeClient } from '../realtime-client.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { StatementRecorder } from './record-statements.ts'

/** Its task is to read the whole ledger once a day, in ranges of transfers. */
const READS_EVERYTHING = 'reconcile-ledger'

/** What the names of recurring jobs begin with. */
const RECURRING = 'recurring job'

/** Work that must not fail, because its statements would be missing. */
type Call = (call: `${'GET' | 'POST'} ${string}`, input?: object) => Promise<unknown>

/**
 * Runs the use cases that people and machines ask for all the time, on a database that `fillSite` has filled, as its
 * first person. The statements are in the recorder afterwards.
 */
export async function runHotOperations(recorder: StatementRecorder): Promise<void> {
  const { database } = recorder
  const model = createFakeTextModel({ reply: () => ({ parts: ['Noted', '. ', 'Mind the ', 'step.'] }) })
  const server = await startTestServer({ database, model, settings: { RATE_LIMITS: 'on', LOG_LEVEL: 'error' } })
  try {
    const session = await createTestSession(database, { id: 'p1', lang: 'en' }, new Date())
    const headers = { 'user-token': session.token, authorization: `Bearer ${session.secret}`, platform: '1' }
    const call = callOf(server, headers)
    await readPages(recorder, call)
    await chat(recorder, server, call, headers)
    await buyAndCollect(recorder, call)
    recorder.begin('sign-in')
    await server.signIn(`new-${randomUUID()}@example.org`)
    recorder.begin('a guest')
    await callOf(server, { platform: '1' })('POST /api/guest/start', { body: { adult: true } })
    await runBackground(recorder, server)
  } finally {
    await server.end()
  }
}

function callOf(server: TestServer, headers: Record<string, string>): Call {
  return async (call, input = {}) => {
    // The calls are those of the contract; one list serves them all.
    const reply = await server.call(call as 'GET /api/user/info', { ...input, headers })
    if (reply.code !== 1) throw new Error(`${call} answered ${reply.code}`)
    return reply.data
  }
}

async function readPages(recorder: StatementRecorder, call: Call): Promise<void> {
  const reads: [string, Parameters<Call>[0], object?][] = [
    ['the person', 'GET /api/user/info'],
    ['the list of chats', 'GET /api/chat/list'],
    ['a chat', 'GET /api/chat/info', { query: { chat_id: 'c1' } }],
    ['the end of a chat', 'GET /api/chat/getMessages', { query: { chat_id: 'c1' } }],
    ['earlier messages', 'GET /api/chat/getMessages', { query: { chat_id: 'c1', before_seq: 20 } }],
    ['changes of a chat', 'GET /api/chat/getMessages', { query: { chat_id: 'c1', after_rev: 10 } }],
    ['the tree of a chat', 'GET /api/chat/tree', { query: { chat_id: 'c1' } }],
    ['unread chats', 'GET /api/chat/unread'],
    ['search in one chat', 'POST /api/chat/search', { body: { q: 'lamp', chat_id: 'c1' } }],
    ['search in all chats', 'POST /api/chat/search', { body: { q: 'window' } }],
    ['memory', 'GET /api/chat/memory', { query: { chat_id: 'c1' } }],
    ['the ledger', 'GET /api/user/ledger'],
    ['orders', 'GET /api/order/list'],
    ['usage', 'GET /api/user/usage'],
    ['favourites', 'GET /api/user/favourites', { query: { type: 'single' } }],
    ['Explore for you', 'GET /api/chat.Single/cardList'],
    ['Explore, popular', 'GET /api/chat.Single/cardList', { query: { sort: 'popular', tag: 'fantasy' } }],
    ['Explore, new', 'GET /api/chat.Single/cardList', { query: { sort: 'new' } }],
    ['search for a character', 'GET /api/chat.Single/cardList', { query: { q: 'wren keeper' } }],
    ['search with a typo', 'GET /api/chat.Single/cardList', { query: { q: 'wrne' } }],
    ['a character', 'GET /api/chat.Single/cardInfo', { query: { id: 'card-1' } }],
    ['similar characters', 'GET /api/chat/similarCards', { query: { id: 'card-1' } }],
    ['tags', 'GET /api/chat/cardTags'],
    ['groups', 'GET /api/chat.Multiple/cardList'],
    ['own cards', 'GET /api/user/chatCardList', { query: { type: 'single' } }],
    ['sessions', 'GET /api/account/sessions'],
  ]
  for (const [operation, path, input] of reads) {
    recorder.begin(operation)
    await call(path, input)
  }
}

async function chat(
  recorder: StatementRecorder,
  server: TestServer,
  call: Call,
  headers: Record<string, string>,
): Promise<void> {
  recorder.begin('a connection')
  const token = headers['user-token']
  const client = new RealtimeClient(`${server.origin.replace('http', 'ws')}/ws?token=${token}`, headers)
  await client.next('ready')
  const send = async (operation: string, frame: ClientFrame, until: ServerFrame['type']) => {
    recorder.begin(operation)
    const from = client.frames.length
    client.send(frame)
    return client.next(until, () => true, from)
  }
  const say = async (operation: string, chatId: string) => {
    const frame = { type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Good evening' } as const
    const done = await send(operation, frame, 'message.completed')
    return done.type === 'message.completed' ? done.message.id : ''
  }
  recorder.begin('sync')
  await send('sync', { type: 'sync', user_rev: 0, chats: [{ chat_id: 'c1', rev: 10 }], streams: [] }, 'synced')
  await say('the first turn of a process', 'c1')
  const reply = await say('a turn', 'c1')
  const chatId = { chat_id: 'c1' }
  await send('another version', { type: 'message.regenerate', ...chatId, message_id: reply }, 'message.completed')
  await send('a change of versions', { type: 'message.select', ...chatId, message_id: reply }, 'path.changed')
  const again = { type: 'message.send', chat_id: 'c2', client_id: randomUUID(), text: 'Good evening' } as const
  await send('a turn in another chat', again, 'message.completed')
  await send('a message that was sent before', again, 'ack')
  const last = await say('a turn after it', 'c1')
  await send('a deleted message', { type: 'message.delete', ...chatId, message_id: last }, 'message.deleted')
  await send('a restored message', { type: 'message.restore', ...chatId, message_id: last }, 'path.changed')
  recorder.begin('a new chat')
  const started = (await call('POST /api/chat/start', { body: { card_id: 'card-7', fresh: true } })) as { id: string } // a chat
  await say('a turn in a new chat', started.id)
  recorder.begin('reading, pinning, a like')
  await call('POST /api/chat/read', { body: { chat_id: started.id, seq: 1 } })
  await call('POST /api/chat/pin', { body: { chat_id: started.id, on: true } })
  await call('POST /api/chat/like', { body: { card_id: 'card-3', on: true } })
  recorder.begin('a deleted chat')
  await call('POST /api/chat/delete', { body: { chat_id: started.id } })
}

async function buyAndCollect(recorder: StatementRecorder, call: Call): Promise<void> {
  recorder.begin('a purchase')
  const body = { product_id: 'coins-100', idempotency_key: randomUUID() }
  const order = (await call('POST /api/order/create', { body })) as { id: string } // an order
  await call('POST /api/order/payment', { body: { order_id: order.id, payment_method: '4242424242424242' } })
  recorder.begin('the status of an order')
  await call('GET /api/order/status', { query: { order_id: order.id } })
}

/** What every process does all the time: jobs, readiness, metrics. */
async function runBackground(recorder: StatementRecorder, server: TestServer): Promise<void> {
  recorder.begin('jobs')
  await server.context.jobs.runDue()
  for (const job of server.context.modules.recurringJobs()) {
    if (job.name === READS_EVERYTHING) continue
    recorder.begin(`${RECURRING} ${job.name}`)
    await job.run(new AbortController().signal)
  }
  await findUnansweredChats(recorder.database) // the recorder knows whose it is
  recorder.begin('readiness')
  await fetch(`${server.origin}/readyz`)
}
