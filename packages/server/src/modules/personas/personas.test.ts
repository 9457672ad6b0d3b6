import { randomUUID } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.each(testDatabaseKinds)('personas on %s', (kind) => {
  let server: TestServer
  /** Never has a persona. */
  let refused: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind })
    refused = await server.signIn()
  })
  afterAll(() => server.end())

  const list = async (person: TestPerson) => (await person.call('GET /api/user/personas')).data.list
  const save = (person: TestPerson, body: object) => person.call('POST /api/user/savePersona', { body })
  const mara = { name: 'Mara', description: 'A night nurse who never learnt to swim.' }

  it('lists several, oldest first; the first is the default until another one is', async () => {
    const person = await server.signIn()
    expect(await list(person)).toEqual([])
    const first = (await save(person, { ...mara, name: '  Mara ' })).data
    expect(first).toMatchObject({ ...mara, is_default: true })
    const second = (await save(person, { name: '真理', description: '' })).data
    expect(second.is_default).toBe(false)
    await save(person, { ...second, is_default: true })
    expect((await list(person)).map(({ name, is_default }) => [name, is_default])).toEqual([
      ['Mara', false],
      ['真理', true],
    ])
    expect((await save(person, { id: second.id, name: 'Mari', description: 'Tall.' })).data.is_default).toBe(true)
    expect((await person.call('POST /api/user/deletePersona', { body: { id: second.id } })).code).toBe(1)
    expect(await list(person)).toEqual([{ ...first, is_default: false }])
  })

  it.each([
    ['no name', { description: '' }, 1000],
    ['a blank name', { name: ' \n', description: '' }, 1000],
    ['an invisible name', { name: '\u200B\u2060', description: '' }, 1000],
    ['a name that is too long', { name: 'x'.repeat(LIMITS.nicknameLength + 1), description: '' }, 1000],
    ['a description that is too long', { name: 'x', description: 'x'.repeat(LIMITS.personaLength + 1) }, 1000],
    ['a number for a name', { name: 5, description: '' }, 1000],
    ['an id that is not there', { id: 'nobody', ...mara }, 1003],
    ['words that the rules block', { name: 'x', description: '[[minor-cue]] [[sexual-cue]]' }, 1011],
    ['words split between name and description', { name: '[[minor-cue]]', description: '[[sexual-cue]]' }, 1011],
    ['an age under 18 of “I”', { name: 'Mara', description: 'I’m 16. I paint.' }, 1011],
    ['an age under 18 by name', { name: 'Mara', description: 'Paints. Mara is a 15-year-old painter.' }, 1011],
    ['an age under 18 by macro', { name: 'Mara', description: '{{user}} is in high school' }, 1011],
    ['an age under 18 without a subject', { name: 'Mara', description: 'a 15-year-old painter' }, 1011],
    ['an age under 18 after an “and”', { name: 'Mara', description: 'I paint and I am 16' }, 1011],
    ['an age under 18 in German', { name: 'Mara', description: 'Malt gern. Sie ist 16 Jahre alt.' }, 1011],
    ['an age under 18 in Japanese', { name: 'Mara', description: '絵を描く。私は16歳' }, 1011],
    ['an age under 18 in Arabic', { name: 'Mara', description: 'رسامة، عمرها 16 سنة' }, 1011],
  ])('refuses %s and stores nothing', async (_name, body, code) => {
    expect((await save(refused, body)).code).toBe(code)
    expect(await list(refused)).toEqual([])
  })

  it.each([
    'A 34-year-old nurse, 6 feet tall, with two children of 5 and 9.',
    'She is 5 minutes late for everything.',
    'I have a daughter who is 12 and a cat.',
    'Ich bin 40 Jahre alt und habe drei Katzen.',
    'Elle a 52 ans.',
  ])('takes “%s”', async (description) => {
    const person = await server.signIn()
    expect((await save(person, { name: 'Mara', description })).code).toBe(1)
  })

  it('are limited in number, also for ten concurrent requests', async () => {
    const person = await server.signIn()
    for (let made = 0; made < LIMITS.personas - 5; made += 1) await save(person, { ...mara, name: `Mara ${made}` })
    const replies = await Promise.all(Array.from({ length: 10 }, () => save(person, mara)))
    expect(replies.map(({ code }) => code).sort()).toEqual([1, 1, 1, 1, 1, 1004, 1004, 1004, 1004, 1004])
    expect((await list(person)).filter((persona) => persona.is_default).length).toBe(1)
  })

  it('are created once for the same key, also when it comes twice at once', async () => {
    const person = await server.signIn()
    const body = { ...mara, idempotency_key: randomUUID() }
    const [first, second] = await Promise.all([save(person, body), save(person, body)])
    expect(first.data).toEqual(second.data)
    expect(await list(person)).toEqual([first.data])
    expect((await save(person, { ...body, name: 'Mari' })).code).toBe(1004)
    await person.call('POST /api/user/deletePersona', { body: { id: first.data.id } })
    expect((await save(person, body)).code).toBe(1003)
    expect((await save(await server.signIn(), body)).code).toBe(1)
  })

  it('of other people count as missing', async () => {
    const [person, stranger] = [await server.signIn(), await server.signIn()]
    const { data } = await save(person, mara)
    expect((await save(stranger, { ...mara, id: data.id })).code).toBe(1003)
    expect((await stranger.call('POST /api/user/deletePersona', { body: { id: data.id } })).code).toBe(1003)
    expect(await list(stranger)).toEqual([])
    expect(await list(person)).toEqual([data])
    expect((await server.call('GET /api/user/personas')).code).toBe(1001)
  })
})
