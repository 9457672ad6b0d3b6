import { ERRORS } from '@everkin/contract/errors.ts'
import { createTestGuest, type Guest, talk } from '@everkin/testing/guest.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'
import { purgeGuests } from './erase-guests.ts'

let server: TestServer | null = null
let clock: TestClock

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  clock = createTestClock()
  server = await startTestServer({ clock, ...options })
  return server
}

afterEach(async () => {
  await server?.end()
  server = null
})

/** Signs in to the account of this address, by default a new one, with the guest's credentials beside the code. */
async function signIn(on: TestServer, guest: Guest, email = 'mara@example.org') {
  clock.advance(2 * MINUTE_MS) // a code is sent once a minute
  const sent = await guest.call('POST /api/account/sendCode', { body: { email } })
  const mail = on.context.outbox?.mails().find((kept) => kept.to === email)
  const code = /(?:^|\s)(\d{6})(?:\s|$)/.exec(mail?.text ?? '')?.[1]
  const body = { email, code, challenge: sent.data.challenge }
  const { data: user } = await guest.call('POST /api/account/emailLogin', { body })
  const headers = { platform: '1', 'user-token': user.token ?? '', authorization: `Bearer ${user.secret}` }
  const call: TestServer['call'] = (name, input = {}) => on.call(name, { ...input, headers })
  return { user, call }
}

const texts = (messages: { list: { role: string; text: string }[] }) =>
  messages.list.filter(({ role }) => role === 'user').map(({ text }) => text)

describe.each(testDatabaseKinds)('AUTH-20: guests on %s', (kind) => {
  it('get three replies, and keep the chat when they sign in', async () => {
    const on = await start({ kind })
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    const client = await guest.connect()
    for (const text of ['One.', 'Two.', 'Three.']) expect(typeof (await talk(client, chatId, text))).toBe('string')
    expect((await guest.call('GET /api/guest/info')).data.guest).toMatchObject({ messages_left: 0, messages: 3 })
    expect(await talk(client, chatId, 'Four.')).toBe(ERRORS.NotSignedIn.code)
    const { call, user } = await signIn(on, guest)
    expect(user).toMatchObject({ is_new: true, wallet: { message_num: 20 } })
    const kept = await call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(texts(kept.data)).toEqual(['One.', 'Two.', 'Three.'])
    expect((await call('GET /api/chat/list', {})).data.list.map(({ id }) => id)).toEqual([chatId])
    expect(await client.closed()).toBe(4401)
    expect((await guest.call('GET /api/guest/info')).data.guest).toBeNull()
    expect((await guest.call('GET /api/chat/info', { query: { chat_id: chatId } })).code).toBe(ERRORS.NotSignedIn.code)
  })

  it('B7: get a reply back that the rules stopped', async () => {
    const model = createFakeTextModel({ reply: { parts: ['Before. ', '[[minor-cue]] ', '[[sexual-cue]] after'] } })
    const on = await start({ kind, model })
    const guest = await createTestGuest(on)
    const client = await guest.connect()
    const chat_id = await guest.startChat()
    client.send({ type: 'message.send', chat_id, client_id: crypto.randomUUID(), text: 'Hello.' })
    expect((await client.next('message.completed')).message.status).toBe('stopped')
    expect(await client.next('safety.notice')).toMatchObject({ kind: 'blocked' })
    expect((await guest.call('GET /api/guest/info')).data.guest).toMatchObject({ messages_left: 3 })
  })

  it('are deleted with their chats after a day', async () => {
    const on = await start({ kind })
    const { database } = on.context
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    await talk(await guest.connect(), chatId, 'Hello.')
    clock.advance(DAY_MS - 1)
    await purgeGuests({ ...on.context.accounts })
    expect(await database.query('select 1 from chat where id = $1', [chatId])).toHaveLength(1)
    clock.advance(1)
    expect((await guest.call('GET /api/chat/info', { query: { chat_id: chatId } })).code).toBe(ERRORS.NotSignedIn.code)
    await purgeGuests({ ...on.context.accounts })
    for (const table of ['chat', 'message', 'generation', 'session', 'person'])
      expect(await database.query(`select 1 from ${table}`)).toHaveLength(0)
  })
})

