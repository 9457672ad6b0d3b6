import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { purgeDeletedMessages } from './restore-messages.ts'

describe.each(testDatabaseKinds)('restoring deleted messages on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let count = 0
  const model = createFakeTextModel({ reply: () => ({ parts: [`Reply ${++count}.`] }) })
  beforeAll(async () => {
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    count = 0
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
    const remove = async (message_id: string) => {
      const from = live.frames.length
      live.send({ type: 'message.delete', chat_id: chat.id, message_id })
      return (await live.next('message.deleted', undefined, from)).ids
    }
    const restore = (message_id: string) => {
      const from = live.frames.length
      live.send({ type: 'message.restore', chat_id: chat.id, message_id })
      return from
    }
    const texts = async () => {
      const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
      return data.list.slice(1).map(({ text }) => text)
    }
    return { chat, live, say, remove, restore, texts }
  }

  const later = { now: () => new Date(Date.now() + 61_000) }

  it('brings back the message and everything after it, as it was', async () => {
    const { live, say, remove, restore, texts } = await chatting()
    const first = await say('One')
    await say('Two')
    const before = await texts()
    expect(await remove(first.id)).toHaveLength(4)
    expect(await texts()).toEqual([])
    const { list } = await live.next('path.changed', undefined, restore(first.id))
    expect(list.map(({ text }) => text)).toEqual(before)
    expect(await texts()).toEqual(before)
    await say('Three')
    expect(model.requests.at(-1)?.messages.map(({ content }) => content)).toContain('One')
  })

  it('keeps what was written meanwhile as another branch', async () => {
    const { live, say, remove, restore, texts } = await chatting()
    const first = await say('One')
    await remove(first.id)
    const instead = await say('Instead')
    await live.next('path.changed', undefined, restore(first.id))
    expect((await texts())[0]).toBe('One')
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: first.chat_id } })
    expect(data.list[1]?.variant.ids).toEqual([first.id, instead.id])
  })

  it('brings back another version without leaving the one that is read', async () => {
    const { chat, live, say, remove, restore, texts } = await chatting()
    await say('One')
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    const reply = data.list.at(-1)
    const from = live.frames.length
    live.send({ type: 'message.regenerate', chat_id: chat.id, message_id: reply?.id ?? '' })
    await live.next('message.completed', undefined, from)
    await remove(reply?.id ?? '')
    const { message } = await live.next('message.updated', undefined, restore(reply?.id ?? ''))
    expect(message).toMatchObject({ id: reply?.id, text: reply?.text, active: false })
    expect((await texts()).at(-1)).toBe('Reply 2.')
  })

  it('refuses after a minute, twice, what is not deleted, and what someone else deleted', async () => {
    const { live, say, remove, restore, texts } = await chatting()
    const first = await say('One')
    const refused = async (message_id: string) => {
      const { code } = await live.next('error', undefined, restore(message_id))
      return code
    }
    expect(await refused(first.id)).toBe(1003)
    expect(await refused('nothing')).toBe(1003)
    await remove(first.id)
    await live.next('path.changed', undefined, restore(first.id))
    expect(await refused(first.id)).toBe(1003)

    await remove(first.id)
    const stranger = await server.signIn()
    const theirs = await stranger.connect()
    theirs.send({ type: 'message.restore', chat_id: first.chat_id, message_id: first.id })
    expect((await theirs.next('error')).code).toBe(1003)

    await purgeDeletedMessages({ database: server.context.database, clock: later })
    expect(await refused(first.id)).toBe(1003)
    expect(await texts()).toEqual([])
    const kept = await server.context.database.query("select 1 from deleted_message where text <> ''")
    expect(kept).toEqual([])
  })

  it('does not bring back what answers a deleted message', async () => {
    const { chat, live, say, remove, restore } = await chatting()
    const first = await say('One')
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    const reply = data.list.at(-1)?.id ?? ''
    await remove(reply)
    await remove(first.id)
    expect((await live.next('error', undefined, restore(reply))).code).toBe(1003)
    await live.next('path.changed', undefined, restore(first.id))
    await live.next('path.changed', undefined, restore(reply))
  })

  it('what was forgotten of a deleted message stays forgotten, and its text is gone at once', async () => {
    const { chat, live, say, remove, restore } = await chatting()
    const message = await say('I have a dog called Otto.')
    const { database } = server.context
    const insertFact = (text: string, forgottenAt: Date | null) =>
      database.query(
        `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, terms, rev,
           created_at, forgotten_at)
         select $1, id, person_id, card_id, $4, false, 'model', $3, '{1}', 1, now(), $5 from chat where id = $2`,
        [randomUUID(), chat.id, message.seq, text, forgottenAt],
      )
    await insertFact('Otto is a dog.', null)
    await insertFact('Has a dog.', new Date())
    await database.query('update chat set memory_rev = 1 where id = $1', [chat.id])
    await remove(message.id)
    const kept = () => database.query('select text, source_seq as seq from memory_fact where chat_id = $1', [chat.id])
    expect(await kept()).toEqual([{ text: '', seq: message.seq }])
    await live.next('path.changed', undefined, restore(message.id))
    expect(await kept()).toEqual([{ text: '', seq: message.seq }])
  })
})
