import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { restrictMessage } from './reported-message.ts'

describe.each(testDatabaseKinds)('a withheld message on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let chatId: string
  let own: string
  let reply: string
  beforeAll(async () => {
    server = await startTestServer({ kind, model: createFakeTextModel({ reply: { parts: ['Very well.'] } }) })
  })
  afterAll(() => server.end())

  beforeEach(async () => {
    person = await server.signIn()
    chatId = await person.startChat()
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Look at this.' })
    own = (await live.next('ack')).message.id
    reply = (await live.next('message.completed')).message.id
    const { database, chats } = server.context
    await database.query(
      `update message set picture_text = 'A red barn.', rev = rev + 1 where chat_id = $1 and role = 'user'`,
      [chatId],
    )
    await database.query(
      `update message set reasoning = 'Thinking of the barn.', rev = rev + 1 where chat_id = $1 and speaker_id is not null
         and parent_seq > 0`,
      [chatId],
    )
    for (const id of [own, reply]) await restrictMessage(chats, id, 'removed', async () => undefined)
  })

  const SECRETS = /barn|Look at|Very well/

  it('is in the chat without its text, the words of its pictures and what the model thought', async () => {
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(data.list.slice(1)).toMatchObject([
      { id: own, text: '', restriction: 'removed' },
      { id: reply, text: '', restriction: 'removed', reasoning: null },
    ])
    const asked = { query: { chat_id: chatId, message_id: reply } }
    expect((await person.call('GET /api/chat/reasoning', asked)).data).toEqual({ reasoning: null })
    expect(JSON.stringify((await person.call('GET /api/chat/list')).data)).not.toMatch(SECRETS)
  })

  it('is in no search, branch outline or export', async () => {
    const found = await person.call('POST /api/chat/search', { body: { q: 'barn' } })
    expect(found.data.list).toEqual([])
    expect(JSON.stringify((await person.call('GET /api/chat/tree', { query: { chat_id: chatId } })).data)).not.toMatch(
      SECRETS,
    )
    for (const format of ['json', 'jsonl', 'markdown'] as const) {
      const query = new URLSearchParams({ chat_id: chatId, format, scope: 'branches', reasoning: 'true' })
      const file = await fetch(`${server.origin}/api/chat/exportChat?${query}`, { headers: credentialsOf(person) })
      expect(file.status).toBe(200)
      expect(await file.text()).not.toMatch(SECRETS)
    }
  })

  it('is withheld in a chat that is opened from it, too', async () => {
    const { data: branch } = await person.call('POST /api/chat/branch', {
      body: { chat_id: chatId, message_id: reply },
    })
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: branch.id } })
    expect(data.list.slice(1)).toMatchObject([{ restriction: 'removed' }, { restriction: 'removed' }])
    const stored = await server.context.database.query('select * from message where chat_id = $1 and seq > 1', [
      branch.id,
    ])
    expect(JSON.stringify(stored)).not.toMatch(SECRETS)
  })

  it('leaves nothing behind when it is deleted', async () => {
    const live = await person.connect()
    live.send({ type: 'message.delete', chat_id: chatId, message_id: own })
    await live.next('message.deleted')
    const { database } = server.context
    const left = await database.query('select text, withheld_text from message where chat_id = $1 and deleted', [
      chatId,
    ])
    expect(left).toEqual([
      { text: '', withheld_text: null },
      { text: '', withheld_text: null },
    ])
  })
})