describe('R1: the reports of a guest', () => {
  const reported = (on: TestServer) =>
    on.context.database.query<{ by: string | null; about: string; note: string }>(
      'select person_id as "by", target_id as about, note from report',
    )

  it('are of messages only, and stay whole when they sign in', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat('ilse')
    const client = await guest.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: crypto.randomUUID(), text: 'Hello.' })
    const { message } = await client.next('message.completed')
    const report = (target_type: 'message' | 'card' | 'user', target_id: string) =>
      guest.call('POST /api/safety/report', { body: { target_type, target_id, reason: 'other', note: 'Odd.' } })
    for (const target of ['card', 'user'] as const)
      expect((await report(target, 'ilse')).code).toBe(ERRORS.NotSignedIn.code)
    const other = await on.signIn('robin@example.org')
    expect((await report('message', `${await other.startChat('ilse')}-1`)).code).toBe(ERRORS.NotFound.code)
    expect(await reported(on)).toEqual([])
    expect((await report('message', message.id)).code).toBe(1)
    const { user } = await signIn(on, guest)
    expect(await reported(on)).toEqual([{ by: user.id, about: message.id, note: 'Odd.' }])
  })
})

describe('the chats of a guest', () => {
  it('move to an account that exists, beside its own, and only those with a message', async () => {
    const on = await start()
    const owner = await on.signIn('mara@example.org')
    const own = await owner.startChat('ilse')
    const guest = await createTestGuest(on)
    const written = await guest.startChat('ilse')
    await guest.startChat('kenji')
    await talk(await guest.connect(), written, 'Hello.')
    await signIn(on, guest)
    const ids = (await owner.call('GET /api/chat/list', {})).data.list.map(({ id }) => id)
    expect(ids.sort()).toEqual([own, written].sort())
    expect(await on.context.database.query('select 1 from person where guest_messages_left is not null')).toEqual([])
  })

  it('do not move to someone under 18', async () => {
    const on = await start()
    const minor = await on.signIn('mara@example.org')
    await minor.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 1 } })
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    await talk(await guest.connect(), chatId, 'Hello.')
    await signIn(on, guest)
    expect(await on.context.database.query('select 1 from chat')).toEqual([])
  })

  it('move once, however often the same guest signs in', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    await talk(await guest.connect(), chatId, 'Hello.')
    await signIn(on, guest)
    await signIn(on, guest, 'robin@example.org')
    const [chat] = await on.context.database.query<{ email: string }>(
      'select p.email from chat c join person p on p.id = c.person_id',
    )
    expect(chat?.email).toBe('mara@example.org')
  })

  it('keep what a reply under way has said, and no process goes on writing it', async () => {
    const model = createFakeTextModel({ reply: { parts: Array(500).fill('word '), delayMs: 20 } })
    const on = await start({ model })
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    const client = await guest.connect()
    client.send({ type: 'message.send', chat_id: chatId, client_id: crypto.randomUUID(), text: 'Hello.' })
    await client.next('message.delta')
    const { call } = await signIn(on, guest)
    const { list } = (await call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).data
    expect(list.at(-1)).toMatchObject({ role: 'character', status: 'stopped' })
    await expect.poll(() => on.context.chats.replies.all().length).toBe(0)
    expect(await on.context.database.query('select 1 from generation')).toEqual([])
  })
})

