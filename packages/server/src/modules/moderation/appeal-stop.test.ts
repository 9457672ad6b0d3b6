import { randomUUID } from 'node:crypto'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { purgeStoppedTexts } from './appeal-stop.ts'
import { STOPPED_TEXT_MS, UNDO_MS } from './rules.ts'

const THREAT = '[[threat-cue]], says the villain on page nine.'
const ABUSE = 'A [[minor-cue]] and a [[sexual-cue]]'

describe.each(testDatabaseKinds)('appeals against stops on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  let owner: TestPerson
  let moderator: TestPerson
  let writer: TestPerson
  beforeAll(async () => {
    const model = createFakeTextModel({ reply: { parts: ['Very well.'] } })
    server = await startTestServer({ kind, clock, model, settings: { ADMIN_EMAILS: 'owner@example.org' } })
    owner = await server.signIn('owner@example.org')
    moderator = await server.signIn('moderator@example.org')
    const given = await owner.call('POST /api/desk/role', {
      body: { person_id: moderator.user.id, role: 'moderator' },
    })
    expect(given.code).toBe(1)
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    writer = await server.signIn(`writer-${randomUUID()}@example.org`)
  })

  const query = (text: string, values: (string | null)[] = []) => server.context.database.query(text, values)
  const textsOf = async (person: TestPerson) =>
    (await query('select text from stopped_text where person_id = $1', [person.user.id])).map(({ text }) => text)
  const appeal = (text: string, place: string = 'message', by = writer) =>
    by.call('POST /api/moderation/appealStop', {
      body: { place, text, note: 'It is a line of a play.' },
    })
  const caseOf = async (by: TestPerson) => {
    const [row] = await query(
      `select c.id from moderation_case c where c.author_id = $1 and c.target_type = 'text' order by c.id desc limit 1`,
      [by.user.id],
    )
    return String(row?.id)
  }
  const look = (caseId: string, by = moderator, reason: string | undefined = 'appeal') =>
    by.call('POST /api/desk/look', { body: { case_id: caseId, reason } })
  const decide = (case_id: string, action: 'restore' | 'uphold') =>
    moderator.call('POST /api/desk/decide', {
      body: { case_id, action, reason: action === 'restore' ? 'no_breach' : 'harassment' },
    })
  const notices = async () => (await writer.call('GET /api/moderation/notices')).data
  const purge = () => purgeStoppedTexts({ database: server.context.database, clock })

  it('R2: a stop names its rule, and stores no text before there is an appeal', async () => {
    const chatId = await writer.startChat()
    const live = await writer.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: THREAT })
    const refused = await live.next('nack')
    expect(refused).toMatchObject({ code: 1011, data: { category: 'threat' } })
    expect(refused.msg).toContain('threats or stalking')
    expect(await textsOf(writer)).toEqual([])
    expect((await appeal(THREAT)).code).toBe(1)
    expect(await textsOf(writer)).toEqual([THREAT])
  })

  it('takes only what is stopped, and each text once', async () => {
    expect((await appeal('Good evening.')).code).toBe(1004)
    expect((await appeal('  ')).code).toBe(1000)
    expect((await appeal(THREAT, 'a wall')).code).toBe(1000)
    expect((await appeal('x'.repeat(20_001))).code).toBe(1000)
    expect(await textsOf(writer)).toEqual([])
    const both = await Promise.all([appeal(THREAT), appeal(THREAT)])
    expect(both.map(({ code }) => code).sort()).toEqual([1, 1004])
    expect((await appeal(THREAT, 'card')).code).toBe(1004)
    const other = await server.signIn(`other-${randomUUID()}@example.org`)
    expect((await appeal(THREAT, 'message', other)).code).toBe(1)
    expect(await textsOf(writer)).toHaveLength(1)
  })

  it('takes a prompt of a picture by the stricter rules for pictures', async () => {
    expect((await appeal('A [[sexual-cue]] by the sea', 'message')).code).toBe(1004)
    expect((await appeal('A [[sexual-cue]] by the sea', 'picture')).code).toBe(1)
  })

  it('takes a sentence from which no character was written, because it would be under 18', async () => {
    expect((await appeal('A girl of fifteen who likes tea', 'message')).code).toBe(1004)
    expect((await appeal('A girl of fifteen who likes tea', 'card')).code).toBe(1)
  })

  it('reads a message in the chat where it was stopped, and in nobody else’s', async () => {
    const chatId = await writer.startChat()
    const live = await writer.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text: 'A [[minor-cue]].' })
    await live.next('message.completed')
    const text = 'And a [[sexual-cue]].'
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    expect(await live.next('nack')).toMatchObject({ code: 1011 })
    const appealIn = (by: TestPerson, chat_id?: string) =>
      by.call('POST /api/moderation/appealStop', { body: { place: 'message', chat_id, text, note: 'It is a lesson.' } })
    expect((await appealIn(writer)).code).toBe(1004)
    const other = await server.signIn(`other-${randomUUID()}@example.org`)
    expect((await appealIn(other, chatId)).code).toBe(1004)
    expect((await appealIn(writer, chatId)).code).toBe(1)
  })

  it('R4: shows the text to nobody before they say why, and every look is recorded', async () => {
    await appeal(THREAT)
    const id = await caseOf(writer)
    const shown = await moderator.call('GET /api/desk/case', { query: { id } })
    expect(shown.data).toMatchObject({
      source: 'appeal',
      target_type: 'text',
      choices: ['restore', 'uphold'],
      quarantine: null,
      appeal: { text: 'It is a line of a play.', against: { action: 'stop', reason: 'harassment' } },
    })
    expect(JSON.stringify(shown.data)).not.toContain('villain')
    expect((await look(id, moderator, '')).code).toBe(1000)
    expect((await look(id, writer)).code).toBe(1002)
    expect((await look(id)).data.lines.map(({ text }) => text)).toEqual([THREAT])
    const log = await owner.call('GET /api/desk/audit', { query: { limit: 1 } })
    expect(log.data.list[0]).toMatchObject({ action: 'text.read', target_id: id, reason: 'appeal' })
  })

  it('is answered in words, and the text is deleted once the decision stands', async () => {
    await appeal(THREAT)
    expect((await notices()).list).toMatchObject([
      { kind: 'yours', action: 'stop', target_type: 'text', appeal: { outcome: null }, can_appeal: false, read: true },
    ])
    const id = await caseOf(writer)
    clock.advance(1_000)
    const { data } = await decide(id, 'restore')
    await purge()
    expect(await textsOf(writer)).toEqual([THREAT])
    expect((await moderator.call('POST /api/desk/undo', { body: { decision_id: data.decision_id } })).code).toBe(1)
    expect((await look(id)).data.lines).toHaveLength(1)
    clock.advance(1_000)
    expect((await decide(id, 'restore')).code).toBe(1)
    expect((await look(id)).code).toBe(1003)
    clock.advance(UNDO_MS)
    await purge()
    expect(await textsOf(writer)).toEqual([null])
    expect((await notices()).list[0]).toMatchObject({ kind: 'appeal', action: 'restore', target_type: 'text' })
    expect((await appeal(THREAT)).code).toBe(1004)
  })

  it('keeps no text for longer than 30 days, decided or not', async () => {
    await appeal(THREAT)
    clock.advance(STOPPED_TEXT_MS - 1_000)
    await purge()
    expect(await textsOf(writer)).toEqual([THREAT])
    clock.advance(1_000)
    await purge()
    expect(await textsOf(writer)).toEqual([null])
    const again = await server.signIn('moderator@example.org')
    expect((await look(await caseOf(writer), again)).data.lines).toEqual([])
    moderator = again
    owner = await server.signIn('owner@example.org')
  })

  it('R3: what may be abuse opens only after an owner and a moderator have confirmed', async () => {
    expect((await appeal(ABUSE)).code).toBe(1)
    const id = await caseOf(writer)
    expect((await moderator.call('GET /api/desk/case', { query: { id } })).data.quarantine).toEqual({ confirmed: [] })
    const first = await look(id)
    expect(first.data).toEqual({ lines: [], texts: [], pictures: [], waits_for: 'owner' })
    expect((await look(id)).data.waits_for).toBe('owner')
    expect((await look(id, owner)).data).toMatchObject({ lines: [{ text: ABUSE }], waits_for: null })
    expect((await decide(id, 'uphold')).code).toBe(1)
    clock.advance(UNDO_MS)
    await purge()
    expect(await textsOf(writer)).toEqual([null])
  })
})
