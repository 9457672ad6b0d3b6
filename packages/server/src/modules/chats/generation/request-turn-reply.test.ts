import { randomUUID } from 'node:crypto'
import { isOnCitus } from '@everkin/testing/citus-cluster.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { NOTHING_RECALLED } from '../context/memory-port.ts'
import { recoverReplies } from './recover-replies.ts'
import { stopLocalReply } from './stop-reply.ts'

describe.each(testDatabaseKinds)('a reply that is requested while its message is stored, on %s', (kind) => {
  const model = createFakeTextModel()
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string

  beforeAll(async () => {
    server = await startTestServer({ kind, model, settings: { MESSAGE_PRICE: '1' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })
  afterEach(() => void vi.restoreAllMocks())

  const query = (text: string) => server.context.database.query(text, [chatId])
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const send = (text: string) => client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  const completed = async (from: number) => (await client.next('message.completed', () => true, from)).message
  /** Lets the next prompt wait for its memories until the returned function is called. */
  const holdPrompt = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    vi.spyOn(server.context.chats, 'recall').mockImplementationOnce(async () => {
      await promise
      return NOTHING_RECALLED
    })
    return resolve
  }

  it('fails and is refunded when its prompt cannot be built, and the message is kept', async () => {
    const before = await balance()
    const from = client.frames.length
    vi.spyOn(server.context.chats, 'recall').mockRejectedValueOnce(new Error('the memories cannot be read'))
    send('Good evening')
    await client.next('ack', () => true, from)
    expect(await completed(from)).toMatchObject({ status: 'failed', text: '' })
    expect((await path()).slice(-2)).toMatchObject([
      { role: 'user', text: 'Good evening' },
      { role: 'character', status: 'failed' },
    ])
    expect(await balance()).toBe(before)
    const next = client.frames.length
    send('And again')
    expect((await completed(next)).status).toBe('complete')
    expect(await balance()).toBe(before - 1)
  })

  it('is not taken for an abandoned one while its prompt is built, however late its lease is', async () => {
    const from = client.frames.length
    const finishPrompt = holdPrompt()
    send('Good evening')
    await client.next('ack', () => true, from)
    await query(`update generation set lease_until = now() - interval '1 hour' where chat_id = $1`)
    expect(await recoverReplies(server.context.chats)).toBe(0)
    finishPrompt()
    expect((await completed(from)).status).toBe('complete')
  })

  it('stops while its prompt is built, and is refunded', async () => {
    const before = await balance()
    const from = client.frames.length
    const finishPrompt = holdPrompt()
    send('Good evening')
    await client.next('ack', () => true, from)
    stopLocalReply(server.context.chats, chatId) // another process has asked for it
    expect(await completed(from)).toMatchObject({ status: 'stopped', text: '' })
    expect(await balance()).toBe(before)
    finishPrompt()
  })

  it('stops at once when another device asks for it, while its prompt holds the lock of the chat', async () => {
    const from = client.frames.length
    const finishPrompt = holdPrompt()
    send('Good evening')
    await client.next('ack', () => true, from)
    const other = await person.connect()
    other.send({ type: 'generation.stop', chat_id: chatId })
    expect(await completed(from)).toMatchObject({ status: 'stopped', text: '' })
    finishPrompt()
  })

  it('is written when the message is stored but cannot be shown at once', async () => {
    const from = client.frames.length
    const { live } = server.context.chats
    vi.spyOn(live, 'publishToPerson').mockImplementationOnce(() => {
      throw new Error('the bus is away')
    })
    send('Good evening')
    await client.next('ack', () => true, from)
    expect((await completed(from)).status).toBe('complete')
  })

  it('is requested again with what the chat contains now, when that has changed meanwhile', async () => {
    send('Good evening')
    await completed(0)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    // Another process has changed the chat, and this one has not noticed.
    await query('update chat set rev = rev + 1 where id = $1')
    const from = client.frames.length
    send('And again')
    expect((await completed(from)).status).toBe('complete')
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    expect((await path()).slice(-2)).toMatchObject([{ text: 'And again' }, { role: 'character', status: 'complete' }])
    expect(await query('select 1 from generation where chat_id = $1')).toEqual([])
  })

  it.skipIf(isOnCitus)('leaves the chat free and the model alone when the message could not be stored', async () => {
    const { database } = server.context
    const run = database.query.bind(database)
    const [asked, left] = [model.requests.length, model.left]
    const failLate = async (): Promise<never> => {
      await vi.waitFor(() => expect(model.requests.length).toBe(asked + 1))
      await new Promise((resolve) => setTimeout(resolve, 50)) // the first word arrives, and nobody takes it
      throw new Error('the database is away')
    }
    vi.spyOn(database, 'query').mockImplementation((text: string, ...values) =>
      text.startsWith('with active_person') ? failLate() : (run(text, ...values) as Promise<never>),
    )
    const from = client.frames.length
    send('Good evening')
    await client.next('nack', () => true, from)
    vi.restoreAllMocks()
    expect(server.context.chats.replies.find(chatId)).toBeNull()
    await vi.waitFor(() => expect(model.left).toBe(left + 1))
    const next = client.frames.length
    send('And again')
    expect((await completed(next)).status).toBe('complete')
    expect((await path()).slice(-2)).toMatchObject([{ text: 'And again' }, { status: 'complete' }])
  })
})
