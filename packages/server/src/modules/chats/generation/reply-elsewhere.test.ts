import { randomUUID } from 'node:crypto'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

describe.each(testDatabaseKinds)('a reply that another process writes, on %s (MN-02)', (kind) => {
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  let delayMs = 0

  beforeAll(async () => {
    const model = createFakeTextModel({ reply: () => ({ parts: ['Good ', 'evening.'], delayMs }) })
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    delayMs = 0
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  const query = (text: string, values: (string | number)[]) => server.context.database.query(text, values)
  const balance = async () => (await person.call('GET /api/user/info')).data.wallet.message_num
  const path = async () => (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const say = (text: string) => {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    return from
  }
  /** Says something, and leaves the reply as if it were still written, but not by this server. */
  const talk = async () => {
    const from = say('Hello')
    const { message: own } = await client.next('ack', undefined, from)
    const { message: reply } = await client.next('message.completed', undefined, from)
    await vi.waitFor(() => expect(server.context.chats.replies.find(chatId)).toBeNull())
    // With this server's id and a lease that has not lapsed, so that no recovery ends it.
    await query(
      `insert into generation (chat_id, seq, person_id, owner, lease_until)
       values ($1, $2::int, $3, $4, now() + interval '1 hour')`,
      [chatId, reply.seq, person.user.id, server.context.chats.processId],
    )
    return { own, reply }
  }
  const endElsewhere = () => query('delete from generation where chat_id = $1', [chatId])

  it('keeps another version of a message from being stored', async () => {
    const { own } = await talk()
    const before = await balance()
    const from = client.frames.length
    client.send({ type: 'message.edit', chat_id: chatId, message_id: own.id, text: 'Hello again', branch: true })
    expect((await client.next('error', undefined, from)).code).toBe(1004)
    expect((await path()).map(({ text }) => text)).not.toContain('Hello again')
    expect(await balance()).toBe(before)
    await endElsewhere()
    client.send({ type: 'message.edit', chat_id: chatId, message_id: own.id, text: 'Hello again', branch: true })
    await client.next('message.completed', undefined, from)
  })

  it('keeps deleted messages from being restored', async () => {
    const first = await talk()
    await endElsewhere()
    const second = await talk()
    await query('update generation set seq = $2::int where chat_id = $1', [chatId, first.reply.seq])
    client.send({ type: 'message.delete', chat_id: chatId, message_id: second.own.id })
    await client.next('message.deleted')
    const from = client.frames.length
    client.send({ type: 'message.restore', chat_id: chatId, message_id: second.own.id })
    expect((await client.next('error', undefined, from)).code).toBe(1004)
    await endElsewhere()
    client.send({ type: 'message.restore', chat_id: chatId, message_id: second.own.id })
    await client.next('path.changed', undefined, from)
  })

  it('is asked to stop when it is deleted', async () => {
    const { reply } = await talk()
    const stops: string[] = []
    server.context.chats.bus.subscribe((event) => {
      if (event.kind === 'stop_generation') stops.push(event.chatId)
    })
    client.send({ type: 'message.delete', chat_id: chatId, message_id: reply.id })
    await client.next('message.deleted')
    expect(stops).toEqual([chatId])
    await endElsewhere()
  })

  it('is refunded when it was deleted before it said anything', async () => {
    delayMs = 60_000
    const before = await balance()
    const from = say('Hello')
    const { message } = await client.next('message.created', ({ message }) => message.role === 'character', from)
    expect(await balance()).toBe(before - 1)
    await query('update message set deleted = true where chat_id = $1 and seq = $2', [chatId, message.seq])
    client.send({ type: 'generation.stop', chat_id: chatId })
    await vi.waitFor(async () => expect(await balance()).toBe(before), { timeout: 5_000 })
    expect(await query('select 1 from generation where chat_id = $1', [chatId])).toEqual([])
  })
})
