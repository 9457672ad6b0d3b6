import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.each(testDatabaseKinds)('the unread count on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.end())

  it('lists only one’s own chats with unread messages', async () => {
    const [person, other] = [await server.signIn(), await server.signIn()]
    const unread = async (whose = person) => (await whose.call('GET /api/chat/unread')).data
    const client = await person.connect()
    const chatId = await person.startChat()
    expect((await unread()).list).toEqual([])
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Anyone there?' })
    const { message } = await client.next('message.completed')
    expect((await unread()).list).toEqual([{ chat_id: chatId, unread: 1 }])
    expect((await unread(other)).list).toEqual([])
    await person.call('POST /api/chat/read', { body: { chat_id: chatId, seq: message.seq } })
    expect((await unread()).list).toEqual([])
  })

  it('returns the revision from which a later connection gets the changes', async () => {
    const person = await server.signIn()
    const first = await person.connect()
    const chatId = await person.startChat()
    const drawn = (await person.call('GET /api/chat/unread')).data
    first.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Still there?' })
    await first.next('message.completed')
    const later = await person.connect()
    later.send({ type: 'sync', user_rev: drawn.user_rev, chats: [], streams: [] })
    const told = await later.next('chat.updated')
    expect([told.chat.id, told.chat.unread]).toEqual([chatId, 1])
  })
})
