import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { findChat } from '../store/chat-store.ts'
import { changesAfter } from './sync.ts'

it('WS-02: a sync of many chats reads them with one query', async () => {
  const opened = await openTestDatabase('embedded')
  let queries = 0
  const query: typeof opened.database.query = (...args) => {
    queries += 1
    return opened.database.query(...args)
  }
  const server = await startTestServer({ database: { ...opened.database, query } })
  onTestFinished(async () => {
    await server.end()
    await opened.drop()
  })
  const person = await server.signIn()
  const chatId = await person.startChat('ilse')
  const { data: chat } = await person.call('GET /api/chat/info', { query: { chat_id: chatId } })
  const client = await person.connect()
  onTestFinished(() => client.cut())

  const before = queries
  const unknown = Array.from({ length: 199 }, (_, index) => ({ chat_id: `unknown${index}`, rev: 0 }))
  client.send({ type: 'sync', chats: [...unknown, { chat_id: chatId, rev: chat.rev }], streams: [] })
  const synced = await client.next('synced')
  expect(queries - before).toBeLessThan(5)
  expect(synced.chats).toEqual([{ chat_id: chatId, rev: chat.rev }])
  expect(client.frames.filter((frame) => frame.type === 'chat.deleted')).toHaveLength(199)
})

it('leaves out what changed after the chat was read, which is not on the path that was read', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.end())
  const person = await server.signIn()
  const chatId = await person.startChat('ilse')
  const client = await person.connect()
  onTestFinished(() => client.cut())
  const chat = await findChat(server.context.database, chatId, person.user.id)
  client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Hello' })
  await client.next('message.completed')
  if (!chat) throw new Error('no chat')
  expect(await changesAfter(server.context.chats, chat, 'en', chat.rev)).toMatchObject({ list: [], lastRev: chat.rev })
})

it('sends every chat that changed, also more than one page of the same revision', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.end())
  const person = await server.signIn()
  const chatId = await person.startChat('ilse')
  const { database } = server.context
  const count = LIMITS.syncChanges * 2 + 100
  // One change, such as that of a card, touches many chats.
  await database.query(
    `insert into chat (id, person_id, card_id, type, title, locale, user_rev, created_at, updated_at)
     select 'copy' || n, person_id, card_id, type, title, locale, user_rev, created_at, updated_at
     from chat, generate_series(1, $2::int) as n where id = $1`,
    [chatId, count],
  )
  const client = await person.connect()
  onTestFinished(() => client.cut())
  client.send({ type: 'sync', user_rev: 0, chats: [], streams: [] })
  const { user_rev } = await client.next('synced')
  const sent = client.frames.flatMap((frame) => (frame.type === 'chat.updated' ? frame.chat.id : []))
  expect(new Set(sent).size).toBe(count + 1)
  expect(user_rev).toBeGreaterThan(0)
})

it('pages through all changes of a chat, also through many of one revision', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.end())
  const person = await server.signIn()
  const chat_id = await person.startChat('ilse')
  const client = await person.connect()
  onTestFinished(() => client.cut())
  const ids: string[] = []
  for (const text of ['One.', 'Two.', 'Three.']) {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id, client_id: randomUUID(), text })
    const { message: own } = await client.next('ack', () => true, from)
    const { message: reply } = await client.next('message.completed', () => true, from)
    ids.push(own.id, reply.id)
  }
  const { rev } = (await person.call('GET /api/chat/getMessages', { query: { chat_id } })).data
  client.send({ type: 'message.delete', chat_id, message_id: ids[0] ?? '' })
  await client.next('message.deleted')
  const from = client.frames.length
  client.send({ type: 'message.send', chat_id, client_id: randomUUID(), text: 'Four.' })
  await client.next('message.completed', () => true, from)

  const seen: { deleted: string[]; texts: string[] } = { deleted: [], texts: [] }
  for (let after_rev = rev, hasMore = true; hasMore; ) {
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id, after_rev, limit: 2 } })
    seen.deleted.push(...(data.deleted ?? []))
    seen.texts.push(...data.list.map(({ text }) => text))
    expect(data.rev).toBeGreaterThan(after_rev)
    hasMore = data.has_more
    after_rev = data.rev
  }
  expect(seen.deleted).toEqual(ids)
  expect(seen.texts[0]).toBe('Four.')
})
