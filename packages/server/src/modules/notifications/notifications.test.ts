import { randomUUID } from 'node:crypto'
import { createTestPerson, createTestSession } from '@everkin/testing/builders.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { sendProactiveMessages } from './proactive-messages.ts'
import type { PushMessage, PushSender } from './push-sender.ts'

const HOUR_MS = 3_600_000
const LINES = ['The lamps', ' are', ' lit.']
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }

describe.each(testDatabaseKinds)('notifications on %s', (kind) => {
  const clock = createTestClock('2026-11-20T12:00:00.000Z')
  // Slow enough for the reader to leave before it has ended.
  let lines = LINES
  const model = createFakeTextModel({ reply: () => ({ parts: lines, delayMs: 150 }) })
  let server: TestServer
  let sent: { endpoint: string; note: PushMessage }[] = []
  let outcome: 'sent' | 'gone' = 'sent'
  let beforeAnswer: (() => Promise<unknown>) | null = null
  const push: PushSender = {
    publicKey: 'key',
    acceptsEndpoint: (endpoint) => endpoint.startsWith('https://push.example/'),
    send: async ({ endpoint }, note) => {
      sent.push({ endpoint, note })
      const answer = outcome
      await beforeAnswer?.()
      return answer
    },
  }
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, model, push })
  })
  afterAll(() => server.end())
  beforeEach(() => {
    sent = []
    outcome = 'sent'
    beforeAnswer = null
  })

  const turnOn = (
    person: TestPerson,
    request: { replies: boolean; proactive_messages: boolean },
    endpoint = `/${person.user.id}`,
  ) =>
    person.call('POST /api/user/savePush', {
      body: { endpoint: `https://push.example${endpoint}`, keys: KEYS, ...request },
    })
  const talk = async (person: TestPerson, chatId: string, stays = false) => {
    const device = await person.connect()
    device.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'What is new?' })
    await device.next('ack')
    if (stays) await device.next('message.completed')
    device.close()
  }
  const messagesOf = async (person: TestPerson, chatId: string) =>
    (await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data.list
  const sendDue = () => sendProactiveMessages(server.context.notifications)
  const spoken = () => expect.poll(() => server.context.chats.replies.all()).toEqual([])

  it('notifies an absent reader of a reply, in their language and without its text', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await turnOn(person, { replies: true, proactive_messages: false })
    await talk(person, chatId)
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]?.note).toMatchObject({ tag: chatId, path: `/chat?chat_id=${chatId}`, lang: 'en', dir: 'ltr' })
    expect(sent[0]?.note.title).toContain('Ilse Marlow')
    expect(JSON.stringify(sent)).not.toContain('lamps')
  })

  it('does not notify readers who are online or never subscribed', async () => {
    const here = await server.signIn()
    await turnOn(here, { replies: true, proactive_messages: false })
    await talk(here, await here.startChat(), true)
    const silent = await server.signIn()
    await talk(silent, await silent.startChat())
    await spoken()
    expect(sent).toEqual([])
  })

  it('deletes the subscription of a browser that revoked it, switched it off or signed out', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const info = async () => (await person.call('GET /api/user/push')).data
    await turnOn(person, { replies: true, proactive_messages: true })
    expect(await info()).toEqual({ public_key: 'key', replies: true, proactive_messages: true })
    outcome = 'gone'
    await talk(person, chatId)
    await expect.poll(async () => (await info()).replies).toBe(false)
    await turnOn(person, { replies: true, proactive_messages: true })
    await turnOn(person, { replies: false, proactive_messages: false })
    expect(await info()).toMatchObject({ replies: false, proactive_messages: false })
    await turnOn(person, { replies: true, proactive_messages: false })
    await person.call('POST /api/user/deletePush')
    expect(await info()).toMatchObject({ replies: false, proactive_messages: false })
    await turnOn(person, { replies: true, proactive_messages: false })
    await person.call('POST /api/account/logout')
    const left = await server.context.database.query('select 1 from push_subscription where person_id = $1', [
      person.user.id,
    ])
    expect(left).toEqual([])
  })

  it('keeps a subscription that was renewed while the old one turned out to be revoked', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await turnOn(person, { replies: true, proactive_messages: false }, '/old')
    outcome = 'gone'
    let isRenewed = false
    beforeAnswer = async () => {
      await turnOn(person, { replies: true, proactive_messages: false }, '/new')
      isRenewed = true
    }
    await talk(person, chatId)
    await expect.poll(() => isRenewed).toBe(true)
    outcome = 'sent'
    beforeAnswer = null
    await talk(person, chatId)
    await expect
      .poll(() => sent.map(({ endpoint }) => endpoint))
      .toEqual(['https://push.example/old', 'https://push.example/new'])
  })

  it('rejects other endpoints, incomplete keys, visitors and minors', async () => {
    const person = await server.signIn()
    const body = { endpoint: 'https://push.example/1', keys: KEYS, replies: true, proactive_messages: false }
    const codes = [
      await person.call('POST /api/user/savePush', { body: { ...body, endpoint: 'https://internal.example/' } }),
      await person.call('POST /api/user/savePush', { body: { ...body, endpoint: 'no address' } }),
      await person.call('POST /api/user/savePush', { body: { ...body, keys: { p256dh: 'x', auth: '' } } }),
      await person.call('POST /api/user/savePush', { body: {} }),
      await server.call('POST /api/user/savePush', { body }),
    ].map(({ code }) => code)
    expect(codes).toEqual([1000, 1000, 1000, 1000, 1001])
    await person.call('POST /api/user/profile', { body: { nickname: 'Robin', gender: null, age_scope: 1 } })
    expect((await person.call('POST /api/user/savePush', { body })).code).toBe(1010)
  })

  it('sends one proactive message a day, free, and no more until it is answered', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await turnOn(person, { replies: false, proactive_messages: true })
    await talk(person, chatId)
    await spoken()
    const { message_num } = (await person.call('GET /api/user/info')).data.wallet
    await sendDue()
    expect(await messagesOf(person, chatId)).toHaveLength(3)

    clock.advance(25 * HOUR_MS)
    await Promise.all([sendDue(), sendDue()])
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]?.note.title).toMatch(/Ilse Marlow.* has something to say/)
    const said = await messagesOf(person, chatId)
    expect(said).toHaveLength(4)
    expect(said.at(-1)).toMatchObject({ role: 'character', status: 'complete', text: 'The lamps are lit.' })
    expect((await person.call('GET /api/user/info')).data.wallet.message_num).toBe(message_num)
    const asked = model.requests.at(-1)?.messages.at(-1)?.content ?? ''
    expect(asked).toContain('has asked nothing')

    clock.advance(49 * HOUR_MS)
    await sendDue()
    expect(await messagesOf(person, chatId)).toHaveLength(4)
    await talk(person, chatId)
    await spoken()
    clock.advance(24 * HOUR_MS)
    await sendDue()
    await spoken()
    expect(await messagesOf(person, chatId)).toHaveLength(7)
  })

  it('reaches everyone who is due, however many people before them are not', async () => {
    const noon = new Date(clock.now())
    noon.setUTCHours(12, 0, 0, 0)
    clock.set(noon.toISOString())
    const { database } = server.context
    const now = new Date(noon.getTime() + 25 * HOUR_MS)
    /** Someone whose chat has been quiet for three days. */
    const wait = async (id: string, overrides: Parameters<typeof createTestPerson>[1], isUnanswered: boolean) => {
      const person = await createTestPerson(database, { id, ...overrides })
      const { sessionId } = await createTestSession(database, person, now)
      const quietSince = new Date(now.getTime() - 72 * HOUR_MS)
      await database.query(
        `insert into chat (id, person_id, card_id, type, title, locale, created_at, updated_at, leaf_seq)
         values ($1, $1, 'ilse', 'single', 'Ilse', 'en', $2, $2, 1)`,
        [id, quietSince],
      )
      await database.query(
        `insert into push_subscription (session_id, person_id, endpoint, p256dh, auth, locale, replies, remarks, created_at)
         values ($1, $2, $3, 'k', 'a', 'en', false, true, $4)`,
        [sessionId, id, `https://push.example/${id}`, quietSince],
      )
      if (isUnanswered)
        await database.query('insert into remark (person_id, chat_id, seq, made_at) values ($1, $1, 1, $2)', [
          id,
          quietSince,
        ])
    }
    // Ids before and after those of everyone else.
    for (let number = 0; number < 70; number += 1) {
      await wait(`!${number}`, {}, true)
      await wait(`!night${number}`, { timeZone: 'Asia/Tokyo' }, false)
      await wait(`~hurt${number}`, { lastCrisisAt: now }, false)
    }
    const person = await server.signIn()
    const chatId = await person.startChat()
    await turnOn(person, { replies: false, proactive_messages: true })
    await talk(person, chatId)
    await spoken()
    clock.set(now.toISOString())
    await sendDue()
    await expect.poll(() => sent.map(({ endpoint }) => endpoint)).toEqual([`https://push.example/${person.user.id}`])
    expect(await messagesOf(person, chatId)).toHaveLength(4)
    await database.query(`delete from push_subscription where endpoint like 'https://push.example/!%'`)
    await database.query(`delete from push_subscription where endpoint like 'https://push.example/~%'`)
  })

  it('H5: a proactive message goes only to people who turned them on, and never says that they are missed', async () => {
    const [silent, person] = [await server.signIn(), await server.signIn()]
    const chats = new Map<TestPerson, string>()
    for (const each of [silent, person]) {
      chats.set(each, await each.startChat())
      await talk(each, chats.get(each) ?? '')
    }
    await spoken()
    await turnOn(silent, { replies: true, proactive_messages: false })
    await turnOn(person, { replies: false, proactive_messages: true })
    clock.advance(25 * HOUR_MS)
    lines = ['The lamps are lit. ', 'I miss you ', 'so much.']
    await sendDue()
    await spoken()
    expect(await messagesOf(silent, chats.get(silent) ?? '')).toHaveLength(3)
    const told = await messagesOf(person, chats.get(person) ?? '')
    expect(told.at(-1)?.text.trim()).toBe('The lamps are lit.')
    lines = LINES
  })

  it('R1: a blocked character writes no proactive message', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat('bram')
    await talk(person, chatId)
    await spoken()
    await turnOn(person, { replies: false, proactive_messages: true })
    await person.call('POST /api/user/block', { body: { target_type: 'card', target_id: 'bram', on: true } })
    clock.advance(25 * HOUR_MS)
    await sendDue()
    await spoken()
    expect(await messagesOf(person, chatId)).toHaveLength(3)
    expect(sent).toEqual([])
  })

  it('C1: a proactive message is written without any crisis message of the chat', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    await turnOn(person, { replies: false, proactive_messages: true })
    const device = await person.connect()
    device.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'A [[crisis-cue]] here' })
    await device.next('safety.notice')
    device.close()
    await talk(person, chatId)
    await spoken()
    clock.advance(25 * HOUR_MS)
    await sendDue()
    await expect.poll(() => sent).toHaveLength(1)
    const asked = JSON.stringify(model.requests.at(-1)?.messages)
    expect(asked).toContain('has asked nothing')
    expect(asked).toContain('What is new?')
    expect(asked).not.toContain('crisis-cue')
  })

  it('sends nothing at night, after a crisis, to a long absent person, or without a subscription', async () => {
    const noon = new Date(clock.now())
    noon.setUTCHours(12, 0, 0, 0)
    clock.set(noon.toISOString())
    const [night, hurt, silent] = [await server.signIn(), await server.signIn(), await server.signIn()]
    const chats = new Map<TestPerson, string>()
    for (const person of [night, hurt, silent]) {
      const chatId = await person.startChat()
      chats.set(person, chatId)
      await turnOn(person, { replies: person === silent, proactive_messages: person !== silent })
      await talk(person, chatId)
    }
    await spoken()
    const update = (set: string, person: TestPerson, value: string | Date) =>
      server.context.database.query(`update person set ${set} = $2 where id = $1`, [person.user.id, value])
    await update('time_zone', night, 'Asia/Tokyo') // noon in UTC is nine in the evening there
    clock.advance(24 * HOUR_MS)
    await update('last_crisis_at', hurt, new Date(clock.now().getTime() - HOUR_MS))
    await sendDue()
    clock.advance(15 * 24 * HOUR_MS)
    await update('time_zone', night, 'Europe/Berlin')
    await sendDue()
    await spoken()
    for (const [person, chatId] of chats) expect(await messagesOf(person, chatId)).toHaveLength(3)
  })
})
