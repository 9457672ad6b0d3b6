import { randomUUID } from 'node:crypto'
import { createTestPicture, sendFile } from '@everkin/testing/filled-account.ts'
import { createTestClock, type TestClock } from '@everkin/testing/test-clock.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from './platform/durations.ts'
import { createFakeTextModel, type FakeReply } from './providers/text-model/fake.ts'

const AGE_NOT_OPEN = 1010
const SAFETY_STOP = 1011
const NOT_FOUND = 1003

let server: TestServer
let clock: TestClock
let next: FakeReply | null = null
/** Answers with `next` once, and otherwise with something harmless. */
const model = createFakeTextModel({
  reply: () => {
    const reply = next ?? { parts: ['The lamp is lit.'] }
    next = null
    return reply
  },
})

beforeAll(async () => {
  clock = createTestClock()
  server = await startTestServer({ clock, model, settings: { AUDIENCE: 'adults_and_teens' } })
}, 60_000)
afterAll(() => server.end())
beforeEach(() => clock.set('2026-11-20T12:00:00.000Z'))

type TeenAge = 12 | 13 | 14 | 15 | 16

const underAge = (teen_age?: TeenAge) => ({ nickname: 'Mara', gender: null, age_scope: 1 as const, teen_age })

/** Someone who first was an adult, and then says that they are this old. */
async function createTeen(teenAge?: TeenAge): Promise<TestPerson> {
  const person = await server.signIn(`teen-${randomUUID()}@example.org`)
  const { code } = await person.call('POST /api/user/profile', { body: underAge(teenAge) })
  expect(code).toBe(1)
  return person
}

const statusOf = async (person: TestPerson) => (await person.call('GET /api/user/protection')).data

async function say(person: TestPerson, chatId: string, text: string) {
  const live = await person.connect()
  const clientId = randomUUID()
  live.send({ type: 'message.send', chat_id: chatId, client_id: clientId, text })
  const answer = await live.until(
    () => live.frames.find((frame) => frame.type === 'ack' || frame.type === 'nack'),
    'an answer to the message',
  )
  const reply =
    answer.type === 'ack'
      ? await live
          .until(() => live.frames.find(({ type }) => type === 'message.completed'), 'the end of the reply')
          .catch(() => null)
      : null
  live.close()
  return { answer, reply, frames: [...live.frames] }
}

describe('A8: people in the protected mode', () => {
  it('asks for the age after “Under 18”, and serves nobody who has not answered', async () => {
    const person = await createTeen()
    expect(await person.call('GET /api/user/info')).toMatchObject({ data: { teen: true, profile_complete: false } })
    expect(await statusOf(person)).toMatchObject({ protected: true, closed: 'age_unknown', opens_at: null })
    expect(await person.call('POST /api/chat/start', { body: { card_id: 'kenji' } })).toMatchObject({
      code: AGE_NOT_OPEN,
      data: { reason: 'age_unknown' },
    })
    await person.call('POST /api/user/profile', { body: underAge(16) })
    expect(await person.call('GET /api/user/info')).toMatchObject({ data: { teen: true, profile_complete: true } })
    expect(await statusOf(person)).toMatchObject({ closed: null, minutes_left: 120, quiet_from: 22, quiet_until: 7 })
  })

  it('under 18 is still for good (A4)', async () => {
    const person = await createTeen(16)
    await person.call('POST /api/user/profile', { body: { nickname: 'Mara', gender: null, age_scope: 4 } })
    expect(await statusOf(person)).toMatchObject({ protected: true, closed: null })
  })

  it('deletes the account of someone too young, and makes no other one for their address', async () => {
    const email = `young-${randomUUID()}@example.org`
    const person = await server.signIn(email)
    expect(await person.call('POST /api/user/profile', { body: underAge(12) })).toMatchObject({
      code: AGE_NOT_OPEN,
      data: { reason: 'too_young' },
    })
    expect((await person.call('GET /api/user/info')).code).toBe(1001)
    const rows = await server.context.database.query('select id from person where id = $1', [person.user.id])
    expect(rows).toEqual([])
    expect((await server.signIn(email)).token).toBe('')
    expect(await server.context.database.query('select id from person where email = $1', [email])).toEqual([])
  })

  it('says that it serves teens (A1)', async () => {
    expect((await server.call('GET /api/config')).data.audience).toBe('adults_and_teens')
  })

  it('changes nothing for adults', async () => {
    const adult = await server.signIn()
    expect(await statusOf(adult)).toEqual({
      protected: false,
      closed: null,
      opens_at: null,
      quiet_from: 22,
      quiet_until: 7,
      minutes_left: null,
    })
    clock.set('2026-11-20T23:30:00.000Z')
    expect(await adult.startChat('kenji')).not.toBe('')
  })
})

