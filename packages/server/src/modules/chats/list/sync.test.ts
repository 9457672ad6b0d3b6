import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { expect, it, onTestFinished } from 'vitest'

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
