import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { purgeForgottenFacts } from './store/fact-store.ts'

const model = createFakeTextModel({ contextTokens: 2048 })
const clock = createTestClock()

describe.each(testDatabaseKinds)('editing a chat’s memory on %s', (kind) => {
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, model, clock })
    person = await server.signIn()
  })
  afterAll(() => server.end())

  const freshChat = async () =>
    (await person.call('POST /api/chat/start', { body: { card_id: 'ilse', fresh: true } })).data.id
  const save = (chatId: string, change: object, by = person) =>
    by.call('POST /api/chat/saveMemory', { body: { chat_id: chatId, ...change } })
  const read = async (chatId: string) =>
    (await person.call('GET /api/chat/memory', { query: { chat_id: chatId } })).data
  const rows = (text: string, values: string[] = []) => server.context.database.query(text, values)
  async function say(chatId: string, text: string) {
    const live = await person.connect()
    live.send({ type: 'message.send', chat_id: chatId, client_id: randomUUID(), text })
    const { message } = await live.next('message.completed')
    live.close()
    return message
  }
  /** A receipt is stored after the end of its reply. */
  async function receiptOf(chatId: string, messageId: string) {
    const ask = async () =>
      (await person.call('GET /api/chat/receipt', { query: { chat_id: chatId, message_id: messageId } })).data
    await expect.poll(async () => (await ask()).facts.length).toBeGreaterThan(0)
    return ask()
  }
  const promptNow = () =>
    model.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .join('\n') ?? ''

  it('is empty at first, with the token usage of the next prompt', async () => {
    const memory = await read(await freshChat())
    expect(memory).toMatchObject({
      summary: '',
      summary_covers: 0,
      summary_updated_at: null,
      facts: [],
      shares_memory: false,
    })
    const { meter } = memory
    expect(meter.parts.map((part) => part.kind)).toContain('safety')
    const used = meter.parts.reduce((sum, part) => sum + part.tokens, 0)
    expect(used + meter.free_tokens + meter.reply_tokens).toBe(meter.context_tokens)
    expect(meter).toMatchObject({ context_tokens: 2048, verbatim_messages: 1, older_messages: 0 })
  })

  it('stores what the person writes, and the next prompt contains it', async () => {
    const chatId = await freshChat()
    const { data } = await save(chatId, {
      summary: '  They met on the ferry.  ',
      facts: [{ text: 'My sister is called Ana.' }, { text: 'I work at night.', pinned: true }],
    })
    expect(data.summary).toBe('They met on the ferry.')
    expect(data.facts.map(({ text, pinned, origin, source_seq }) => ({ text, pinned, origin, source_seq }))).toEqual([
      { text: 'I work at night.', pinned: true, origin: 'person', source_seq: null },
      { text: 'My sister is called Ana.', pinned: false, origin: 'person', source_seq: null },
    ])
    const reply = await say(chatId, 'Good evening.')
    expect(promptNow()).toContain('- I work at night.\n- My sister is called Ana.')
    const receipt = await receiptOf(chatId, reply.id)
    expect(receipt.facts.map(({ text, forgotten }) => ({ text, forgotten }))).toEqual([
      { text: 'I work at night.', forgotten: false },
      { text: 'My sister is called Ana.', forgotten: false },
    ])
  })

  it('is copied with a branch as far as it belongs to its path, and forgotten facts stay forgotten', async () => {
    const chatId = await freshChat()
    const first = await say(chatId, 'My sister is called Ana.')
    const later = await say(chatId, 'My boat is called Heron.')
    await save(chatId, {
      summary: 'They met on the ferry.',
      facts: [{ text: 'I work at night.', pinned: true }, { text: 'I never drink tea.' }],
    })
    const insert = `insert into memory_fact (id, chat_id, person_id, card_id, text, origin, source_seq, terms, rev, created_at)
      values ($1, $2, $3, 'ilse', $4, 'model', $5::int, '{}', 1, now())`
    await rows(insert, [`a-${chatId}`, chatId, person.user.id, 'Her sister is called Ana.', String(first.seq - 1)])
    await rows(insert, [`b-${chatId}`, chatId, person.user.id, 'Her boat is called Heron.', String(later.seq - 1)])
    const tea = (await read(chatId)).facts.find(({ text }) => text.includes('tea'))
    await save(chatId, { facts: [{ id: tea?.id ?? '', deleted: true }] })

    const made = await person.call('POST /api/chat/branch', { body: { chat_id: chatId, message_id: first.id } })
    const copied = await read(made.data.id)
    expect(copied.facts.map(({ text, pinned, source_seq }) => ({ text, pinned, source_seq }))).toEqual([
      { text: 'I work at night.', pinned: true, source_seq: null },
      { text: 'Her sister is called Ana.', pinned: false, source_seq: 2 },
    ])
    const { data: info } = await person.call('GET /api/chat/info', { query: { chat_id: chatId } })
    expect(info.memory.summary).toBe('They met on the ferry.')
    const barred = await rows('select 1 from memory_fact where chat_id = $1 and forgotten_at is not null', [
      made.data.id,
    ])
    expect(barred).toHaveLength(1)
    await save(made.data.id, { facts: [{ id: copied.facts[0]?.id ?? '', deleted: true }] })
    expect((await read(chatId)).facts.map(({ text }) => text)).toContain('I work at night.')
  })

  it('edits a fact, forgets it at once, and restores it within ten minutes but not after', async () => {
    const chatId = await freshChat()
    const first = (await save(chatId, { facts: [{ text: 'My dog is called Pixel.' }] })).data.facts[0]
    const id = first?.id ?? ''
    expect(
      (await save(chatId, { facts: [{ id, text: 'My dog is called Bit.', pinned: true }] })).data.facts,
    ).toMatchObject([{ id, text: 'My dog is called Bit.', pinned: true }])
    const reply = await say(chatId, 'Where is the dog?')
    expect(promptNow()).toContain('- My dog is called Bit.')
    expect((await save(chatId, { facts: [{ id, deleted: true }] })).data.facts).toEqual([])
    await say(chatId, 'And the dog?')
    expect(promptNow()).not.toContain('called Bit')
    const receipt = await receiptOf(chatId, reply.id)
    expect(receipt.facts).toEqual([{ id, text: '', forgotten: true }])

    expect((await save(chatId, { facts: [{ id, deleted: false }] })).data.facts).toMatchObject([{ id }])
    await save(chatId, { facts: [{ id, deleted: true }] })
    clock.advance(LIMITS.factRestoreMs)
    expect((await save(chatId, { facts: [{ id, deleted: false }] })).code).toBe(1003)
    await purgeForgottenFacts(server.context.database, clock.now())
    expect(await rows('select text from memory_fact where id = $1', [id])).toEqual([{ text: '' }])
  })

  it('forgets everything on request, and a forgotten summary does not come back', async () => {
    const chatId = await freshChat()
    await save(chatId, { summary: 'They met.', facts: [{ text: 'I like fog.' }] })
    expect((await save(chatId, { forget_all: true })).data).toMatchObject({ summary: '', facts: [] })
    await save(chatId, { summary: 'First.' })
    await save(chatId, { summary: 'Second.' })
    expect((await save(chatId, { summary: '' })).data.summary).toBe('')
    expect((await read(chatId)).summary).toBe('')
  })

  it('lets other chats with the same character recall facts only when both share', async () => {
    const one = await freshChat()
    const other = await freshChat()
    await save(one, { facts: [{ text: 'My boat is called Heron.' }] })
    await save(other, { shares_memory: true })
    await say(other, 'What is my boat called?')
    expect(promptNow()).not.toContain('Heron')
    expect((await save(one, { shares_memory: true })).data.shares_memory).toBe(true)
    await say(other, 'What is my boat called?')
    expect(promptNow()).toContain('- My boat is called Heron.')
    expect((await read(other)).facts).toEqual([])
    await save(other, { shares_memory: false })
    await say(other, 'What is my boat called?')
    expect(promptNow()).not.toContain('- My boat is called Heron.')
  })

  it('rejects what is too long, too many, unknown, empty or blocked, and stores none of it', async () => {
    const chatId = await freshChat()
    const refused: [object, number][] = [
      [{ facts: [{ text: 'x'.repeat(LIMITS.factLength + 1) }] }, 1000],
      [{ facts: [{ text: '   ' }] }, 1000],
      [{ facts: [{ text: '\u200b\u2060' }] }, 1000],
      [{ facts: [{ pinned: true }] }, 1000],
      [{ summary: 'x'.repeat(LIMITS.summaryLength + 1) }, 1000],
      [{ facts: Array.from({ length: LIMITS.facts + 1 }, (_, index) => ({ text: `fact ${index}` })) }, 1000],
      [{ facts: [{ id: 'nobody', text: 'x' }] }, 1003],
      [{ facts: [{ text: 'I like tea.' }, { id: 'nobody', deleted: true }] }, 1003],
      [{ facts: [{ text: 'I want to kill myself.' }] }, 1011],
      [{ facts: [{ text: 'I like tea.' }, { text: 'A [[minor-cue]] and a [[sexual-cue]].' }] }, 1011],
      [{ summary: 'A [[minor-cue]] and a [[sexual-cue]].' }, 1011],
    ]
    for (const [change, code] of refused)
      expect({ change: JSON.stringify(change).slice(0, 80), code: (await save(chatId, change)).code }).toEqual({
        change: JSON.stringify(change).slice(0, 80),
        code,
      })
    expect(await read(chatId)).toMatchObject({ summary: '', facts: [] })
    expect(await rows('select 1 from memory_fact where chat_id = $1', [chatId])).toEqual([])
  })

  it('keeps the newest thousand forgotten facts of a chat', async () => {
    const chatId = await freshChat()
    const forgotten = `insert into memory_fact (id, chat_id, person_id, card_id, text, origin, terms, rev, created_at, forgotten_at)
      select $1 || '-' || n, $1, $2, 'ilse', '', 'person', '{}', 1, now(), now() - make_interval(days => n)
      from generate_series(1, 1400) n`
    await rows(forgotten, [chatId, person.user.id])
    await save(chatId, { facts: [{ text: 'I like tea.' }] })
    await save(chatId, { forget_all: true })
    const left = await rows('select id from memory_fact where chat_id = $1 order by forgotten_at', [chatId])
    expect(left).toHaveLength(1_000)
    expect(left[0]).toEqual({ id: `${chatId}-999` })
  })

  it('deletes first, and applies several changes of one fact in their order', async () => {
    const chatId = await freshChat()
    const [one, two] = (await save(chatId, { facts: [{ text: 'I like tea.' }, { text: 'I like fog.' }] })).data.facts
    const { data } = await save(chatId, {
      facts: [
        { id: one?.id ?? '', pinned: true },
        { id: one?.id ?? '', text: 'I like green tea.' },
        { id: two?.id ?? '', deleted: true },
      ],
    })
    expect(data.facts).toMatchObject([{ id: one?.id, text: 'I like green tea.', pinned: true }])
  })

  it('makes one of two facts of a message that say the same', async () => {
    const chatId = await freshChat()
    const { seq } = await say(chatId, 'I like tea and fog.')
    const added = [{ text: 'Likes tea.', pinned: true }, { text: 'Likes fog.' }, { text: 'Likes rain.' }]
    await save(chatId, { facts: added })
    await rows('update memory_fact set source_seq = $2 where chat_id = $1', [chatId, String(seq)])
    const { facts } = await read(chatId)
    const idOf = (text: string) => facts.find((fact) => fact.text === text)!.id
    const merged = await save(chatId, { facts: [{ id: idOf('Likes fog.'), text: 'Likes tea.' }] })
    expect(merged.data.facts).toMatchObject([
      { id: idOf('Likes fog.'), text: 'Likes tea.', pinned: true },
      { text: 'Likes rain.' },
    ])
    await save(chatId, { facts: [{ id: idOf('Likes rain.'), deleted: true }] })
    await save(chatId, { facts: [{ id: idOf('Likes fog.'), text: 'Likes rain.' }] })
    expect((await save(chatId, { facts: [{ id: idOf('Likes rain.'), deleted: false }] })).code).toBe(1003)
    expect((await read(chatId)).facts).toMatchObject([{ text: 'Likes rain.' }])
  })

  it('belongs to one person', async () => {
    const chatId = await freshChat()
    const id = (await save(chatId, { facts: [{ text: 'I like tea.' }] })).data.facts[0]?.id ?? ''
    const stranger = await server.signIn()
    expect((await stranger.call('GET /api/chat/memory', { query: { chat_id: chatId } })).code).toBe(1003)
    expect((await save(chatId, { facts: [{ id, deleted: true }] }, stranger)).code).toBe(1003)
    const theirs = await stranger.startChat()
    expect((await save(theirs, { facts: [{ id, text: 'mine now' }] }, stranger)).code).toBe(1003)
    expect((await read(chatId)).facts).toMatchObject([{ text: 'I like tea.' }])
    expect((await server.call('GET /api/chat/memory', { query: { chat_id: chatId } })).code).toBe(1001)
  })
})
