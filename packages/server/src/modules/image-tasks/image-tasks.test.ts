import type { ApiBody } from '@everkin/contract/api-types.ts'
import { createCachedImageReencoder, createFakeImageModel } from '@everkin/testing/fake-image-model.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeMedia } from '../media/media-lifecycle.ts'
import { grant } from '../wallet/charge.ts'
import { expireTasks } from './change-task.ts'
import { loadTemplates } from './templates.ts'

type Wish = ApiBody<'POST /api/task/create'>

/** A busy machine may be slow. */
const LATE = { timeout: 20_000 }

const reencodeImage = createCachedImageReencoder()

describe.each(testDatabaseKinds)('image tasks on %s', (kind) => {
  const model = createFakeImageModel()
  const clock = createTestClock()
  let server: TestServer
  let person: TestPerson
  let keys = 0
  beforeAll(async () => {
    server = await startTestServer({ kind, clock, images: model, reencodeImage })
  })
  afterAll(() => server.end())
  beforeEach(async () => {
    model.behave(() => 'made')
    person = await server.signIn()
    await giveCoins(person, 100)
  })

  const giveCoins = ({ user }: TestPerson, amount: number) =>
    grant(server.context.database, {
      personId: user.id,
      asset: 'coin',
      amount,
      key: `test:${++keys}`,
      cause: 'newAccount',
      ref: null,
      now: clock.now(),
    })
  const request = (overrides: Partial<Wish> = {}): Wish => ({
    kind: 'image',
    prompt: 'A ferry captain at night',
    style_id: 'lamplight',
    size: 'portrait',
    count: 1,
    idempotency_key: `key-${++keys}`,
    ...overrides,
  })
  const create = (overrides: Partial<Wish> = {}, who = person) =>
    who.call('POST /api/task/create', { body: request(overrides) })
  const info = async (id: string, who = person) => (await who.call('GET /api/task/getTaskInfo', { query: { id } })).data
  const coins = async (who = person) => (await who.call('GET /api/user/info')).data.wallet.coin_num
  const paint = () => server.context.jobs.runDue()
  const files = (id: string) => server.context.media.files.read(id, '960.webp')

  it('charges with the task, generates one image after another, and marks each as AI-generated (H3)', async () => {
    const live = await person.connect()
    const { data: task } = await create({ count: 3, seed: 'dawn' })
    expect(task).toMatchObject({
      status: 'queued',
      progress: 0,
      images: [],
      count: 3,
      price: 15,
      refunded: 0,
      error: null,
    })
    expect(await coins()).toBe(85)
    expect((await live.next('task.updated')).task).toEqual(task)
    // The grant may still be on its way.
    await live.next('wallet.updated', (frame) => frame.wallet.coin_num === 85)
    await paint()
    const done = await info(task.id)
    expect(done).toMatchObject({ status: 'succeeded', progress: 1, price: 15, refunded: 0, failed: 0 })
    expect(done.images).toHaveLength(3)
    await live.next('task.updated', (frame) => frame.task.status === 'succeeded')
    const told = live.frames.flatMap((frame) => (frame.type === 'task.updated' ? [frame.task.images.length] : []))
    expect(told).toEqual([0, 0, 1, 2, 3])
    expect(model.requests.slice(-3).map(({ index, seed }) => [index, seed])).toEqual([
      [0, 'dawn'],
      [1, 'dawn'],
      [2, 'dawn'],
    ])
    const reply = await fetch(server.origin + done.images[0]?.url)
    expect(reply.headers.get('content-type')).toBe('image/webp')
    const { xmp, width } = await sharp(await reply.bytes()).metadata()
    expect(xmp?.toString()).toContain('digitalsourcetype/algorithmicMedia')
    expect(width).toBe(done.images[0]?.width)
    const missed = await person.connect()
    missed.send({ type: 'sync', user_rev: 0, chats: [], streams: [] })
    expect((await missed.next('task.updated')).task.id).toBe(task.id)
  })

  it('the same key returns the same task and charges once; with another body it is a conflict', async () => {
    const body = request({ count: 2 })
    const ask = (more: object = {}) => person.call('POST /api/task/create', { body: { ...body, ...more } })
    const [one, two] = await Promise.all([ask(), ask()])
    expect(two?.data.id).toBe(one?.data.id)
    expect((await ask()).data.id).toBe(one?.data.id)
    expect(await coins()).toBe(90)
    expect((await ask({ count: 3 })).code).toBe(1004)
    await paint()
  })

  const refused: [string, Partial<Wish>, number][] = [
    ['a blank prompt', { prompt: '   ' }, 1000],
    ['no prompt', { prompt: '' }, 1000],
    ['a prompt that is too long', { prompt: 'x'.repeat(1_001) }, 1000],
    ['a style that is not there', { style_id: 'nobody' }, 1000],
    ['a template that is not there', { template_id: 'nobody' }, 1000],
    ['no pictures', { count: 0 }, 1000],
    ['too many', { count: 5 }, 1000],
    ['a character of nobody', { card_id: 'nobody' }, 1003],
    ['blocked words', { prompt: 'A [[minor-cue]] in a [[sexual-cue]] scene' }, 1011],
    ['undressing someone (B2)', { prompt: 'remove her clothes, please' }, 1011],
    ['a child', { prompt: 'a red coat, worn by a child' }, 1011],
    ['someone under 18', { prompt: 'A 12-year-old girl in a red coat' }, 1011],
    ['more than there are coins for', { count: 4 }, 2002],
  ]
  it('rejects what it cannot or may not generate, and charges nothing', async () => {
    const poor = await server.signIn()
    await giveCoins(poor, 19)
    for (const [name, overrides, code] of refused) {
      const answer = await create(overrides, poor)
      expect(answer.code, name).toBe(code)
      if (code === 2002) expect(answer.data).toMatchObject({ price: 20, wallet: { coin_num: 19 } })
    }
    expect(await coins(poor)).toBe(19)
    expect((await poor.call('GET /api/task/list')).data.list).toEqual([])
  })

  it('generates every template of the library: the rules block none of them', async () => {
    const { templates } = loadTemplates()
    await giveCoins(person, templates.length * 5)
    for (const { id, prompt, style_id } of templates)
      expect((await create({ prompt, style_id, template_id: id })).code, id).toBe(1)
    await paint()
  })

  it('is for adults (A5)', async () => {
    const young = await server.signIn()
    await giveCoins(young, 10)
    await server.context.database.query(`update person set age_state = 'minor_declared' where id = $1`, [young.user.id])
    expect((await create({}, young)).data).toMatchObject({ reason: 'under_18' })
    await server.context.database.query(`update person set age_state = 'unknown' where id = $1`, [young.user.id])
    expect((await create({}, young)).data).toMatchObject({ reason: 'age_unknown' })
  })

  it('belongs to one person alone', async () => {
    const { data: task } = await create()
    await paint()
    const other = await server.signIn()
    const [image] = (await info(task.id)).images
    const asOther = [
      await other.call('GET /api/task/getTaskInfo', { query: { id: task.id } }),
      await other.call('POST /api/task/cancel', { body: { id: task.id } }),
      await other.call('POST /api/task/retry', { body: { id: task.id, idempotency_key: 'k' } }),
      await other.call('POST /api/task/deleteImage', { body: { id: task.id, image_id: image?.id ?? '' } }),
    ]
    expect(asOther.map(({ code }) => code)).toEqual([1003, 1003, 1003, 1003])
    expect((await other.call('GET /api/task/list')).data.list).toEqual([])
  })

  it('refunds each failed image once, and generates it again for its price', async () => {
    model.behave(({ index }) => (index === 1 ? 'rejected' : 'made'))
    const { data: task } = await create({ count: 3 })
    await paint()
    const failed = await info(task.id)
    expect(failed).toMatchObject({ status: 'failed', failed: 1, price: 15, refunded: 5 })
    expect(failed.error).toContain('Try different wording')
    expect(failed.images).toHaveLength(2)
    expect(await coins()).toBe(90)
    const retry = (key: string) => person.call('POST /api/task/retry', { body: { id: task.id, idempotency_key: key } })
    expect((await retry('again')).data).toMatchObject({ status: 'queued', price: 20, refunded: 5, error: null })
    expect((await retry('again')).data.price).toBe(20)
    await paint()
    expect(await info(task.id)).toMatchObject({ status: 'failed', price: 20, refunded: 10 })
    expect(await coins()).toBe(90)
    model.behave(() => 'made')
    await retry('once more')
    expect((await retry('again')).data.price).toBe(25)
    await paint()
    const done = await info(task.id)
    expect(done).toMatchObject({ status: 'succeeded', progress: 1, price: 25, refunded: 10, failed: 0 })
    expect(done.images.map(({ id }) => id)).toEqual(expect.arrayContaining(failed.images.map(({ id }) => id)))
    expect(await coins()).toBe(85)
    expect((await retry('a third time')).code).toBe(1004)
  })

  it('retries transient faults by itself, three attempts at most', async () => {
    const before = model.requests.length
    model.behave((_request, at) => (at - before < 2 ? 'overloaded' : 'made'))
    const { data: task } = await create()
    for (let round = 0; round < 3; round++) {
      await paint()
      clock.advance(10_000)
    }
    expect(await info(task.id)).toMatchObject({ status: 'succeeded', refunded: 0 })
    expect(model.requests.length - before).toBe(3)
    model.behave(() => 'unreachable')
    const { data: next } = await create()
    for (let round = 0; round < 4; round++) {
      await paint()
      clock.advance(10_000)
    }
    expect(await info(next.id)).toMatchObject({ status: 'failed', refunded: 5 })
    expect(model.requests.length - before).toBe(6)
  })

  it('a cancel keeps finished images, refunds the rest, and drops later results', async () => {
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    model.behave(async ({ index }) => {
      if (index === 1) await held
      return 'made' as const
    })
    const { data: task } = await create({ count: 4 })
    const painting = paint()
    await expect.poll(async () => (await info(task.id)).images.length, LATE).toBe(1)
    await expect.poll(() => model.open, LATE).toBe(1)
    const cancel = () => person.call('POST /api/task/cancel', { body: { id: task.id } })
    const { data: canceled } = await cancel()
    expect(canceled).toMatchObject({ status: 'canceled', refunded: 15 })
    release?.()
    await painting
    expect((await info(task.id)).images.map(({ id }) => id)).toEqual(canceled.images.map(({ id }) => id))
    expect(await coins()).toBe(95)
    expect((await cancel()).code).toBe(1004)
    const retry = { id: task.id, idempotency_key: 'after' }
    expect((await person.call('POST /api/task/retry', { body: retry })).code).toBe(1004)
  })

  it('a task that never answers ends after ten minutes, and is refunded once (UPS-09)', async () => {
    model.behave(() => 'never')
    const { data: task } = await create({ count: 2 })
    const painting = paint()
    await expect.poll(() => model.open, LATE).toBe(1)
    clock.advance(10 * 60_000)
    await expireTasks(server.context.imageTasks)
    await expireTasks(server.context.imageTasks)
    await painting
    expect(await info(task.id)).toMatchObject({ status: 'failed', failed: 2, refunded: 10 })
    expect((await info(task.id)).error).toContain('ten minutes')
    expect(await coins()).toBe(100)
  })

  it('deletes an image with its file, and no longer lists a task without images', async () => {
    const { data: task } = await create({ count: 2 })
    await paint()
    const { images } = await info(task.id)
    const remove = (imageId: string) =>
      person.call('POST /api/task/deleteImage', { body: { id: task.id, image_id: imageId } })
    expect((await remove(images[0]?.id ?? '')).code).toBe(1)
    expect((await remove(images[0]?.id ?? '')).code).toBe(1003)
    await purgeMedia(server.context.media)
    expect(await files(images[0]?.id ?? '')).toBeNull()
    expect(await files(images[1]?.id ?? '')).not.toBeNull()
    expect((await info(task.id)).images).toEqual([images[1]])
    expect((await person.call('GET /api/task/list')).data.list).toHaveLength(1)
    await remove(images[1]?.id ?? '')
    expect((await person.call('GET /api/task/list')).data.list).toEqual([])
  })

  it('lists tasks newest first, page by page', async () => {
    const made: string[] = []
    for (let task = 0; task < 5; task++) {
      clock.advance(1)
      made.unshift((await create({ prompt: `Number ${task}` })).data.id)
    }
    const list = (query: { cursor?: string; limit?: number }) => person.call('GET /api/task/list', { query })
    const first = await list({ limit: 3 })
    const second = await list({ limit: 3, cursor: first.data.next_cursor ?? '' })
    expect([...first.data.list, ...second.data.list].map(({ id }) => id)).toEqual(made)
    expect(second.data.next_cursor).toBeNull()
    expect((await list({ cursor: 'nonsense' })).code).toBe(1000)
    await paint()
  })
})
