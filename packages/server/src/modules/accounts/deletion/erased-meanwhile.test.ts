import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../../providers/text-model/fake.ts'

const BLOCKED = '[[minor-cue]] [[sexual-cue]]'

describe.each(testDatabaseKinds)('a person who is erased while a request of theirs runs, on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  let chatId: string
  beforeAll(async () => {
    const model = createFakeTextModel({ reply: () => ({ parts: ['One.\nTwo.\nThree.'] }) })
    server = await startTestServer({ kind, model: { ...model, kind: 'openai_compatible' } })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    chatId = await person.startChat()
  })
  afterEach(() => vi.restoreAllMocks())

  const erase = () => person.call('POST /api/account/delete', { body: {} })
  /** Erases the person after the checks of the next request, just before its transaction. */
  const eraseBeforeNextTransaction = () => {
    const { database } = server.context
    const transaction = database.transaction.bind(database)
    const spy = vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
      spy.mockRestore()
      await erase()
      return transaction(work)
    })
  }
  /** Erases the person just before the verdict about the next request is stored. */
  const eraseBeforeNextVerdict = () => {
    const { database } = server.context
    const query = database.query.bind(database)
    const spy = vi.spyOn(database, 'query').mockImplementation(async (text, values) => {
      if (text.includes('insert into safety_verdict')) {
        spy.mockRestore()
        await erase()
      }
      return query(text, values)
    })
  }
  /** The tables in which something still names the person. */
  const tracesOf = async (id: string) => {
    const { database } = server.context
    const tables = await database.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const [row] = await database.query<{ count: number }>(
          `select count(*)::int as count from "${name}" t where t::text like '%' || $1 || '%'`,
          [id],
        )
        return row?.count ? [name] : []
      }),
    )
    return found.flat()
  }
  const importChat = async () => {
    const form = new FormData()
    form.append('card_id', 'ilse')
    form.append('file', new Blob([JSON.stringify({ name: 'Ilse Marlow', is_user: false, mes: 'Mind the step.' })]), 'x')
    const headers = { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
    const reply = await fetch(`${server.origin}/api/chat/importChat`, { method: 'POST', headers, body: form })
    return (await reply.json()) as { code: number } // the envelope
  }

  const exportData = async () => {
    const headers = { 'user-token': person.token, authorization: `Bearer ${person.secret}` }
    const reply = await fetch(`${server.origin}/api/account/export`, { headers })
    return reply.ok ? { code: 1 } : ((await reply.json()) as { code: number }) // the envelope
  }

  it.each([
    ['starting a chat', () => person.call('POST /api/chat/start', { body: { card_id: 'bram' } }), 1001],
    ['importing a chat', () => importChat(), 1001],
    ['liking a card', () => person.call('POST /api/chat/like', { body: { card_id: 'ilse', on: true } }), 1001],
    [
      'reporting a card',
      () =>
        person.call('POST /api/safety/report', {
          body: { target_type: 'card', target_id: 'ilse', reason: 'other', note: 'In my own words.' },
        }),
      1001,
    ],
    ['exporting their data', () => exportData(), 1001],
    ['inviting someone', () => person.call('POST /api/invitation/create', { body: { card_id: 'ilse' } }), 1001],
    [
      'saving a chat’s settings',
      () => person.call('POST /api/chat/pin', { body: { chat_id: chatId, on: true } }),
      1003,
    ],
  ])('leaves no trace by %s (D2)', async (_name, request, code) => {
    eraseBeforeNextTransaction()
    expect((await request()).code).toBe(code)
    expect(await tracesOf(person.user.id)).toEqual([])
  })

  it.each([
    [
      'their role',
      'persona',
      () => person.call('POST /api/user/savePersona', { body: { name: 'Mara', description: BLOCKED } }),
      () => person.user.id,
    ],
    [
      'the title of their chat',
      'nickname',
      () => person.call('POST /api/chat/rename', { body: { chat_id: chatId, title: BLOCKED } }),
      () => chatId,
    ],
  ])('leaves no trace by a verdict about %s, which is kept (D2, B6)', async (_name, surface, request, aboutId) => {
    const { database } = server.context
    await database.query('delete from safety_verdict')
    eraseBeforeNextVerdict()
    expect((await request()).code).toBe(1011)
    expect(await tracesOf(aboutId())).toEqual([])
    expect(await database.query('select surface, ref from safety_verdict')).toEqual([{ surface, ref: null }])
  })

  it('leaves no trace by what a model has used for them, which the totals keep', async () => {
    const { usage, models } = server.context.chats
    const parts = usage.metered(models.find(null), { personId: person.user.id, kind: 'suggestions' }).stream({
      messages: [{ role: 'user', content: 'Suggest something.' }],
      maxReplyTokens: 10,
      stop: [],
      signal: new AbortController().signal,
      personId: person.user.id,
    })
    let isErased = false
    for await (const _part of parts) {
      if (!isErased) await erase()
      isErased = true
    }
    expect(await tracesOf(person.user.id)).toEqual([])
    const rows = await server.context.database.query("select kind from model_usage where person_id = ''")
    expect(rows).toEqual([{ kind: 'suggestions' }])
  })
})
