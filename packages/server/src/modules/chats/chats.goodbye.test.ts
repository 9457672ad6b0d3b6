import { randomUUID } from 'node:crypto'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import type { RealtimeClient } from '@everkin/testing/realtime-client.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import probes from '../safety/test-sets/goodbye.json' with { type: 'json' }

const MINUTE_MS = 60_000
/** Cut anywhere, as a model sends its text. */
const inPieces = (text: string) => text.match(/.{1,7}/gs) ?? []

describe('H5: a model that tries to hold people back', () => {
  const clock = createTestClock('2026-11-20T12:00:00.000Z')
  let server: TestServer
  let person: TestPerson
  let client: RealtimeClient
  let chatId: string
  let reply = ''
  const model = createFakeTextModel({ reply: () => ({ parts: inPieces(reply) }) })
  beforeAll(async () => {
    server = await startTestServer({ clock, model, settings: { MESSAGE_PRICE: '0' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    client = await person.connect()
    chatId = await person.startChat()
  })

  /** What the reader gets of the model's reply: the text as it streams, and as it is stored. */
  async function talk(text: string): Promise<{ streamed: string; stored: string }> {
    const from = client.frames.length
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    const { message } = await client.next('message.completed', () => true, from)
    const streamed = client.frames.slice(from).flatMap((frame) => (frame.type === 'message.delta' ? [frame.text] : []))
    return { streamed: streamed.join(''), stored: message.text }
  }
  const notices = () => client.frames.flatMap((frame) => (frame.type === 'safety.notice' ? [frame.kind] : []))

  it.each(LOCALE_CODES)(
    'nothing of it reaches the reader, streamed or stored: %s',
    { timeout: 60_000 },
    async (locale) => {
      const { goodbyes, holding, unseen, kind } = probes[locale]
      for (const [place, held] of [...holding.slice(0, 6), ...unseen].entries()) {
        reply = held
        expect(await talk(goodbyes[place % goodbyes.length] ?? '')).toEqual({
          streamed: 'Goodbye. Take care.',
          stored: 'Goodbye. Take care.',
        })
      }
      reply = kind[0] ?? ''
      expect(await talk(goodbyes[0] ?? '')).toEqual({ streamed: reply, stored: reply })
    },
  )

  it('leaves the same words alone in the middle of a story', async () => {
    reply = 'Do not leave me here alone! The tide is rising.'
    expect(await talk('I look back at the lighthouse.')).toEqual({ streamed: reply, stored: reply })
  })

  it('takes the offer of something to buy out of any reply before it reaches the page', async () => {
    reply = 'The rain stopped. You could buy more messages, you know. Greta is at the door.'
    const { streamed, stored } = await talk('What is new?')
    expect(stored).toBe('The rain stopped. Greta is at the door.')
    expect(streamed).not.toContain('more messages')
    // What had been sent of its sentence is taken back while the reply goes on.
    const revised = client.frames.flatMap((frame) => (frame.type === 'message.updated' ? [frame.message] : []))
    expect(revised.map(({ text, status }) => ({ text, status }))).toContainEqual({
      text: 'The rain stopped. ',
      status: 'streaming',
    })
  })

  it('sends nothing of such a sentence where someone speaks of buying', async () => {
    reply = 'The rain stopped. You could buy more messages, you know. Greta is at the door.'
    const kept = 'The rain stopped. Greta is at the door.'
    expect(await talk('Can I unlock more?')).toEqual({ streamed: kept, stored: kept })
  })

  it('H1: reminds of a break after each hour of use, once for all devices, and only who wants it', async () => {
    reply = 'Noted.'
    const other = await person.connect()
    const hour = async (times: number) => {
      for (let at = 0; at < times; at++) {
        clock.advance(20 * MINUTE_MS)
        await talk('And then?')
      }
    }
    await talk('Good evening')
    await hour(4)
    expect(notices()).not.toContain('break')
    expect((await person.call('GET /api/user/breakReminder')).data).toEqual({ on: false })
    expect((await person.call('POST /api/user/breakReminder', { body: { on: true } })).data).toEqual({ on: true })
    server.context.chats.contextCache.forgetPerson(person.user.id)
    await talk('And then?')
    expect(notices().filter((kind) => kind === 'break')).toHaveLength(1)
    await hour(2)
    expect(notices().filter((kind) => kind === 'break')).toHaveLength(1)
    await hour(1)
    expect(notices().filter((kind) => kind === 'break')).toHaveLength(2)
    const onOther = () => other.frames.filter((frame) => frame.type === 'safety.notice' && frame.kind === 'break')
    await expect.poll(onOther).toHaveLength(2)
    // After an hour of silence the use is a new one.
    clock.advance(61 * MINUTE_MS)
    await talk('Hello again')
    expect(notices().filter((kind) => kind === 'break')).toHaveLength(2)
  })

  it('H1: says at the first use of a day that it is an AI, and again after three hours of replies asked for', async () => {
    reply = 'Noted.'
    const reminders = () => notices().filter((kind) => kind === 'ai_reminder').length
    const regenerate = async () => {
      const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
      const from = client.frames.length
      client.send({ type: 'message.regenerate', chat_id: chatId, message_id: data.list.at(-1)!.id })
      await client.next('message.completed', () => true, from)
    }
    const hours = async (count: number) => {
      for (let at = 0; at < 2 * count; at++) {
        clock.advance(30 * MINUTE_MS)
        await regenerate()
      }
    }
    clock.set('2026-11-20T21:00:00.000Z')
    await talk('Good evening')
    // The page says it above the first message of a chat.
    expect(reminders()).toBe(0)
    await hours(2)
    expect(reminders()).toBe(0)
    await hours(1)
    await expect.poll(reminders).toBe(1) // after midnight it is another day
    await hours(2)
    expect(reminders()).toBe(1)
    await hours(1)
    await expect.poll(reminders).toBe(2)
    const from = client.frames.length
    clock.advance(20 * MINUTE_MS)
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    client.send({ type: 'message.continue', chat_id: chatId, message_id: data.list.at(-1)!.id })
    await client.next('message.completed', () => true, from)
    const [usage] = await server.context.database.query<{ at: Date }>(
      'select last_talk_at as at from person where id = $1',
      [person.user.id],
    )
    expect(usage?.at.toISOString()).toBe(clock.now().toISOString())
  })

  it('a chat with a blocked character stays readable, says so, and takes no message until it is unblocked', async () => {
    reply = 'Noted.'
    await talk('Good evening')
    const info = async () => (await person.call('GET /api/chat/info', { query: { chat_id: chatId } })).data
    const { card } = await info()
    const block = (on: boolean) =>
      person.call('POST /api/user/block', { body: { target_type: 'card', target_id: card.id, on } })
    const from = client.frames.length
    expect((await block(true)).code).toBe(1)
    expect((await client.next('chat.updated', () => true, from)).chat).toMatchObject({ closed: true, blocked: true })
    expect(await info()).toMatchObject({ closed: true, blocked: true })
    expect((await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list).toHaveLength(3)
    client.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'Are you there?' })
    const refusal = await client.next('nack', () => true, from)
    expect(refusal.code).toBe(1003)
    expect(refusal.msg).toContain('blocked')
    expect((await person.call('POST /api/chat/start', { body: { card_id: card.id } })).code).toBe(1003)
    expect((await person.call('GET /api/user/info')).data.has_blocks).toBe(true)
    expect((await block(false)).code).toBe(1)
    expect(await info()).toMatchObject({ closed: false })
    expect((await talk('Are you there?')).stored).toBe('Noted.')
  })

  it('R1: a creator is reported by who knows a card of theirs', async () => {
    const creator = await server.signIn()
    const body = { name: 'Wren', tagline: 'Keeps lamps.', age: 40, visibility: 'public' } as const
    await creator.call('POST /api/chat.Single/saveCard', { body: { ...body, definition: { first_mes: 'Hello.' } } })
    const report = (target_id: string) =>
      person.call('POST /api/safety/report', { body: { target_type: 'user', target_id, reason: 'harassment' } })
    expect((await report(creator.user.id)).code).toBe(1)
    expect((await report(person.user.id)).code).toBe(1003)
    expect((await report('nobody')).code).toBe(1003)
  })
})