describe('A8: when', () => {
  it('quiet hours from 22:00 to 07:00 in the person’s zone, also in a chat that is open', async () => {
    const person = await createTeen(16)
    await person.call('GET /api/user/info', { headers: { 'time-zone': 'America/New_York' } })
    const chatId = await person.startChat('kenji')
    clock.set('2026-11-21T02:59:00.000Z') // 21:59 in New York
    expect((await say(person, chatId, 'Good evening')).answer.type).toBe('ack')
    clock.set('2026-11-21T03:00:00.000Z')
    expect((await say(person, chatId, 'Still there?')).answer).toMatchObject({
      type: 'nack',
      code: AGE_NOT_OPEN,
      data: { reason: 'quiet_hours', opens_at: '2026-11-21T12:00:00.000Z' },
    })
    expect(await statusOf(person)).toMatchObject({ closed: 'quiet_hours', opens_at: '2026-11-21T12:00:00.000Z' })
    expect((await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })).code).toBe(1)
    clock.set('2026-11-21T12:00:00.000Z')
    expect((await say(person, chatId, 'Good morning')).answer.type).toBe('ack')
  })

  it('two hours a day, on all devices together, with a notice every hour', async () => {
    const person = await createTeen(16)
    const chatId = await person.startChat('kenji')
    const notices: string[] = []
    for (let minutes = 0; minutes < 120; minutes += 10) {
      const { answer, frames } = await say(person, chatId, `Go on, ${minutes}`)
      expect({ minutes, type: answer.type }).toEqual({ minutes, type: 'ack' })
      for (const frame of frames) if (frame.type === 'safety.notice') notices.push(`${frame.kind} ${minutes}`)
      clock.advance(10 * MINUTE_MS)
    }
    expect(notices).toEqual(['ai_reminder 60', 'break 60'])
    expect((await say(person, chatId, 'And now?')).answer).toMatchObject({
      type: 'nack',
      data: { reason: 'daily_limit', opens_at: '2026-11-21T07:00:00.000Z' },
    })
    expect(await statusOf(person)).toMatchObject({ closed: 'daily_limit', minutes_left: 0 })
    expect((await person.call('GET /api/chat/helpReply', { query: { chat_id: chatId } })).code).toBe(AGE_NOT_OPEN)
    clock.set('2026-11-21T07:00:00.000Z')
    expect((await say(person, chatId, 'A new day')).answer.type).toBe('ack')
    expect((await statusOf(person)).minutes_left).toBe(120)
  }, 60_000)

  it('a pause of hours counts as ten minutes', async () => {
    const person = await createTeen(16)
    const chatId = await person.startChat('kenji')
    clock.advance(5 * HOUR_MS)
    await say(person, chatId, 'Back again')
    expect((await statusOf(person)).minutes_left).toBe(110)
  })
})

