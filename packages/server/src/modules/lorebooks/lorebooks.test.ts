import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'

const entry = (content: string, more: object = {}) => ({ keys: ['lamp'], content, enabled: true, ...more })
const bookOf = (...entries: object[]) => ({ entries })

describe.each(testDatabaseKinds)('lorebooks on %s', (kind) => {
  let server: TestServer
  let asked = ''
  beforeAll(async () => {
    const model = createFakeTextModel({
      reply: ({ messages }) => {
        asked = messages.map(({ content }) => content).join('\n')
        return { parts: ['Aye.'] }
      },
    })
    server = await startTestServer({ kind, model })
  })
  afterAll(() => server.end())

  const list = async (person: TestPerson) => (await person.call('GET /api/lorebook/list')).data.list
  const save = (person: TestPerson, body: object) => person.call('POST /api/lorebook/save', { body })
  const create = async (person: TestPerson, content: object, more: object = {}) =>
    (await save(person, { name: 'Harbour', content, ...more })).data
  const download = (person: TestPerson, path: string) =>
    fetch(`${server.origin}${path}`, { headers: credentialsOf(person) })
  const set = (person: TestPerson, body: object) => person.call('POST /api/chat/settings', { body })
  const talk = async (person: TestPerson, chatId: string, text: string) => {
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    await live.next('message.completed')
    live.close()
    return asked
  }

  it('are created, and changed, once for the same key', async () => {
    const person = await server.signIn()
    const body = { name: 'Harbour', content: bookOf(entry('Lit.')), idempotency_key: randomUUID() }
    const [first, second] = await Promise.all([save(person, body), save(person, body)])
    expect(first.data).toEqual(second.data)
    expect(await list(person)).toEqual([first.data])
    const { id } = first.data
    // The revision has changed, by its own first attempt.
    const change = { id, rev: 1, name: 'Quay', idempotency_key: randomUUID() }
    for (let time = 0; time < 2; time += 1)
      expect((await save(person, change)).data).toMatchObject({ id, name: 'Quay', rev: 2 })
    expect((await save(person, { ...change, idempotency_key: randomUUID() })).code).toBe(1004)
    expect((await save(person, { ...change, name: 'Pier' })).code).toBe(1004)
  })

  it('are created, changed field by field, read, exported and deleted', async () => {
    const person = await server.signIn()
    expect(await list(person)).toEqual([])
    const content = bookOf(entry('The lamp is green.', { extensions: { elsewhere: { kept: [1] } } }))
    const made = await create(person, content, { name: '  Harbour ' })
    expect(made).toMatchObject({ name: 'Harbour', entries: 1, rev: 1, all_chats: false, personas: [], chats: [] })
    const renamed = (await save(person, { id: made.id, name: 'Émile’s quay' })).data
    expect(renamed).toMatchObject({ name: 'Émile’s quay', entries: 1, rev: 2, bytes: made.bytes })
    const read = (await person.call('GET /api/lorebook/get', { query: { id: made.id } })).data
    expect(read.content).toMatchObject({
      entries: [{ content: 'The lamp is green.', extensions: { elsewhere: { kept: [1] } } }],
    })
    const file = await download(person, `/api/lorebook/export?id=${made.id}&format=sillytavern`)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="emile-s-quay.json"')
    expect(await file.json()).toMatchObject({ name: 'Émile’s quay', entries: { 0: { key: ['lamp'] } } })
    expect((await person.call('POST /api/lorebook/delete', { body: { id: made.id } })).code).toBe(1)
    expect(await list(person)).toEqual([])
  })

  it.each([
    ['no name', { content: bookOf() }, 1000],
    ['a blank name', { name: ' ', content: bookOf() }, 1000],
    ['an invisible name', { name: '\u200B', content: bookOf() }, 1000],
    ['content that is no book', { name: 'x', content: { lines: [] } }, 1000],
    ['too many entries', { name: 'x', content: { entries: Array(LIMITS.loreEntries + 1).fill({}) } }, 1000],
    ['a text as content', { name: 'x', content: 'book' }, 1000],
    ['an id that is not there', { id: 'nobody', name: 'x' }, 1003],
    ['more than a MiB', { name: 'x', content: bookOf(entry('x'.repeat(LIMITS.cardBytes))) }, 1006],
    ['words that the rules block', { name: 'x', content: bookOf(entry('[[minor-cue]] [[sexual-cue]]')) }, 1011],
    ['an age under 18 of the character', { name: 'x', content: bookOf(entry('{{char}} is 16 years old.')) }, 1011],
    ['an age under 18 of the person', { name: 'x', content: bookOf(entry('{{user}} is 16 years old.')) }, 1011],
  ])('with %s are refused and not stored', async (_name, body, code) => {
    const person = await server.signIn()
    expect((await save(person, body)).code).toBe(code)
    expect(await list(person)).toEqual([])
  })

  it('keep the change of another tab', async () => {
    const person = await server.signIn()
    const made = await create(person, bookOf())
    expect((await save(person, { id: made.id, rev: 1, name: 'One' })).code).toBe(1)
    expect((await save(person, { id: made.id, rev: 1, name: 'Two' })).code).toBe(1004)
    expect((await list(person))[0]?.name).toBe('One')
  })

  it('of other people count as missing', async () => {
    const [person, stranger] = [await server.signIn(), await server.signIn()]
    const { id } = await create(person, bookOf(entry('x')))
    const chatId = await stranger.startChat()
    expect((await stranger.call('GET /api/lorebook/get', { query: { id } })).code).toBe(1003)
    expect((await save(stranger, { id, name: 'Mine' })).code).toBe(1003)
    expect((await stranger.call('POST /api/lorebook/delete', { body: { id } })).code).toBe(1003)
    expect((await download(stranger, `/api/lorebook/export?id=${id}`)).status).toBe(404)
    expect((await set(stranger, { chat_id: chatId, lorebook_ids: [id] })).code).toBe(1003)
    const persona = { name: 'Bo', description: '', lorebook_ids: [id] }
    expect((await stranger.call('POST /api/user/savePersona', { body: persona })).code).toBe(1003)
    expect(await list(person)).toMatchObject([{ id, name: 'Harbour', chats: [] }])
  })

  it('enter the prompts of one chat, at once and until they are removed', async () => {
    const person = await server.signIn()
    const [chatId, other] = [await person.startChat(), await person.startChat('anneke')]
    expect(await talk(person, chatId, 'The lamp?')).not.toContain('green')
    const made = await create(person, bookOf(entry('The lamp is green.')))
    const reply = await set(person, { chat_id: chatId, lorebook_ids: [made.id, made.id] })
    expect(reply.data.settings.lorebook_ids).toEqual([made.id])
    expect(await talk(person, chatId, 'The lamp?')).toContain('The lamp is green.')
    expect(await talk(person, other, 'The lamp?')).not.toContain('green')
    await save(person, { id: made.id, content: bookOf(entry('The lamp is blue.')) })
    expect(await talk(person, chatId, 'The lamp?')).toContain('The lamp is blue.')
    expect((await list(person))[0]?.chats).toMatchObject([{ id: chatId }])
    await set(person, { chat_id: chatId, lorebook_ids: [] })
    expect(await talk(person, chatId, 'The lamp?')).not.toContain('blue')
  })

  it('enter the prompts of a persona and of all chats', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat()
    const own = await create(person, bookOf(entry('Of the persona.')))
    await create(person, bookOf(entry('Of all chats.')), { all_chats: true })
    const body = { name: 'Robin', description: '', lorebook_ids: [own.id] }
    const persona = (await person.call('POST /api/user/savePersona', { body })).data
    expect(persona.lorebook_ids).toEqual([own.id])
    const before = await talk(person, chatId, 'The lamp?')
    expect(before).toContain('Of all chats.')
    expect(before).not.toContain('Of the persona.')
    await set(person, { chat_id: chatId, persona_id: persona.id })
    expect(await talk(person, chatId, 'The lamp?')).toContain('Of the persona.')
    await person.call('POST /api/user/deletePersona', { body: { id: persona.id } })
    expect(await talk(person, chatId, 'The lamp?')).not.toContain('Of the persona.')
  })

  it('never say in a prompt that the character of the chat is under 18', async () => {
    const person = await server.signIn()
    const chatId = await person.startChat('anneke')
    const { name } = (await person.call('GET /api/chat/info', { query: { chat_id: chatId } })).data.card
    await create(person, bookOf(entry(`${name} is 16 years old.`), entry('The lamp is green.')), { all_chats: true })
    const prompt = await talk(person, chatId, 'The lamp?')
    expect(prompt).toContain('The lamp is green.')
    expect(prompt).not.toContain('is 16')
  })

  it('are limited in number', async () => {
    const person = await server.signIn()
    const { database } = server.context
    const first = await create(person, bookOf())
    await database.query(
      `insert into lorebook (id, person_id, name, content, entries, bytes, created_at, updated_at)
       select 'copy-' || $2 || n, person_id, name, content, 0, 0, created_at, updated_at
       from lorebook, generate_series(2, $3) n where id = $1`,
      [first.id, first.id, LIMITS.lorebooks],
    )
    expect((await save(person, { name: 'One more', content: bookOf() })).code).toBe(1004)
  })
})
