import { crashingDatabase, ProcessDied } from '@everkin/testing/crashing-database.ts'
import { createCachedImageReencoder, createFakeImageModel } from '@everkin/testing/fake-image-model.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/database.ts'
import { purgeMedia } from '../media/media-lifecycle.ts'
import { grant } from '../wallet/charge.ts'
import { createTask } from './create-task.ts'
import { GENERATE_IMAGES_JOB, generateImagesJob } from './generate-images.ts'
import type { ImageTaskServices } from './services.ts'
import { cancelTask } from './task-actions.ts'
import { findTask } from './task-store.ts'

const reencodeImage = createCachedImageReencoder()

describe.each(testDatabaseKinds)('image tasks and a crashing process on %s', (kind) => {
  const model = createFakeImageModel()
  let server: TestServer
  let person: TestPerson
  beforeAll(async () => {
    server = await startTestServer({ kind, images: model, reencodeImage })
    await server.context.jobs.stop() // the jobs are run manually here
    person = await server.signIn()
    await grant(server.context.database, {
      personId: person.user.id,
      asset: 'coin',
      amount: 1_000,
      key: 'test',
      cause: 'newAccount',
      ref: null,
      now: new Date(),
    })
  })
  afterAll(() => server.end())

  /** The services of a process that crashes at its n-th step. */
  const dyingAt = (steps: number): { services: ImageTaskServices; database: Database } => {
    const database = crashingDatabase(server.context.database, steps)
    return { services: { ...server.context.imageTasks, database }, database }
  }
  const request = (key: string) => ({
    prompt: 'A lighthouse keeper',
    styleId: 'lamplight',
    templateId: null,
    size: 'portrait' as const,
    count: 3,
    seed: 'sea',
    cardId: null,
    idempotencyKey: key,
  })
  const paint = (services: ImageTaskServices, id: string) =>
    generateImagesJob(services).run(
      { id: 1, kind: GENERATE_IMAGES_JOB, key: id, personId: person.user.id, payload: {}, attempts: 1 },
      AbortSignal.timeout(60_000),
    )
  const coins = async () => (await person.call('GET /api/user/info')).data.wallet.coin_num
  /** Crashes the process at each of its steps until one run completes; returns the number of crashes. */
  async function untilItLives(work: (services: ImageTaskServices) => Promise<unknown>): Promise<number> {
    for (let steps = 0; ; steps++) {
      const error = await work(dyingAt(steps).services).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      if (error === null) return steps
      expect(error).toBeInstanceOf(ProcessDied)
    }
  }

  it('creates a task once and charges once, wherever it crashes', async () => {
    const before = await coins()
    const deaths = await untilItLives((services) => createTask(services, person.user.id, request('dies while asking')))
    expect(deaths).toBeGreaterThan(5)
    const { data } = await person.call('GET /api/task/list')
    expect(data.list).toHaveLength(1)
    expect(before - (await coins())).toBe(15)
  })

  it('loses no image that was shown, creates none twice, and refunds each failure once', async () => {
    model.behave(({ index }) => (index === 1 ? 'rejected' : 'made'))
    const before = await coins()
    const { id } = await createTask(server.context.imageTasks, person.user.id, request('dies while painting'))
    const shown = new Set<string>()
    const deaths = await untilItLives(async (services) => {
      try {
        await paint(services, id)
      } finally {
        const task = await findTask(server.context.database, id)
        const there = task?.images.flatMap(({ mediaId }) => mediaId ?? []) ?? []
        for (const picture of shown) expect(there).toContain(picture)
        for (const picture of there) shown.add(picture)
      }
    })
    expect(deaths).toBeGreaterThan(15)
    const { data: task } = await person.call('GET /api/task/getTaskInfo', { query: { id } })
    expect(task).toMatchObject({ status: 'failed', failed: 1, price: 15, refunded: 5 })
    expect(task.images).toHaveLength(2)
    expect(before - (await coins())).toBe(10)
    for (const image of task.images) expect((await fetch(server.origin + image.url)).status).toBe(200)
  })

  it('cancels once, wherever it crashes', async () => {
    model.behave(() => 'made')
    const before = await coins()
    const { id } = await createTask(server.context.imageTasks, person.user.id, request('dies while cancelling'))
    await untilItLives((services) => cancelTask(services, person.user.id, id))
    await paint(server.context.imageTasks, id)
    const { data: task } = await person.call('GET /api/task/getTaskInfo', { query: { id } })
    expect(task).toMatchObject({ status: 'canceled', images: [], refunded: 15 })
    expect(await coins()).toBe(before)
  })

  it.runIf(kind === 'postgres')('two concurrent processes store each image once', async () => {
    const { id } = await createTask(server.context.imageTasks, person.user.id, request('two at once'))
    await Promise.all([paint(server.context.imageTasks, id), paint(server.context.imageTasks, id)])
    const task = await findTask(server.context.database, id)
    expect(task?.status).toBe('succeeded')
    // Including what the earlier crashes left behind.
    await purgeMedia({ ...server.context.media, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } })
    const rows = await server.context.database.query(
      `select 1 from media_file m where m.person_id = $1 and m.purpose = 'generated'
         and not exists (select 1 from picture p where p.media_id = m.id)`,
      [person.user.id],
    )
    expect(rows).toEqual([])
  })

  it('keeps the ledger consistent', async () => {
    const { database } = server.context
    expect(await database.query('select coalesce(sum(amount), 0)::int as total from ledger_entry')).toEqual([
      { total: 0 },
    ])
  })
})
