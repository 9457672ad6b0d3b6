import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const SAMPLERS = {
  temperature: 0.7,
  top_p: null,
  top_k: 40,
  min_p: 0.05,
  repetition_penalty: 1.1,
  frequency_penalty: null,
  presence_penalty: null,
  seed: 7,
}
const MINE = {
  name: 'Evenings',
  samplers: SAMPLERS,
  stop: ['***'],
  max_reply_tokens: 300,
  context_tokens: 8192,
  reasoning: 'low' as const,
}

describe.each(testDatabaseKinds)('presets on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind })
  })
  afterAll(() => server.end())

  const list = async (person: TestPerson) => (await person.call('GET /api/preset/list')).data
  const own = async (person: TestPerson) => (await list(person)).filter(({ builtin }) => !builtin)
  const save = (person: TestPerson, body: object) => person.call('POST /api/preset/save', { body })

  it('are created once for the same key, also when it comes twice at once', async () => {
    const person = await server.signIn()
    const body = { ...MINE, idempotency_key: randomUUID() }
    const [first, second] = await Promise.all([save(person, body), save(person, body)])
    expect(first.data).toEqual(second.data)
    expect(await own(person)).toEqual([first.data])
    expect((await save(person, { ...body, stop: [] })).code).toBe(1004)
  })

  it('are five built-in ones with names in the reader’s language, then one’s own', async () => {
    const person = await server.signIn()
    const { data } = await save(person, { ...MINE, name: '  Evenings\n' })
    expect(data).toEqual({ ...MINE, id: data.id, builtin: false })
    const names = (await list(person)).map(({ name, builtin }) => [name, builtin])
    expect(names).toEqual([
      ['Balanced', true],
      ['Precise', true],
      ['Creative', true],
      ['Wild', true],
      ['Long replies', true],
      ['Evenings', false],
    ])
    const german = await person.call('GET /api/preset/list', { headers: { 'page-language': 'de' } })
    expect(german.data[0]?.name).not.toBe('Balanced')
  })

  it('can be changed and deleted by their owner only', async () => {
    const [person, stranger] = [await server.signIn(), await server.signIn()]
    const { id } = (await save(person, MINE)).data
    expect((await save(person, { ...MINE, id, name: 'Mornings', stop: [] })).data).toMatchObject({
      id,
      name: 'Mornings',
    })
    expect((await save(stranger, { ...MINE, id })).code).toBe(1003)
    expect((await stranger.call('POST /api/preset/delete', { body: { id } })).code).toBe(1003)
    expect((await own(person)).map(({ name }) => name)).toEqual(['Mornings'])
    expect((await person.call('POST /api/preset/delete', { body: { id } })).code).toBe(1)
    expect(await own(person)).toEqual([])
    expect((await save(person, { ...MINE, id })).code).toBe(1003)
  })

  it('that are built in can be neither changed nor deleted', async () => {
    const person = await server.signIn()
    expect((await save(person, { ...MINE, id: 'balanced' })).code).toBe(1003)
    expect((await person.call('POST /api/preset/delete', { body: { id: 'balanced' } })).code).toBe(1003)
  })

  it.each([
    ['a blank name', { ...MINE, name: ' \n' }, 1000],
    ['an invisible name', { ...MINE, name: '\u200B' }, 1000],
    ['a long name', { ...MINE, name: 'x'.repeat(LIMITS.presetNameLength + 1) }, 1000],
    ['no samplers', { ...MINE, samplers: undefined }, 1000],
    ['a temperature below 0', { ...MINE, samplers: { ...SAMPLERS, temperature: -0.1 } }, 1000],
    ['a temperature that is text', { ...MINE, samplers: { ...SAMPLERS, temperature: '1' } }, 1000],
    ['a broken number of candidates', { ...MINE, samplers: { ...SAMPLERS, top_k: 1.5 } }, 1000],
    ['a probability above 1', { ...MINE, samplers: { ...SAMPLERS, top_p: 1.01 } }, 1000],
    ['a seed that is too large', { ...MINE, samplers: { ...SAMPLERS, seed: 2 ** 31 } }, 1000],
    ['too many stop strings', { ...MINE, stop: Array(LIMITS.stopStrings + 1).fill('x') }, 1000],
    ['an empty stop string', { ...MINE, stop: [''] }, 1000],
    ['a long stop string', { ...MINE, stop: ['x'.repeat(LIMITS.stopLength + 1)] }, 1000],
    ['a reply without length', { ...MINE, max_reply_tokens: 0 }, 1000],
    ['a context for nothing', { ...MINE, context_tokens: 100 }, 1000],
    ['an unknown effort', { ...MINE, reasoning: 'extreme' }, 1000],
    ['a name that the rules block', { ...MINE, name: '[[minor-cue]] [[sexual-cue]]' }, 1011],
  ])('refuse %s and store nothing', async (_name, body, code) => {
    const person = await server.signIn()
    expect((await save(person, body)).code).toBe(code)
    expect(await own(person)).toEqual([])
  })

  it('are limited in number, also for ten concurrent requests', async () => {
    const person = await server.signIn()
    for (let made = 0; made < LIMITS.presets - 5; made += 1) await save(person, MINE)
    const replies = await Promise.all(Array.from({ length: 10 }, () => save(person, MINE)))
    expect(replies.map(({ code }) => code).sort()).toEqual([1, 1, 1, 1, 1, 1004, 1004, 1004, 1004, 1004])
    expect(await own(person)).toHaveLength(LIMITS.presets)
  })

  it('are read from files without storing anything, and written to files', async () => {
    const person = await server.signIn()
    const file = { file_name: 'Slow burn.json', content: JSON.stringify({ temp: 0.9, rep_pen: 1.1, tfs: 0.95 }) }
    const { data } = await person.call('POST /api/preset/read', { body: file })
    expect(data.preset).toMatchObject({ name: 'Slow burn', samplers: { temperature: 0.9, repetition_penalty: 1.1 } })
    expect(data.report).toMatchObject({ format: 'text_completion', ignored: [{ field: 'tfs', kind: 'sampler' }] })
    expect(await own(person)).toEqual([])
    const bad = await person.call('POST /api/preset/read', { body: { ...file, content: '<html>' } })
    expect(bad.code).toBe(1007)

    const { id } = (await save(person, data.preset)).data
    const download = async (presetId: string, format: string) => {
      const url = `${server.origin}/api/preset/export?id=${presetId}&format=${format}`
      return fetch(url, { headers: credentialsOf(person) })
    }
    const written = await download(id, 'text_completion')
    expect(written.headers.get('content-disposition')).toContain('everkin-preset-slow-burn.json')
    expect(await written.json()).toEqual({ name: 'Slow burn', temp: 0.9, rep_pen: 1.1 })
    expect(await (await download('wild', 'everkin')).json()).toMatchObject({ spec: 'everkin_preset', name: 'Wild' })
    expect((await download('nothing', 'everkin')).status).toBe(404)
  })

  it('are nobody’s without signing in', async () => {
    expect((await server.call('GET /api/preset/list')).code).toBe(1001)
    expect((await server.call('GET /api/model/list')).code).toBe(1001)
  })
})
