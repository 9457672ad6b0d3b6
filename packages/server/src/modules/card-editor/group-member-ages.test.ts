import type { ApiBody } from '@everkin/contract/api-types.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('B5: the texts of a group beside the ages of its members', () => {
  let server: TestServer
  let maker: TestPerson
  let reader: TestPerson
  beforeAll(async () => {
    server = await startTestServer()
    maker = await server.signIn('maker@example.org')
    reader = await server.signIn('reader@example.org')
  })
  afterAll(() => server.end())

  const save = (body: ApiBody<'POST /api/chat.Multiple/saveCard'>) =>
    maker.call('POST /api/chat.Multiple/saveCard', {
      body: { name: 'The late shift', opening: 'Rain.', visibility: 'public', member_ids: ['ilse', 'bram'], ...body },
    })
  const blockersOf = async (id: string) => (await maker.call('GET /api/editor/card', { query: { id } })).data.blockers
  const start = (by: TestPerson, id: string) => by.call('POST /api/chat/start', { body: { group_id: id } })

  it.each<[ApiBody<'POST /api/chat.Multiple/saveCard'>, string]>([
    [{ scenario: 'Bram is fifteen.' }, 'age_contradicted'],
    [{ tagline: 'Ilse, 15, and a clock.' }, 'age_contradicted'],
    [{ opening: 'Rain.\nIlse: I am fifteen.' }, 'age_contradicted'],
    [{ scenario: `${'The rain goes on. '.repeat(1000)}\nBram is fifteen.` }, 'age_contradicted'],
    [{ scenario: 'A 15-year-old girl waits by the gate.' }, 'minor'],
  ])('%o keeps it a draft that nobody can chat with', async (texts, blocker) => {
    const { code, data } = await save(texts)
    expect([code, data.state, data.visibility]).toEqual([1, 'draft', 'private'])
    expect(await blockersOf(data.id)).toEqual([blocker])
    for (const person of [maker, reader]) expect((await start(person, data.id)).code).not.toBe(1)
  })

  it('a published group becomes a draft with such a change, and an older version of it cannot come back', async () => {
    const { data } = await save({ scenario: 'Bram is forty.' })
    expect([data.state, await blockersOf(data.id)]).toEqual(['published', []])
    const { data: chat } = await start(reader, data.id)
    expect((await save({ id: data.id, scenario: 'Bram is fifteen.' })).data.state).toBe('draft')
    const info = () => reader.call('GET /api/chat/info', { query: { chat_id: chat.id } })
    await expect.poll(async () => (await info()).data.closed).toBe(true)
    expect((await save({ id: data.id, scenario: 'Bram is forty.' })).data.state).toBe('published')
    const { data: restored } = await maker.call('POST /api/editor/restoreVersion', { body: { id: data.id, number: 2 } })
    expect(restored.state).toBe('draft')
  })

  it('a child of someone in the story is no member', async () => {
    const { data } = await save({ scenario: 'Bram teaches at the village school. His sister has a 7-year-old son.' })
    expect(data.state).toBe('published')
  })
})
