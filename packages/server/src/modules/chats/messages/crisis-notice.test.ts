import { randomUUID } from 'node:crypto'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let clock: TestClock

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({ clock, settings: { AUDIENCE: 'adults_and_teens' } })
}, 60_000)
afterAll(() => server.end())
beforeEach(() => clock.set('2026-11-20T12:00:00.000Z'))

/** What the server answers to a message, and the help lines that it shows. */
async function say(person: TestPerson, chatId: string, text: string) {
  const client = await person.connect()
  client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
  const answer = await client.until(
    () => client.frames.find((frame) => frame.type === 'ack' || frame.type === 'nack'),
    'an answer to the message',
  )
  const helpOf = () =>
    client.frames.flatMap((frame) => (frame.type === 'safety.notice' && frame.kind.startsWith('crisis') ? [frame] : []))
  return { client, answer, helpOf }
}

const storedTexts = async (person: TestPerson, chatId: string) => {
  const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
  return data.list.flatMap(({ role, text }) => (role === 'user' ? [text] : []))
}

describe('C1: help is shown whatever else is said of a crisis message', () => {
  it.each(["I'd be better off dead", "They tell me to kill myself. They write 'kill yourself'."])(
    'is not taken for an encouragement: %s',
    async (text) => {
      const person = await server.signIn()
      const chatId = await person.startChat('kenji')
      const { client, answer, helpOf } = await say(person, chatId, text)
      expect(answer.type).toBe('ack')
      await client.next('safety.notice')
      expect(helpOf()).toHaveLength(1)
      expect(await storedTexts(person, chatId)).toEqual([text])
      client.close()
    },
  )

  it('a text that another rule refuses is not stored, and gets the help lines once', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat('kenji')
    const { client, answer, helpOf } = await say(person, chatId, '[[crisis-cue]] [[minor-cue]] [[sexual-cue]]')
    expect(answer).toMatchObject({ type: 'nack', code: 1011, data: { category: 'minor_safety' } })
    await client.next('safety.notice')
    expect(helpOf()).toMatchObject([{ chat_id: chatId, message_id: null }])
    expect(helpOf()[0]!.help_lines.length).toBeGreaterThan(0)
    expect(await storedTexts(person, chatId)).toEqual([])
    client.close()
  })

  it('a teen gets it in the quiet hours too', async () => {
    const person = await server.signIn(`teen-${randomUUID()}@example.org`)
    const profile = { nickname: 'Mara', gender: null, age_scope: 1 as const, teen_age: 16 as const }
    expect((await person.call('POST /api/user/profile', { body: profile })).code).toBe(1)
    const chatId = await person.startChat('kenji')
    clock.set('2026-11-20T23:00:00.000Z')
    const { client, answer, helpOf } = await say(person, chatId, '[[imminent-cue]]')
    expect(answer).toMatchObject({ type: 'nack', code: 1010, data: { reason: 'quiet_hours' } })
    await client.next('safety.notice')
    expect(helpOf()).toMatchObject([{ kind: 'crisis_imminent', chat_id: chatId }])
    client.close()
  })

  it('a chat that is not there is no reason to show none', async () => {
    const person = await server.signIn()
    const { client, answer, helpOf } = await say(person, randomUUID(), '[[crisis-cue]]')
    expect(answer).toMatchObject({ type: 'nack', code: 1003 })
    await client.next('safety.notice')
    expect(helpOf()).toHaveLength(1)
    client.close()
  })

  it('words that a person gives to a character are none of their own', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat('kenji')
    const { client, helpOf } = await say(person, chatId, 'Hello')
    const { message } = await client.next('message.completed')
    for (const branch of [false, true]) {
      const from = client.frames.length
      client.send({ type: 'message.edit', chat_id: chatId, message_id: message.id, text: '[[crisis-cue]]', branch })
      await client.until(
        () => client.frames.slice(from).find(({ type }) => type === (branch ? 'message.created' : 'message.updated')),
        'an answer to the edit',
      )
    }
    expect(helpOf()).toEqual([])
    client.close()
  })

  it('is counted once, and a repeated frame shows nothing again', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat('kenji')
    const counted = async () => {
      const rows = await server.context.database.query<{ n: number }>(
        'select coalesce(sum(count), 0)::int as n from crisis_count',
      )
      return rows[0]!.n
    }
    const before = await counted()
    const client = await person.connect()
    const frame = { type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: '[[crisis-cue]]' } as const
    client.send(frame)
    await client.next('safety.notice')
    const from = client.frames.length
    client.send(frame)
    await client.next('ack', () => true, from)
    client.send({ type: 'ping', t: 1 })
    await client.next('pong')
    expect(client.frames.slice(from).some(({ type }) => type === 'safety.notice')).toBe(false)
    expect(await counted()).toBe(before + 1)
    client.close()
  })
})
