import { createTestClock } from '@everkin/testing/test-clock.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFakeTextModel } from '../../providers/text-model/fake.ts'
import { NO_MEMORY } from '../chats/module.ts'
import { INGEST_JOB } from './ingest/ingest-job.ts'
import { createMemory } from './memory.ts'

describe.each(testDatabaseKinds)('what memory does after a reply, on %s', (kind) => {
  const clock = createTestClock()
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ kind, model: createFakeTextModel(), clock })
  })
  afterAll(() => server.end())

  it('it enqueues one job for replies in quick succession, and another one once that may have begun', async () => {
    const { database, jobs, memory: services } = server.context
    const person = await server.signIn()
    const chatId = await person.startChat()
    const enqueue = vi.fn(jobs.enqueue)
    const { memory } = createMemory({ ...services, jobs: { ...jobs, enqueue } })
    const reply = (isIngestDue: boolean) =>
      memory.onReplyEnded({ chatId, personId: person.user.id, seq: 2, used: { ...NO_MEMORY, isIngestDue } })
    const waiting = () => database.query('select run_at from job where kind = $1 and key = $2', [INGEST_JOB, chatId])

    reply(false)
    reply(true)
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
    clock.advance(1_000)
    reply(true)
    reply(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(enqueue).toHaveBeenCalledTimes(1)
    clock.advance(10_000)
    await jobs.runDue()
    expect(await waiting()).toEqual([])
    reply(true)
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1))
    expect(enqueue).toHaveBeenCalledTimes(2)
  })
})