describe('limits of guests', () => {
  it('count the replies of all chats together, and give back what failed', async () => {
    const model = createFakeTextModel({
      reply: (_request, earlier) => (earlier === 0 ? { parts: [], fault: 'unreachable' } : { parts: ['Hello.'] }),
    })
    const on = await start({ model, settings: { GUEST_MESSAGES: '2' } })
    const guest = await createTestGuest(on)
    const client = await guest.connect()
    const chatId = await guest.startChat('ilse')
    expect(await talk(client, chatId, 'Hello.')).toBe('')
    expect((await guest.call('GET /api/guest/info')).data.guest?.messages_left).toBe(2)
    await talk(client, chatId, 'Hello.')
    await talk(client, await guest.startChat('kenji'), 'Hello.')
    expect(await talk(client, await guest.startChat('bram'), 'Hello.')).toBe(ERRORS.NotSignedIn.code)
  })

  it('refuse everyone where GUEST_MESSAGES is 0', async () => {
    const on = await start({ settings: { GUEST_MESSAGES: '0' } })
    const { code } = await on.call('POST /api/guest/start', { body: { adult: true } })
    expect(code).toBe(ERRORS.NotAllowed.code)
  })

  it('refuse more guests of one network, whatever cookies they send', async () => {
    const on = await start({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (let count = 0; count < 10; count += 1) await createTestGuest(on, from('192.0.2.1'))
    const refused = await on.call('POST /api/guest/start', { body: { adult: true }, headers: from('192.0.2.1') })
    expect(refused.code).toBe(ERRORS.TooManyRequests.code)
    await createTestGuest(on, from('192.0.2.2'))
  })

  it('give the same guest again while one is open', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    const again = await guest.call('POST /api/guest/start', { body: { adult: true } })
    expect(again.data).toMatchObject({ id: guest.id, messages_left: 3 })
    expect(again.data.token).toBeUndefined()
  })

  it('remember “under 18” for the browser, and end its guest', async () => {
    const on = await start()
    const started = await fetch(`${on.origin}/api/guest/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ adult: true }),
    })
    const lines = started.headers.getSetCookie()
    const names = lines.map((line) => line.split('=')[0])
    expect(names).toEqual([...new Set(names)])
    expect(lines.filter((line) => line.startsWith('guest-session=')).join()).toMatch(/Max-Age=86400.*HttpOnly/)
    const cookie = lines.map((line) => line.split(';')[0]).join('; ')
    const token = /guest=([^;]+)/.exec(cookie)?.[1] ?? ''
    const headers = { cookie, 'user-token': token }
    const minor = await on.call('POST /api/guest/start', { body: { adult: false }, headers })
    expect(minor).toMatchObject({ code: ERRORS.AgeNotOpen.code, data: { reason: 'under_18' } })
    const later = await on.call('POST /api/guest/start', { body: { adult: true }, headers })
    expect(later).toMatchObject({ code: ERRORS.AgeNotOpen.code, data: { reason: 'under_18' } })
    expect(await on.context.database.query('select 1 from person')).toEqual([])
  })

  it.each([
    ['nothing', {}],
    ['a word', { adult: 'yes' }],
    ['a number', { adult: 1 }],
  ])('refuse %s as an answer', async (_what, body) => {
    const on = await start()
    expect((await on.call('POST /api/guest/start', { body })).code).toBe(ERRORS.InvalidInput.code)
    expect(await on.context.database.query('select 1 from person')).toEqual([])
  })
})

describe('a guest is nobody else', () => {
  it('needs both halves, of its own kind', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    const person = await on.signIn()
    const { 'user-token': token = '', authorization = '' } = guest.headers
    const mixed: Record<string, string>[] = [
      { 'user-token': token, authorization: `Bearer ${person.secret}` },
      { 'user-token': person.token, authorization },
      { 'user-token': token.replace('guest.', ''), authorization },
      { 'user-token': `guest.${person.token}`, authorization: `Bearer ${person.secret}` },
      { 'user-token': token },
      { cookie: `guest=${token}` },
    ]
    for (const headers of mixed) {
      const { code } = await on.call('GET /api/chat/info', { query: { chat_id: chatId }, headers })
      expect(code).toBe(ERRORS.NotSignedIn.code)
    }
  })

  it('reads no chat of another guest, and meets only the library', async () => {
    const on = await start()
    const [one, other] = [await createTestGuest(on), await createTestGuest(on)]
    const chatId = await one.startChat()
    const query = { chat_id: chatId }
    expect((await other.call('GET /api/chat/info', { query })).code).toBe(ERRORS.NotFound.code)
    expect(await talk(await other.connect(), chatId, 'Hello.')).toBe(ERRORS.NotFound.code)
    await on.context.database.query(`update card set creator_id = $1 where id = 'kenji'`, [one.id])
    const started = await one.call('POST /api/chat/start', { body: { card_id: 'kenji' } })
    expect(started.code).toBe(ERRORS.NotFound.code)
  })

  it('is not the operator of local mode, nor the first account', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    expect((await guest.call('GET /api/desk/health')).code).toBe(ERRORS.NotSignedIn.code)
    const person = await on.signIn()
    expect(person.user.is_admin).toBe(true)
  })

  it('counts for no card', async () => {
    const on = await start()
    const guest = await createTestGuest(on)
    const chatId = await guest.startChat()
    const count = async () =>
      (await on.context.database.query<{ chat_count: number }>(`select chat_count from card where id = 'ilse'`))[0]
        ?.chat_count
    expect(await count()).toBe(0)
    await talk(await guest.connect(), chatId, 'Hello.')
    await signIn(on, guest)
    expect(await count()).toBe(1)
  })
})