describe('A8: contact in the protected mode', () => {
  it('meets only cards of the library that suit them, in lists, search, similar cards and by id', async () => {
    const adult = await server.signIn()
    const card = await adult.call('POST /api/chat.Single/saveCard', {
      body: {
        name: 'Wrenfield',
        tagline: 'Keeps lamps.',
        age: 40,
        visibility: 'public',
        definition: { first_mes: 'Hi.' },
      },
    })
    const person = await createTeen(16)
    const romantic = 'unfit'
    await server.context.database.query(
      `insert into card (id, type, state, visibility, rating, name, tagline, age, language, rule_version, created_at, updated_at)
       values ($1, 'single', 'published', 'public', 'sfw', 'Unfit', 'x', 40, 'en', 'test', now(), now())`,
      [romantic],
    )
    // `ilse` has the tag of romance.
    for (const id of [card.data.id, romantic, 'ilse']) {
      expect((await person.call('GET /api/chat.Single/cardInfo', { query: { id } })).code).toBe(NOT_FOUND)
      expect((await person.call('POST /api/chat/start', { body: { card_id: id } })).code).toBe(NOT_FOUND)
      expect((await adult.call('GET /api/chat.Single/cardInfo', { query: { id } })).code).toBe(1)
    }
    const found = await person.call('GET /api/chat.Single/cardList', { query: { q: 'Wrenfield' } })
    expect(found.data.list).toEqual([])
    expect((await adult.call('GET /api/chat.Single/cardList', { query: { q: 'Wrenfield' } })).data.list).toHaveLength(1)
    const all = await person.call('GET /api/chat.Single/cardList', { query: { limit: 50 } })
    expect(all.data.list.length).toBeGreaterThan(5)
    const rows = await server.context.database.query<{ id: string }>(
      `select id from card where suits_teens and creator_id is null and type = 'single' and state = 'published'`,
    )
    const suited = rows.map(({ id }) => id)
    expect(all.data.list.map(({ id }) => id).filter((id) => !suited.includes(id))).toEqual([])
    const groups = await person.call('GET /api/chat.Multiple/cardList', { query: { limit: 50 } })
    for (const group of groups.data.list) expect(group.members.filter(({ id }) => !suited.includes(id))).toEqual([])
  })

  it('keeps cards private, without romance, and out of adults’ sight', async () => {
    const person = await createTeen(16)
    const body = { name: 'Otto', tagline: 'A baker.', age: 50, definition: { first_mes: 'Bread?' } }
    const call = 'POST /api/chat.Single/saveCard'
    expect((await person.call(call, { body: { ...body, visibility: 'public' } })).code).toBe(AGE_NOT_OPEN)
    expect((await person.call(call, { body: { ...body, visibility: 'unlisted' } })).code).toBe(AGE_NOT_OPEN)
    const unfit = { ...body, definition: { first_mes: 'Well, [[courtship-cue]].' } }
    expect(await person.call(call, { body: unfit })).toMatchObject({ code: SAFETY_STOP, data: { category: 'romance' } })
    const saved = await person.call(call, { body })
    expect(saved.code).toBe(1)
    expect(await person.startChat(saved.data.id)).not.toBe('')
    const mine = await person.call('GET /api/user/chatCardList', { query: { type: 'single' } })
    expect(mine.data.list.map(({ id }) => id)).toEqual([saved.data.id])
    const adult = await server.signIn()
    expect((await adult.call('GET /api/chat.Single/cardInfo', { query: { id: saved.data.id } })).code).toBe(NOT_FOUND)
  })

  it('what someone published as an adult becomes private once they say they are under 18', async () => {
    const person = await server.signIn()
    const body = {
      name: 'Quillon',
      tagline: 'Sails.',
      age: 40,
      visibility: 'public',
      definition: { first_mes: 'Ahoy.' },
    }
    const { data } = await person.call('POST /api/chat.Single/saveCard', { body })
    const visit = () => server.call('GET /api/chat.Single/cardInfo', { query: { id: data.id } })
    expect((await visit()).code).toBe(1)
    await person.call('POST /api/user/profile', { body: underAge(16) })
    expect((await visit()).code).toBe(NOT_FOUND)
  })
})

describe('A8: what is said', () => {
  it.each([['[[romance-cue]]'], ['[[courtship-cue]]'], ['[[sexual-cue]]'], ['[[body-cue]]']])(
    'a message with %s is refused to a teen, and not to an adult for being romantic',
    async (cue) => {
      const person = await createTeen(16)
      const chatId = await person.startChat('kenji')
      const text = `By the lamp, ${cue} tonight.`
      expect((await say(person, chatId, text)).answer).toMatchObject({
        type: 'nack',
        code: SAFETY_STOP,
        data: { category: 'romance' },
      })
      const adult = await server.signIn()
      expect((await say(adult, await adult.startChat('kenji'), text)).answer.type).toBe('ack')
    },
  )

  it('a reply with a cue is cut off before it arrives, across the pieces of the stream, and costs nothing', async () => {
    const person = await createTeen(16)
    const chatId = await person.startChat('kenji')
    next = { parts: ['The lamp is warm. ', 'Then they [[court', 'ship-cue]] by', ' the window.'] }
    const { frames } = await say(person, chatId, 'Tell me about the lamp')
    const sent = frames.flatMap((frame) => (frame.type === 'message.delta' ? [frame.text] : [])).join('')
    expect(sent).not.toContain('[[court')
    expect(frames.find(({ type }) => type === 'safety.notice')).toMatchObject({ kind: 'blocked' })
    const { data } = await person.call('GET /api/chat/getMessages', { query: { chat_id: chatId } })
    expect(JSON.stringify(data)).not.toContain('[[court')
    next = { parts: ['They [[court', 'ship-cue]] by the window.'] }
    const adult = await server.signIn()
    const told = await say(adult, await adult.startChat('kenji'), 'Tell me about the lamp')
    expect(told.reply).toMatchObject({ message: { text: expect.stringContaining('[[courtship-cue]]') } })
  })

  it('the house rules of a teen’s prompt forbid romance, and come first', async () => {
    const person = await createTeen(16)
    await say(person, await person.startChat('kenji'), 'Good evening')
    const first = model.requests.at(-1)?.messages[0]?.content ?? ''
    expect(first.startsWith('House rules.')).toBe(true)
    expect(first).toContain('The person is under 18.')
    const adult = await server.signIn()
    await say(adult, await adult.startChat('kenji'), 'Good evening')
    expect(model.requests.at(-1)?.messages[0]?.content).not.toContain('The person is under 18.')
  })

  it('personas, notes, memories and lorebooks follow the same rule', async () => {
    const person = await createTeen(16)
    const chatId = await person.startChat('kenji')
    const cue = 'We [[courtship-cue]].'
    const answers = await Promise.all([
      person.call('POST /api/user/savePersona', { body: { name: 'Robin', description: cue } }),
      person.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, facts: [{ text: cue }] } }),
      person.call('POST /api/lorebook/save', {
        body: { name: 'Book', content: { entries: [{ keys: ['lamp'], content: cue }] } },
      }),
    ])
    expect(answers.map(({ code }) => code)).toEqual([SAFETY_STOP, SAFETY_STOP, SAFETY_STOP])
  })

  it('messages cost nothing, whatever the price', async () => {
    const person = await createTeen(16)
    const before = await server.context.database.query('select count(*)::int as n from ledger_transfer')
    await say(person, await person.startChat('kenji'), 'Good evening')
    expect(await server.context.database.query('select count(*)::int as n from ledger_transfer')).toEqual(before)
  })
})

