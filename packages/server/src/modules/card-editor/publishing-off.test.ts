import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a site on which nobody may publish', () => {
  let server: TestServer
  let maker: TestPerson
  let shared: string
  beforeAll(async () => {
    server = await startTestServer()
    maker = await server.signIn()
    shared = (await save({ name: 'Seen', visibility: 'public' })).data.id ?? ''
    Object.assign(server.context.settings, { publishingEnabled: false })
  })
  afterAll(() => server.end())

  const save = (body: object) =>
    maker.call('POST /api/chat.Single/saveCard', { body: { tagline: 'Repairs clocks.', age: 41, ...body } })
  const visibilityOf = async (id: string) =>
    (await maker.call('GET /api/chat.Single/cardInfo', { query: { id } })).data.visibility

  it('refuses what others could see, says why, and stores nothing', async () => {
    const refused = { code: 1002, msg: server.context.texts.translate('en')('errors.publishingOff') }
    for (const visibility of ['public', 'unlisted'] as const) {
      expect(await save({ name: 'Wren', visibility })).toMatchObject(refused)
      const group = { name: 'Cast', opening: 'Rain.', member_ids: ['ilse', 'bram'], visibility }
      expect(await maker.call('POST /api/chat.Multiple/saveCard', { body: group })).toMatchObject(refused)
    }
    const list = await maker.call('GET /api/user/chatCardList', { query: { type: 'single' } })
    expect(list.data.list.map(({ name }) => name)).toEqual(['Seen'])
  })

  it('lets people write for themselves, and publish what is private no more', async () => {
    const { data } = await save({ name: 'Wren', visibility: 'private' })
    expect(data).toMatchObject({ state: 'published', visibility: 'private' })
    expect((await save({ id: data.id, visibility: 'public' })).code).toBe(1002)
    expect(await visibilityOf(data.id ?? '')).toBe('private')
  })

  it('leaves what is shared as it is: it cannot change, but become private', async () => {
    expect((await save({ id: shared, tagline: 'Another.' })).code).toBe(1002)
    const restored = await maker.call('POST /api/editor/restoreVersion', { body: { id: shared, number: 1 } })
    expect(restored.code).toBe(1002)
    expect(await visibilityOf(shared)).toBe('public')
    expect((await save({ id: shared, visibility: 'private' })).data.visibility).toBe('private')
  })
})
