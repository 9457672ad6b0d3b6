import { crashingDatabase, ProcessDied } from '@everkin/testing/crashing-database.ts'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import { countJobs } from './job-store.ts'
import { backoffMs, type JobHandler } from './run-job.ts'

const log = createLog('silent')
const LEASE_MS = 30_000

describe.each(testDatabaseKinds)('jobs on %s', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database
  const clock = createTestClock()
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    database = opened.database
  })
  beforeEach(() => database.query('delete from job'))
  afterAll(() => opened.drop())

  const jobsOf = (owner: string, run: JobHandler['run'], on: Database = database, attempts = 3): JobQueue => {
    const jobs = createJobQueue({ database: on, clock, log, owner })
    jobs.handle('count', { run, concurrency: 2, maxAttempts: attempts })
    return jobs
  }
  const add = (key: string, more: object = {}) =>
    jobsOf('asker', async () => undefined).enqueue(database, { kind: 'count', key, ...more })

  it('runs each once, with its payload, and not before its time', async () => {
    const done: unknown[] = []
    const jobs = jobsOf('one', async (job) => void done.push([job.key, job.payload]))
    await add('a', { payload: { n: 1 } })
    await add('b', { runAt: new Date(clock.now().getTime() + 60_000) })
    expect(await jobs.runDue()).toBe(1)
    expect(done).toEqual([['a', { n: 1 }]])
    clock.advance(60_000)
    expect(await jobs.runDue()).toBe(1)
    expect(await jobs.runDue()).toBe(0)
    expect(await countJobs(database)).toEqual({ waiting: 0, running: 0, dead: 0 })
  })

  it('runs everything due, even while another round already uses all slots', async () => {
    const release = Promise.withResolvers<void>()
    const begun: string[] = []
    const jobs = jobsOf('one', async (job) => {
      begun.push(job.key)
      await release.promise
      return undefined
    })
    for (const key of ['a', 'b', 'c']) await add(key)
    const round = jobs.runDue()
    await expect.poll(() => begun.length).toBe(2)
    const all = jobs.runDue()
    release.resolve()
    await all
    expect(begun.sort()).toEqual(['a', 'b', 'c'])
    await round
  })

  it('runs once when enqueued twice, and once more when enqueued while running', async () => {
    let done = 0
    const jobs = jobsOf('one', async () => {
      done += 1
      if (done === 1) await add('a')
      return undefined
    })
    await add('a')
    await add('a')
    await jobs.runDue()
    expect(done).toBe(2)
  })

  it('is rescheduled when there is more to do', async () => {
    const at: number[] = []
    const jobs = jobsOf('one', async () => {
      at.push(clock.now().getTime())
      return at.length < 3 ? { againAt: new Date(clock.now().getTime() + 1_000) } : undefined
    })
    await add('a')
    for (let round = 0; round < 4; round++) {
      await jobs.runDue()
      clock.advance(1_000)
    }
    expect(at.map((time) => time - at[0]!)).toEqual([0, 1_000, 2_000])
  })

  it('runs everything due within the concurrency limit, while others look for jobs', async () => {
    let [now, most, done] = [0, 0, 0]
    let work: () => Promise<void> = () => new Promise((resolve) => setImmediate(resolve))
    const jobs = jobsOf('one', async () => {
      most = Math.max(most, ++now)
      await work()
      now -= 1
      done += 1
      return undefined
    })
    for (let job = 0; job < 20; job++) await add(`job ${job}`)
    const looking = [jobs.runDue(), jobs.runDue(), jobs.runDue()]
    await Promise.race(looking)
    expect(done).toBe(20)
    await Promise.all(looking)
    expect(most).toBe(2)
    // Both slots are free again: each of these two ends when the other has started.
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    work = async () => {
      if (now === 2) meet()
      await met
    }
    await add('left')
    await add('right')
    await jobs.runDue()
    expect(done).toBe(22)
  })

  it('is retried with growing delays, dies after its attempts, and is revived when enqueued again', async () => {
    let tried = 0
    let isBroken = true
    const jobs = jobsOf('one', async () => {
      tried += 1
      if (isBroken) throw new Error('broken')
      return undefined
    })
    await add('a')
    await jobs.runDue()
    clock.advance(backoffMs(1) - 1)
    expect(await jobs.runDue()).toBe(0)
    clock.advance(1)
    expect(await jobs.runDue()).toBe(1)
    clock.advance(backoffMs(2))
    expect(await jobs.runDue()).toBe(1)
    expect(await countJobs(database)).toEqual({ waiting: 0, running: 0, dead: 1 })
    clock.advance(86_400_000)
    expect(await jobs.runDue()).toBe(0)
    expect(tried).toBe(3)
    isBroken = false
    await add('a')
    expect(await jobs.runDue()).toBe(1)
    expect(await countJobs(database)).toEqual({ waiting: 0, running: 0, dead: 0 })
  })

  it('a job of a crashed process is taken over when its lease has expired', async () => {
    const dying = crashingDatabase(database, 1) // the claim, then nothing more
    const jobs = jobsOf('dying', async () => undefined, dying)
    await add('a')
    await expect(jobs.runDue()).rejects.toThrow(ProcessDied)
    let done = 0
    const other = jobsOf('other', async () => {
      done += 1
      return undefined
    })
    expect(await other.runDue()).toBe(0)
    clock.advance(LEASE_MS + 1)
    expect(await other.runDue()).toBe(1)
    expect(done).toBe(1)
  })

  it('a single process need not wait for the lease of its predecessor', async () => {
    const dying = crashingDatabase(database, 1)
    await add('a')
    await expect(jobsOf('dying', async () => undefined, dying).runDue()).rejects.toThrow(ProcessDied)
    const jobs = createJobQueue({ database, clock, log, owner: 'next', isOnlyProcess: true })
    jobs.start()
    await expect.poll(() => countJobs(database)).toEqual({ waiting: 1, running: 0, dead: 0 })
    await jobs.stop()
  })

  it('a stop aborts running jobs, which does not count as a failure', async () => {
    const jobs = jobsOf('one', (_job, signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    await add('a')
    const running = jobs.runDue()
    await expect.poll(() => countJobs(database)).toMatchObject({ running: 1 })
    await jobs.stop()
    await running
    expect(await database.query('select attempts, died_at from job')).toEqual([{ attempts: 0, died_at: null }])
    expect(await jobsOf('two', async () => undefined).runDue()).toBe(1)
  })

  it.runIf(kind === 'postgres')('two processes never claim the same', async () => {
    const counts = new Map<string, number>()
    const run: JobHandler['run'] = async ({ key }) => void counts.set(key, (counts.get(key) ?? 0) + 1)
    for (let key = 0; key < 60; key++) await add(`k${key}`)
    await Promise.all(['a', 'b', 'c'].map((owner) => jobsOf(owner, run).runDue()))
    expect(counts.size).toBe(60)
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
  })
})
