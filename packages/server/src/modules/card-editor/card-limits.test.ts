import { randomBytes } from 'node:crypto'
import { LIMITS } from '@everkin/contract/limits.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertVersion } from './store.ts'

describe('what one person may store as a creator', { timeout: 60_000 }, () => {
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer()
    person = await server.signIn()
  })
  afterAll(() => server.end())

  const query: TestServer['context']['database']['query'] = (...asked) => server.context.database.query(...asked)
  const tooMany = (limit: number) => ({
    status: 409,
    code: 1004,
    msg: server.context.texts.translate('en')('errors.tooMany'),
    data: { limit },
  })

  it('is limited to a number of cards, also by duplicating; a change of one is still possible', async () => {
    const first = await person.call('POST /api/chat.Single/saveCard', { body: { name: 'Wren' } })
    expect(first.code).toBe(1)
    await query(
      `insert into card (id, type, state, visibility, creator_id, name, created_at, updated_at)
       select 'full' || n, 'single', 'draft', 'private', $1, 'Wren', now(), now() from generate_series(2, $2::int) n`,
      [person.user.id, LIMITS.cards],
    )
    const save = (body: object) => person.call('POST /api/chat.Single/saveCard', { body })
    expect(await save({ name: 'One more' })).toMatchObject(tooMany(LIMITS.cards))
    expect(await person.call('POST /api/editor/duplicateCard', { body: { id: first.data.id } })).toMatchObject(
      tooMany(LIMITS.cards),
    )
    expect((await save({ id: first.data.id, name: 'Wren again' })).code).toBe(1)
    await query(`delete from card where id like 'full%'`)
  })

  it('is limited to a number of drafts; a change of one is still possible', async () => {
    const save = (body: { id?: string }) =>
      person.call('POST /api/editor/saveDraft', { body: { ...body, type: 'single', content: { name: 'Wren' } } })
    const { data } = await save({})
    await query(
      `insert into card_draft (id, person_id, type, content, updated_at)
       select 'full' || n, $1, 'single', '{}', now() from generate_series(2, $2::int) n`,
      [person.user.id, LIMITS.cardDrafts],
    )
    expect(await save({})).toMatchObject(tooMany(LIMITS.cardDrafts))
    expect((await save({ id: data.id })).code).toBe(1)
  })

  it('keeps the newest versions of a card, by number and by size, and always the last one', async () => {
    const { data: card } = await person.call('POST /api/chat.Single/saveCard', { body: { name: 'Versions' } })
    await query('delete from card_version where card_id = $1', [card.id])
    const store = (number: number, max: { count: number; bytes: number }) =>
      server.context.database.transaction((tx) =>
        insertVersion(
          tx,
          card.id,
          {
            number,
            // Only an object: the store does not read it. Random, so that the database cannot compress it.
            content: { name: randomBytes(1_000).toString('base64') } as Parameters<typeof insertVersion>[2]['content'],
            changed: [],
            restoredFrom: null,
            createdAt: new Date(),
          },
          max,
        ),
      )
    const kept = async () =>
      (await query<{ number: number }>('select number from card_version where card_id = $1 order by 1', [card.id])).map(
        ({ number }) => number,
      )
    const roomy = { count: 3, bytes: 1_000_000 }
    for (let number = 1; number <= 5; number++) await store(number, roomy)
    expect(await kept()).toEqual([3, 4, 5])
    await store(6, { count: 100, bytes: 3_000 })
    expect(await kept()).toEqual([5, 6])
    await store(7, { count: 100, bytes: 10 })
    expect(await kept()).toEqual([7])
  })
})
