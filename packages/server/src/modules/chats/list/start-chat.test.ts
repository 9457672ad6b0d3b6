import { LIMITS } from '@everkin/contract/limits.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertCanStartChat } from './start-chat.ts'

const HOUR_MS = 3_600_000

describe('starting chats', { timeout: 120_000 }, () => {
  let server: TestServer
  let now = Date.now()
  beforeAll(async () => {
    server = await startTestServer({ settings: { RATE_LIMITS: 'on' }, clock: { now: () => new Date(now) } })
  })
  afterAll(() => server.end())

  const start = (person: TestPerson, fresh = true) =>
    person.call('POST /api/chat/start', { body: { card_id: 'ilse', ...(fresh && { fresh }) } })
  const chatsOf = async () => {
    const { data } = await server.call('GET /api/chat.Single/cardInfo', { query: { id: 'ilse' } })
    return data.chat_count
  }

  it('RATE-01: is limited to 60 an hour and 500 a day per person; resuming one is free', async () => {
    const person = await server.signIn()
    for (let chats = 1; chats <= 60; chats++) expect((await start(person)).code).toBe(1)
    const refused = await start(person)
    expect(refused).toMatchObject({ status: 429, code: 1005, data: { retry_after: expect.any(Number) } })
    expect((await start(person, false)).code).toBe(1)
    expect((await start(await server.signIn())).code).toBe(1)
    // The rest of the day is counted without making the chats: five hundred of them take half a minute.
    const { limiter } = server.context.chats
    for (let started = 60; started < 499; started++) {
      if (started % 60 === 0) now += HOUR_MS
      await assertCanStartChat(limiter, person.user.id)
    }
    now += HOUR_MS
    expect((await start(person)).code).toBe(1)
    expect((await start(person)).code).toBe(1005)
    now += 24 * HOUR_MS
    expect((await start(person)).code).toBe(1)
  })

  it('is limited by the maximum number of chats; deleted ones do not count', async () => {
    const person = await server.signIn()
    const { data: first } = await start(person)
    await server.context.database.query(
      `insert into chat (id, person_id, card_id, type, title, locale, created_at, updated_at)
       select 'full' || n, $1, 'bram', 'single', '', 'en', now(), now() from generate_series(2, $2::int) n`,
      [person.user.id, LIMITS.chats],
    )
    const { code, status, msg } = await start(person)
    expect([status, code]).toEqual([409, 1004])
    expect(msg).toBe(server.context.texts.translate('en')('errors.tooManyChats'))
    expect((await start(person, false)).code).toBe(1)
    await person.call('POST /api/chat/delete', { body: { chat_id: first.id } })
    expect((await start(person)).code).toBe(1)
  })

  it('is limited by the text that openings, imports and copies have brought', async () => {
    const person = await server.signIn()
    const { data: first } = await start(person)
    const bytes = async (id: string) =>
      (
        await server.context.database.query<{ bytes: number }>('select bulk_bytes as bytes from chat where id = $1', [
          id,
        ])
      )[0]?.bytes
    expect(await bytes(first.id)).toBeGreaterThan(100)
    const { data: path } = await person.call('GET /api/chat/getMessages', { query: { chat_id: first.id } })
    const branch = () =>
      person.call('POST /api/chat/branch', { body: { chat_id: first.id, message_id: path.list[0]?.id ?? '' } })
    const copied = await branch()
    expect(await bytes(copied.data.id)).toBe(Buffer.byteLength(path.list[0]?.text ?? ''))
    await server.context.database.query('update chat set bulk_bytes = $2 where id = $1', [first.id, LIMITS.chatBytes])
    const form = new FormData()
    form.append('card_id', 'ilse')
    form.append('file', new Blob(['{"name":"Ilse","is_user":false,"mes":"Hello."}\n']), 'chat.jsonl')
    const imported = await fetch(`${server.origin}/api/chat/importChat`, {
      method: 'POST',
      headers: credentialsOf(person),
      body: form,
    })
    const refusals = [
      await start(person),
      await branch(),
      { ...((await imported.json()) as object), status: imported.status },
    ]
    const msg = server.context.texts.translate('en')('errors.chatsFull')
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 1004, msg })
  })

  it('stores the openings of a character as far as they fit, the first one whole', async () => {
    const maker = await server.signIn()
    const long = 'A long evening. '.repeat(2_000)
    const definition = {
      first_mes: long.repeat(2).slice(0, LIMITS.cardTextBytes),
      alternate_greetings: Array(20).fill(long),
    }
    const body = { name: 'Wren', tagline: 'x', age: 40, definition } as const
    const { data: card } = await maker.call('POST /api/chat.Single/saveCard', { body })
    const { data: chat } = await maker.call('POST /api/chat/start', { body: { card_id: card.id } })
    const { data } = await maker.call('GET /api/chat/getMessages', { query: { chat_id: chat.id } })
    expect(data.list[0]?.text).toBe(definition.first_mes)
    expect(data.list[0]?.variant.count).toBe(1 + Math.floor(LIMITS.openingBytes / long.length))
  })

  it('counts a person once for a character, whatever they start and delete', async () => {
    const before = await chatsOf()
    const [person, other] = [await server.signIn(), await server.signIn()]
    for (let times = 0; times < 3; times++) {
      const { data: chat } = await start(person)
      await person.call('POST /api/chat/delete', { body: { chat_id: chat.id } })
      await server.context.database.query('delete from chat where id = $1', [chat.id])
    }
    expect(await chatsOf()).toBe(before + 1)
    await start(other)
    expect(await chatsOf()).toBe(before + 2)
  })
})
