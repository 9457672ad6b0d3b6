import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

describe.each(testDatabaseKinds)('hiding messages on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  const model = createFakeTextModel({ reply: { parts: ['Very well.'] } })
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
  })

  async function chatting() {
    const { data: chat } = await person.call('POST /api/chat/start', { body: { card_id: 'ilse' } })
    const live = await person.connect()
    const say = async (text: string) => {
      const from = live.frames.length
      live.send({ type: 'message.send', chat_id: chat.id, client_id: randomUUID(), text })
      const { message } = await live.next('ack', undefined, from)
      await live.next('message.completed', undefined, from)
      return message
    }
    const hide = async (message_id: string, hidden: boolean) => {
      const from = live.frames.length
      live.send({ type: 'message.hide', chat_id: chat.id, message_id, hidden })
      return (await live.next('message.updated', undefined, from)).message
    }
    return { chat, say, hide }
  }
  const sent = () => model.requests.at(-1)?.messages.map(({ content }) => content) ?? []

  it('a hidden message leaves the prompt and stays in the chat; shown again, it returns', async () => {
    const { chat, say, hide } = await chatting()
    const secret = await say('The key lies under the stone.')
    expect(await hide(secret.id, true)).toMatchObject({ id: secret.id, hidden: true })
    await say('Where is it?')
    expect(sent()).not.toContain('The key lies under the stone.')
    const { data: page } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    expect(page.list.find(({ id }) => id === secret.id)).toMatchObject({ text: secret.text, hidden: true })
    expect((await hide(secret.id, false)).hidden).toBeUndefined()
    await say('And now?')
    expect(sent()).toContain('The key lies under the stone.')
  })

  it('what was remembered of a message is forgotten with it', async () => {
    const { chat, say, hide } = await chatting()
    const message = await say('I have a dog called Otto.')
    const { database } = server.context
    await database.query(
      `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, terms, rev, created_at)
       select $1, id, person_id, card_id, 'Otto is a dog.', false, 'model', $3, '{}', 1, now() from chat where id = $2`,
      [randomUUID(), chat.id, message.seq],
    )
    await database.query(
      `insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at)
       values ($1, 1, 'They spoke of Otto.', $2, 'model', now())`,
      [chat.id, message.seq],
    )
    await database.query('update chat set memory_rev = 1 where id = $1', [chat.id])
    await hide(message.id, true)
    const { data } = await person.call('GET /api/chat/memory', { query: { chat_id: chat.id } })
    expect([data.facts, data.summary]).toEqual([[], ''])
  })

  it('what was forgotten of a message stays forgotten when it is shown again', async () => {
    const { chat, say, hide } = await chatting()
    const message = await say('I have a dog called Otto.')
    const { database } = server.context
    await database.query(
      `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, terms, rev, created_at,
         forgotten_at)
       select $1, id, person_id, card_id, '', false, 'model', $3, '{}', 1, now(), now() from chat where id = $2`,
      [randomUUID(), chat.id, message.seq],
    )
    await database.query('update chat set memory_rev = 1 where id = $1', [chat.id])
    await hide(message.id, true)
    await hide(message.id, false)
    const forgotten = await database.query('select source_seq as seq from memory_fact where chat_id = $1', [chat.id])
    expect(forgotten).toEqual([{ seq: message.seq }])
  })

  it('nobody else’s messages, and none that does not exist', async () => {
    const { chat, say } = await chatting()
    const message = await say('Hello')
    const stranger = await (await server.signIn()).connect()
    for (const message_id of [message.id, `${chat.id}-zz`, 'x']) {
      const from = stranger.frames.length
      stranger.send({ type: 'message.hide', chat_id: chat.id, message_id, hidden: true })
      expect(await stranger.next('error', undefined, from)).toMatchObject({ code: 1003 })
    }
    const live = await person.connect()
    live.send({ type: 'message.hide', chat_id: chat.id, message_id: `${chat.id}-zz`, hidden: true })
    expect(await live.next('error')).toMatchObject({ code: 1003 })
  })
})
