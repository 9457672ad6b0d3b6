import { createCachedImageReencoder, createFakeImageModel } from '@everkin/testing/fake-image-model.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { grant } from '../wallet/charge.ts'

const reencodeImage = createCachedImageReencoder()

describe.each(testDatabaseKinds)('kept faces on %s', (kind) => {
  const model = createFakeImageModel()
  const clock = createTestClock()
  let server: TestServer
  let person: TestPerson
  let draft: string
  let keys = 0
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, images: model, reencodeImage })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    person = await server.signIn()
    await grant(server.context.database, {
      personId: person.user.id,
      asset: 'coin',
      amount: 20,
      key: `faces:${++keys}`,
      cause: 'newAccount',
      ref: null,
      now: clock.now(),
    })
    draft = await newDraft()
  })

  async function newDraft(who = person, card_id: string | null = null): Promise<string> {
    const body = { type: 'single', content: { name: 'Vesper-9' }, card_id } as const
    return (await who.call('POST /api/editor/saveDraft', { body })).data.id
  }
  const keep = (keepFor: string, isFree: boolean, more: object = {}) =>
    person.call('POST /api/task/create', {
      body: {
        kind: 'image',
        prompt: 'an elf with green hair',
        style_id: 'lamplight',
        size: 'portrait',
        seed: 'seen',
        count: 1,
        keep: { for: keepFor, is_free: isFree },
        idempotency_key: `key-${++keys}`,
        ...more,
      },
    })
  const paint = () => server.context.jobs.runDue()
  const coins = async () => (await person.call('GET /api/user/info')).data.wallet.coin_num

  it('are painted by the built-in painter whatever model is connected, from the prompt and seed that the person saw', async () => {
    const asked = model.requests.length
    const { data: task } = await keep(draft, true)
    await paint()
    const done = (await person.call('GET /api/task/getTaskInfo', { query: { id: task.id } })).data
    expect(done).toMatchObject({ status: 'succeeded', price: 0, images: [{ width: 960 }] })
    expect(model.requests).toHaveLength(asked)
    const rows = await server.context.database.query<{ spec: object }>('select spec from picture where task_id = $1', [
      task.id,
    ])
    expect(rows[0]?.spec).toMatchObject({ kind: 'person', hairColour: 'green', ears: 'fae' })
  })

  it('are free once for each draft; another one costs coins, and only after the person was told', async () => {
    await keep(draft, true)
    expect(await keep(draft, true)).toMatchObject({ code: 1004 })
    expect(await coins()).toBe(20)
    expect((await keep(draft, false)).data).toMatchObject({ price: 5 })
    expect(await coins()).toBe(15)
    // The first face of a draft is not charged for by mistake.
    const other = await newDraft()
    expect(await keep(other, false)).toMatchObject({ code: 1004 })
    expect((await keep(other, true)).data).toMatchObject({ price: 0 })
    expect(await coins()).toBe(15)
  })

  it('are free once when two are requested at the same moment', async () => {
    const answers = await Promise.all([keep(draft, true), keep(draft, true)])
    expect(answers.filter(({ code }) => code === 1004)).toHaveLength(1)
    expect(await coins()).toBe(20)
  })

  it('cost coins for a card that has a portrait, and are free for one without', async () => {
    const card = (avatar: string | null) =>
      person.call('POST /api/chat.Single/saveCard', {
        body: { name: 'Vesper-9', tagline: 'Waits.', age: 40, visibility: 'private', ...(avatar && { avatar }) },
      })
    const { data: bare } = await card(null)
    const { data: task } = await keep(bare.id, true)
    await paint()
    const { images } = (await person.call('GET /api/task/getTaskInfo', { query: { id: task.id } })).data
    const { data: portrayed } = await card(images[0]?.url ?? null)
    expect(await keep(portrayed.id, true)).toMatchObject({ code: 1004 })
    expect(await keep(await newDraft(person, portrayed.id), true)).toMatchObject({ code: 1004 })
    expect((await keep(portrayed.id, false)).data).toMatchObject({ price: 5 })
  })

  it('are for one’s own drafts and cards, one at a time, with a seed, and never of a child', async () => {
    const stranger = await server.signIn()
    expect(await keep(await newDraft(stranger), true)).toMatchObject({ code: 1003 })
    expect(await keep('nobody', true)).toMatchObject({ code: 1003 })
    expect(await keep(draft, true, { count: 2 })).toMatchObject({ code: 1000 })
    expect(await keep(draft, true, { size: 'landscape' })).toMatchObject({ code: 1000 })
    expect(await keep(draft, true, { seed: undefined })).toMatchObject({ code: 1000 })
    expect(await keep(draft, true, { prompt: 'a schoolgirl' })).toMatchObject({ code: 1011 })
    // Nothing of it was kept: the first face is still free.
    expect((await keep(draft, true)).data).toMatchObject({ price: 0 })
  })
})