describe('A8: what stays closed', () => {
  it('purchases, rewards, invitations, albums, uploads, images, imports, notifications', async () => {
    const person = await createTeen(16)
    const adult = await server.signIn()
    const invitation = await adult.call('POST /api/invitation/create', { body: { card_id: 'kenji' } })
    const chatId = await person.startChat('kenji')
    const key = randomUUID()
    const codes = {
      order: (await person.call('POST /api/order/create', { body: { product_id: 'coins-100', idempotency_key: key } }))
        .code,
      checkin: (await person.call('POST /api/user/checkin', { body: { time_zone: 'UTC' } })).code,
      invite: (await person.call('POST /api/invitation/create', { body: { card_id: 'kenji' } })).code,
      album: (await person.call('GET /api/chat/getLockImage', { query: { chat_id: chatId } })).code,
      image: (
        await person.call('POST /api/task/create', {
          body: { kind: 'image', prompt: 'A lamp', style_id: 'lamplight', idempotency_key: key },
        })
      ).code,
    }
    expect(codes).toEqual({
      order: AGE_NOT_OPEN,
      checkin: AGE_NOT_OPEN,
      invite: AGE_NOT_OPEN,
      album: AGE_NOT_OPEN,
      image: AGE_NOT_OPEN,
    })
    expect((await person.call('GET /api/product/list')).data).toEqual([])
    const claim = await person.call('POST /api/invitation/claim', { body: { code: invitation.data.code } })
    expect(claim.data).not.toMatchObject({ claimed: true })
    const file = { name: 'a.png', bytes: await createTestPicture() }
    const upload = await sendFile(server, credentialsOf(person), '/api/common/upload', { purpose: 'card' }, file)
    expect(((await upload.json()) as { code: number }).code).toBe(AGE_NOT_OPEN)
  })
})

describe('A8: by country', () => {
  const HEADER = 'cf-ipcountry'
  let abroad: TestServer
  beforeAll(async () => {
    abroad = await startTestServer({
      database: server.context.database,
      clock,
      settings: { AUDIENCE: 'adults_and_teens', COUNTRY_HEADER: HEADER },
    })
  }, 60_000)
  afterAll(() => abroad.end())

  const startIn = (person: TestPerson, country: string | null) =>
    person.call('POST /api/chat/start', {
      body: { card_id: 'kenji' },
      headers: country === null ? {} : { [HEADER]: country },
    })

  it('an age that is enough in one country is not in another, and unknown or closed countries serve nobody', async () => {
    const person = await abroad.signIn(`abroad-${randomUUID()}@example.org`)
    await person.call('POST /api/user/profile', { body: underAge(13), headers: { [HEADER]: 'GB' } })
    expect((await startIn(person, 'GB')).code).toBe(1)
    for (const [country, reason] of [
      ['DE', 'too_young'],
      ['CN', 'region'],
      ['XX', 'region'],
      [null, 'region'],
    ] as const)
      expect(await startIn(person, country)).toMatchObject({ code: AGE_NOT_OPEN, data: { reason } })
    expect((await startIn(person, 'GB')).code).toBe(1)
  })

  it('saying an age below that of the country deletes the account, and not in a country that is unknown', async () => {
    const person = await abroad.signIn(`abroad-${randomUUID()}@example.org`)
    const answer = (country: string) =>
      person.call('POST /api/user/profile', { body: underAge(14), headers: { [HEADER]: country } })
    expect((await answer('XX')).code).toBe(1)
    expect(await answer('FR')).toMatchObject({ code: AGE_NOT_OPEN, data: { reason: 'too_young' } })
    expect((await person.call('GET /api/user/info')).code).toBe(1001)
  })
})
