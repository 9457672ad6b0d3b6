import type { ApiEvent } from '@everkin/contract/api-types.ts'
import { LOCALE_CODES } from '@everkin/contract/locales.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDemoModel } from '../../providers/text-model/demo/demo-model.ts'
import { createFakeTextModel, type FakeReply } from '../../providers/text-model/fake.ts'
import { FieldParser } from './generator-prompt.ts'

type WriteEvent = ApiEvent<'POST /api/chat.Single/create'>
type TestEvent = ApiEvent<'POST /api/editor/testReply'>

const ANSWER = `### name
Odalys Fane
### tagline
Forges letters for the dead.
### gender
female
### age
52
### tags
mystery, cosy, Letters
### description
{{char}} writes what was never sent.

She keeps every draft.
### personality
Exact.
### scenario
{{user}} brings an address.
### first_mes
*{{char}} does not look up.* Who is it for?
### alternate_greeting
Come in.
### mes_example
{{user}}: Is it wrong?
{{char}}: It is late.
`

async function eventsOf<Event>(server: TestServer, by: TestPerson, path: string, body: object): Promise<Event[]> {
  const reply = await fetch(server.origin + path, {
    method: 'POST',
    headers: { ...credentialsOf(by), accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const lines = (await reply.text()).split('\n\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line.slice('data: '.length)) as Event) // our own stream
}

describe('generating with a model', () => {
  let server: TestServer
  let maker: TestPerson
  let reply: FakeReply
  const model = createFakeTextModel({ reply: () => reply })
  beforeAll(async () => {
    server = await startTestServer({ model, settings: { RATE_LIMITS: 'off' } })
    maker = await server.signIn()
  })
  afterAll(() => server.end())
  beforeEach(() => {
    reply = { parts: ANSWER.split(/(?<=\w)/) }
  })

  const write = (body: { prompt: string; language?: string }) =>
    eventsOf<WriteEvent>(server, maker, '/api/chat.Single/create', body)
  const test = (body: object) => eventsOf<TestEvent>(server, maker, '/api/editor/testReply', body)

  it('generates a whole card from one sentence, field by field, and the pieces add up to it', async () => {
    const events = await write({ prompt: 'A forger of letters.' })
    const done = events.at(-1)
    if (done?.type !== 'done') throw new Error('not done')
    expect(done.built_in).toBe(false)
    expect(done.card).toMatchObject({ name: 'Odalys Fane', age: 52, gender: 'female', visibility: 'private' })
    expect(done.card.tags.map(({ id }) => id)).toEqual(['mystery', 'cosy', 'Letters'])
    expect(done.card.definition.description).toBe('{{char}} writes what was never sent.\n\nShe keeps every draft.')
    const pieces = (field: string) =>
      events.flatMap((event) => (event.type === 'field' && event.field === field ? [event.text] : [])).join('')
    expect(pieces('description').trim()).toBe(done.card.definition.description)
    expect(events.length).toBeGreaterThan(30)
  })

  it('can be saved unchanged, and is not stored before', async () => {
    const { data: card } = await maker.call('POST /api/chat.Single/create', { body: { prompt: 'A forger.' } })
    const before = await maker.call('GET /api/user/chatCardList', { query: { type: 'single' } })
    expect(before.data.list).toEqual([])
    const saved = await maker.call('POST /api/chat.Single/saveCard', { body: card })
    expect([saved.code, saved.data.state, saved.data.definition]).toEqual([1, 'published', card.definition])
  })

  it.each([
    ['nothing', { parts: [], fault: 'unreachable' }],
    ['no headings', { parts: ['Sorry, I cannot do that.'] }],
    ['half an answer', { parts: [ANSWER.slice(0, 300)], fault: 'cut_off' }],
  ] as [string, FakeReply][])('built-in texts fill in what is missing after %s', async (_name, answer) => {
    reply = answer
    const done = (await write({ prompt: 'A baker of 63 years who talks to bread.' })).at(-1)
    if (done?.type !== 'done') throw new Error('not done')
    expect(done.built_in).toBe(!answer.parts.join('').includes('###'))
    const { definition, ...card } = done.card
    for (const text of [card.name, card.tagline, definition.description, definition.first_mes, definition.mes_example])
      expect(text).not.toBe('')
  })

  it('B1: what the rules block is sent to nobody, whether requested or generated', async () => {
    const asked = await maker.call('POST /api/chat.Single/create', { body: { prompt: '[[minor-cue]] [[sexual-cue]]' } })
    expect(asked.code).toBe(1011)
    reply = { parts: ['### description\nOnce ', '[[minor-cue]] ', '[[sexual-cue]] more'] }
    const events = await write({ prompt: 'A forger of letters.' })
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 1011 })
    expect(JSON.stringify(events)).not.toContain('more')
  })

  it('B5: a character under 18 is not generated, whatever the language', async () => {
    for (const prompt of ['a 15 year old girl who likes tea', 'Une fille de 15 ans qui aime le thé', '15歳の女の子']) {
      const { code, data } = await maker.call('POST /api/chat.Single/create', { body: { prompt } })
      expect([prompt, code, data]).toEqual([prompt, 1011, expect.objectContaining({ category: 'minor_safety' })])
    }
    const { code } = await maker.call('POST /api/chat.Single/create', { body: { prompt: 'A mother of a 7-year-old.' } })
    expect(code).toBe(1)
  })

  it('B5: an age below 18 is left empty, and nobody can talk with it', async () => {
    reply = { parts: [ANSWER.replace('52', '16')] }
    const { data: card } = await maker.call('POST /api/chat.Single/create', { body: { prompt: 'A forger.' } })
    expect(card.age).toBeNull()
    expect((await maker.call('POST /api/chat.Single/saveCard', { body: card })).data.state).toBe('draft')
  })

  it('a test reply streams like a reply, is not stored and costs nothing', async () => {
    reply = { parts: ['Who ', 'is it ', 'for?'] }
    const card = { name: 'Odalys', age: 52, definition: { description: 'Canary description.' } }
    const messages = [{ role: 'user', text: 'Good evening.' }]
    const events = await test({ card, messages })
    expect(events.at(-1)).toEqual({ type: 'done', text: 'Who is it for?', voice_demo: false, help: null })
    expect(
      model.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n'),
    ).toContain('Canary description.')
    expect((await maker.call('GET /api/chat/list', { query: {} })).data.list).toEqual([])
    expect((await maker.call('GET /api/user/info')).data.wallet.message_num).toBe(20)
    reply = { parts: ['Before. ', '[[minor-cue]] ', '[[sexual-cue]] after'] }
    expect((await test({ card, messages })).at(-1)).toMatchObject({ type: 'error', code: 1011 })
    reply = { parts: [], fault: 'unreachable' }
    expect((await test({ card, messages })).at(-1)).toMatchObject({ type: 'error', code: 9001 })
    const quiet = Array.from({ length: 6 }, () => ({ role: 'user', text: 'Go on.' }))
    for (const [body, code] of [
      [{ card: { ...card, age: null }, messages }, 1000],
      [{ card, messages: [] }, 1000],
      [{ card, messages: [{ role: 'user', text: '[[minor-cue]] [[sexual-cue]]' }] }, 1011],
      // Earlier messages come from the client too, whatever their role.
      [{ card, messages: [{ role: 'user', text: '[[minor-cue]] [[sexual-cue]]' }, ...quiet] }, 1011],
      [{ card, messages: [{ role: 'character', text: '[[minor-cue]] [[sexual-cue]]' }, ...quiet] }, 1011],
    ] as const)
      expect((await maker.call('POST /api/editor/testReply', { body: body as never })).code).toBe(code)
  })

  it('C1: in a test chat too, help lines take the place of a reply to a crisis message', async () => {
    const asked = model.requests.length
    const card = { name: 'Odalys', age: 52, definition: {} }
    const messages = [{ role: 'user', text: '[[imminent-cue]]' }]
    const [event, ...others] = await test({ card, messages })
    expect(event).toMatchObject({ type: 'done', text: '', help: { imminent: true } })
    expect(event?.type === 'done' && event.help?.help_lines.length).toBeGreaterThan(0)
    expect(others).toEqual([])
    // Even where the character could not answer.
    const body = { card: { ...card, age: null }, messages }
    expect((await maker.call('POST /api/editor/testReply', { body: body as never })).data).toMatchObject({
      help: { imminent: true },
    })
    expect(model.requests.length).toBe(asked)
    // The story goes on afterwards, as in a chat.
    reply = { parts: ['I am glad.'] }
    const later = [
      { role: 'user', text: "I'd be better off dead" },
      { role: 'user', text: 'I rang somebody.' },
    ]
    expect((await test({ card, messages: later })).at(-1)).toMatchObject({ text: 'I am glad.', help: null })
    const urged = { card, messages: [{ role: 'character', text: '[[self-harm-urge-cue]]' }, ...later] }
    expect((await maker.call('POST /api/editor/testReply', { body: urged as never })).code).toBe(1011)
    const line = { role: 'character', text: '[[crisis-cue]]' }
    reply = { parts: ['It is late.'] }
    expect((await test({ card, messages: [line] })).at(-1)).toMatchObject({ text: 'It is late.', help: null })
  })

  it('reports which lorebook entries a text triggers, by which keys, in any script', async () => {
    const entry = (keys: string[], more: object = {}) => ({ keys, content: 'Told.', enabled: true, ...more })
    const character_book = {
      recursive_scanning: true,
      entries: [
        entry(['灯台', 'lamp']),
        entry(['منارة']),
        entry(['nothing']),
        entry(['lamp'], { enabled: false }),
        entry([], { constant: true }),
        entry(['/l[a-z]mp/'], { use_regex: true }),
        entry(['(['], { use_regex: true }),
        entry(['bell'], { content: 'The brass bell.' }),
        entry(['glass'], { content: 'The glass. The bell.', constant: true }),
        'no entry',
      ],
    }
    const text = 'The LAMP of the 灯台, والمنارة'
    const { data } = await maker.call('POST /api/editor/testLorebook', { body: { character_book, text } })
    expect(data.entries.map(({ fires, why, keys }) => [fires, why, keys])).toEqual([
      [true, 'key', ['灯台', 'lamp']],
      [true, 'key', ['منارة']],
      [false, 'none', []],
      [false, 'disabled', []],
      [true, 'constant', []],
      [true, 'key', ['/l[a-z]mp/']],
      [false, 'invalid_key', []],
      [true, 'recursion', []],
      [true, 'constant', []],
      [false, 'disabled', []],
    ])
    const bad = await maker.call('POST /api/editor/testLorebook', { body: { character_book: 'x', text } })
    expect(bad.code).toBe(1000)
  })
})

describe('generating without a model', () => {
  let server: TestServer
  let maker: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ model: createDemoModel(), settings: { RATE_LIMITS: 'off' } })
    maker = await server.signIn()
  })
  afterAll(() => server.end())

  it.each(LOCALE_CODES)(
    'writes every part in %s, deterministically for a sentence, ready to talk with',
    async (language) => {
      const write = async () =>
        (await maker.call('POST /api/chat.Single/create', { body: { prompt: 'A keeper of lamps.', language } })).data
      const card = await write()
      expect(await write()).toEqual(card)
      expect(card.age).toBeGreaterThanOrEqual(18)
      const { definition } = card
      for (const text of [definition.description, definition.scenario, definition.first_mes, definition.mes_example])
        expect(text).toMatch(/\{\{(char|user)\}\}/)
      const saved = await maker.call('POST /api/chat.Single/saveCard', { body: card })
      expect(saved.data).toMatchObject({ state: 'published', language })
      const { data: chat } = await maker.call('POST /api/chat/start', { body: { card_id: saved.data.id } })
      expect(chat.last_message?.text).not.toContain('{{')
    },
  )
})

it('parses fields the same wherever an answer is split', () => {
  const read = (parts: readonly string[]) => {
    const reader = new FieldParser()
    const fields: Record<string, string> = {}
    for (const { field, text } of [...parts.flatMap((part) => [...reader.push(part)]), ...reader.end()])
      fields[field] = (fields[field] ?? '') + text
    return fields
  }
  const whole = read([ANSWER])
  expect(Object.keys(whole)).toHaveLength(11)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }), (lengths) => {
      const parts: string[] = []
      let from = 0
      for (const length of lengths) {
        parts.push(ANSWER.slice(from, from + length))
        from += length
      }
      expect(read([...parts, ANSWER.slice(from)])).toEqual(whole)
    }),
  )
})
