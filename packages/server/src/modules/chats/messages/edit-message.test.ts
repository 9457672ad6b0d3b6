import { randomUUID } from 'node:crypto'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

describe.each(testDatabaseKinds)('what is remembered of an edited message on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, model: createFakeTextModel({ reply: { parts: ['Very well.'] } }) })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
  })

  /** A chat whose only message is remembered as a fact of the model’s and in its summary. */
  async function remembered(origin: 'model' | 'person' = 'model', pinned = false) {
    const chatId = await person.startChat()
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'I have a dog called Otto.' })
    const { message } = await live.next('ack')
    await live.next('message.completed')
    const { database } = server.context
    await database.query(
      `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, terms, rev, created_at)
       select $1, id, person_id, card_id, 'Has a dog.', $4, $5, $3, '{}', 1, now() from chat where id = $2`,
      [randomUUID(), chatId, message.seq, pinned, origin],
    )
    await database.query(
      `insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at)
       values ($1, 1, 'They spoke of Otto.', $2, 'model', now())`,
      [chatId, message.seq],
    )
    await database.query(
      `insert into memory_passage (chat_id, to_seq, seqs, terms, rev) values ($1, $2, array[$2::int], '{1}', 1)`,
      [chatId, message.seq],
    )
    await database.query('update chat set memory_rev = 1 where id = $1', [chatId])
    const edit = async (text: string) => {
      const from = live.frames.length
      live.send({ type: 'message.edit', chat_id: chatId, message_id: message.id, text })
      await live.next('message.updated', undefined, from)
    }
    const kept = async () => {
      const { data } = await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })
      const passages = await database.query('select terms from memory_passage where chat_id = $1', [chatId])
      return { facts: data.facts.map(({ text }) => text), summary: data.summary, passages }
    }
    return { edit, kept }
  }
  const OF_OLD_TEXT = { facts: ['Has a dog.'], summary: 'They spoke of Otto.', passages: [{ terms: [1] }] }

  it('is forgotten with the old text, and kept when the text is the same', async () => {
    const { edit, kept } = await remembered()
    await edit('I have a dog called Otto.')
    expect(await kept()).toEqual(OF_OLD_TEXT)
    await edit('I have a cat.')
    expect(await kept()).toEqual({ facts: [], summary: '', passages: [{ terms: [] }] })
  })

  it.each([
    ['reworded', 'person', false],
    ['pinned', 'model', true],
  ] as const)('stays where the person has %s it', async (_how, origin, pinned) => {
    const { edit, kept } = await remembered(origin, pinned)
    await edit('I have a cat.')
    expect(await kept()).toEqual({ facts: ['Has a dog.'], summary: '', passages: [{ terms: [] }] })
  })
})
