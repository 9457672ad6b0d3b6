import { createTestClock } from '@everkin/testing/test-clock.ts'
import { openTestDatabase, testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { createLog } from '../log.ts'
import { createJobQueue } from './job-queue.ts'
import { type RecurringJob, scheduleRecurringJobs } from './recurring-jobs.ts'

const log = createLog('silent')
const MINUTE_MS = 60_000

describe.each(testDatabaseKinds)('recurring jobs on %s', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let database: Database
  const clock = createTestClock()
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
    database = opened.database
  })
  beforeEach(() => database.query('delete from job'))
  afterAll(() => opened.drop())

  const job = (name: string, run: RecurringJob['run'], everyMs = MINUTE_MS): RecurringJob => ({
    name,
    everyMs,
    timeoutMs: MINUTE_MS,
    run,
  })
  const startProcess = async (owner: string, recurring: RecurringJob[]) => {
    const jobs = createJobQueue({ database, clock, log, owner })
    return { jobs, statuses: await scheduleRecurringJobs({ database, jobs, clock, log }, recurring) }
  }

  it('run first after their interval, at most a minute, and then once per interval', async () => {
    let minutely = 0
    let hourly = 0
    const { jobs } = await startProcess('one', [
      job('minutely', async () => void minutely++),
      job('hourly', async () => void hourly++, 60 * MINUTE_MS),
    ])
    await jobs.runDue()
    expect([minutely, hourly]).toEqual([0, 0])
    clock.advance(MINUTE_MS)
    await jobs.runDue()
    await jobs.runDue()
    expect([minutely, hourly]).toEqual([1, 1])
    clock.advance(MINUTE_MS)
    await jobs.runDue()
    expect([minutely, hourly]).toEqual([2, 1])
  })

  it('run in one of two processes', async () => {
    const runs: string[] = []
    const one = await startProcess('one', [job('purge', async () => void runs.push('one'))])
    const two = await startProcess('two', [job('purge', async () => void runs.push('two'))])
    clock.advance(MINUTE_MS)
    await Promise.all([one.jobs.runDue(), two.jobs.runDue()])
    expect(runs).toHaveLength(1)
  })

  it('keep their schedule over a restart', async () => {
    let runs = 0
    const hourly = job('hourly', async () => void runs++, 60 * MINUTE_MS)
    const before = await startProcess('one', [hourly])
    clock.advance(MINUTE_MS)
    await before.jobs.runDue()
    const after = await startProcess('two', [hourly])
    clock.advance(2 * MINUTE_MS)
    await after.jobs.runDue()
    expect(runs).toBe(1)
  })

  it('run again at their next time after a failure, and are counted', async () => {
    let runs = 0
    const { jobs, statuses } = await startProcess('one', [
      job('purge', async () => {
        if (++runs === 1) throw new Error('no luck')
      }),
    ])
    clock.advance(MINUTE_MS)
    await jobs.runDue()
    expect(statuses()).toMatchObject([{ name: 'purge', runs: 1, failures: 1, lastSuccessAt: null }])
    clock.advance(MINUTE_MS)
    await jobs.runDue()
    expect(statuses()).toMatchObject([{ name: 'purge', runs: 2, failures: 1, lastSuccessAt: clock.now() }])
  })

  it('are finished before a stop completes', async () => {
    const started = Promise.withResolvers<void>()
    let isFinished = false
    const { jobs } = await startProcess('one', [
      job('slow', async () => {
        started.resolve()
        await new Promise((resolve) => setTimeout(resolve, 50))
        isFinished = true
      }),
    ])
    clock.advance(MINUTE_MS)
    void jobs.runDue()
    await started.promise
    await jobs.stop()
    expect(isFinished).toBe(true)
  })

  it('leave no row behind when they are removed from the code, and reject duplicate names', async () => {
    await startProcess('one', [job('old', async () => undefined)])
    await startProcess('two', [job('new', async () => undefined)])
    expect(await database.query('select key from job')).toEqual([{ key: 'new' }])
    await expect(startProcess('three', [job('a', async () => 0), job('a', async () => 0)])).rejects.toThrow()
  })
})
