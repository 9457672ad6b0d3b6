import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What must not be on the page, whatever an error says. */
const SECRETS = ['sk-secret-key', 'mara@example.org', 'a line of a chat', '127.0.0.1']

describe('what operators see of the server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { ADMIN_EMAILS: 'desk@example.org' } })
  })
  afterAll(() => server.end())

  it('names services with their last success and failures, without anything that an error quotes', async () => {
    const operator = await server.signIn('desk@example.org')
    const { monitor } = server.context
    const mail = async () => {
      const { data } = await operator.call('GET /api/desk/status')
      for (const secret of SECRETS) expect(JSON.stringify(data)).not.toContain(secret)
      return data.services.find(({ kind }) => kind === 'mail')
    }
    expect(await mail()).toMatchObject({ state: 'ok', source: 'built_in', failures: [], advice: null })
    const error = Object.assign(new Error(SECRETS.join(' ')), { code: 'EAUTH', responseCode: 535 })
    await expect(monitor.watch('mail', () => Promise.reject(error))).rejects.toBe(error)
    expect(await mail()).toMatchObject({
      state: 'failing',
      last_success_at: expect.any(String),
      failures: [{ code: 'EAUTH 535', at: expect.any(String) }],
      advice: 'login',
    })
    monitor.failed('mail', Object.assign(new Error('x'), { code: SECRETS[0] }))
    expect(await mail()).toMatchObject({ failures: [{ code: 'Error' }, { code: 'EAUTH 535' }], advice: 'other' })
    monitor.failed('mail', Object.assign(new Error('x'), { code: 'certificate' }))
    expect(await mail()).toMatchObject({ advice: 'certificate' })
    const { data } = await operator.call('GET /api/desk/status')
    expect(data.services.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['text_model', 'images', 'speech', 'transcription', 'embeddings', 'mail']),
    )
    expect(data.services.find(({ kind }) => kind === 'embeddings')).toMatchObject({ source: 'none', state: 'off' })
    expect(data.storage).toMatchObject({ kind: 'folder', writable: true, error: null, media_files: 0 })
    expect(data.storage.free_bytes).toBeGreaterThan(0)
    expect(data.database).toMatchObject({ state: 'ok' })
  })

  it('shows dead jobs with the code of their last error, and runs them again', async () => {
    const operator = await server.signIn('desk@example.org')
    const { database, jobs } = server.context
    let runs = 0
    jobs.handle('desk-test', {
      concurrency: 1,
      maxAttempts: 1,
      run: async () => {
        runs += 1
        if (runs === 1) throw Object.assign(new Error(SECRETS.join(' ')), { code: 'ECONNRESET' })
        return undefined
      },
    })
    await jobs.enqueue(database, { kind: 'desk-test', key: 'one' })
    await jobs.runDue()
    const status = async () => (await operator.call('GET /api/desk/status')).data.jobs
    expect((await status()).dead_kinds).toMatchObject([{ kind: 'desk-test', count: 1, error: 'ECONNRESET' }])
    const retry = () => operator.call('POST /api/desk/retryJobs', { body: { kind: 'desk-test' } })
    expect((await retry()).data).toEqual({ count: 1 })
    await jobs.runDue()
    expect([runs, (await status()).dead_kinds]).toEqual([2, []])
    expect((await retry()).data).toEqual({ count: 0 })
    const rows = await database.query(`select details from audit_entry where action = 'jobs.retried'`)
    expect(rows).toEqual([{ details: '{"count":1}' }])
  })

  it('changes what check-ins and invitations give, in all processes and without a restart', async () => {
    const operator = await server.signIn('desk@example.org')
    const reader = await server.signIn()
    const { data: before } = await operator.call('GET /api/desk/checkinRewards')
    expect(before).toMatchObject({ revision: 0, updated_at: null, value: before.defaults })
    const week = before.value.map(({ messages, coins }) => ({ messages: messages + 100, coins }))
    const save = (value: typeof week | null, revision: number) =>
      operator.call('POST /api/desk/saveCheckinRewards', { body: { value, revision } })
    expect((await save(week.slice(1), 0)).status).toBe(400)
    expect(
      (
        await save(
          week.map((day) => ({ ...day, coins: -1 })),
          0,
        )
      ).status,
    ).toBe(400)
    const raced = await Promise.all([save(week, 0), save(week, 0)])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 409])
    const taken = await reader.call('POST /api/user/checkin', { body: { time_zone: 'UTC' } })
    expect(taken.data).toMatchObject({ message_num: 105 })
    expect((await save(null, 1)).data).toMatchObject({ revision: 2, value: before.defaults })

    const { data: rules } = await operator.call('GET /api/desk/invitationRules')
    const { data: made } = await reader.call('POST /api/invitation/create', { body: { card_id: 'ilse' } })
    const changed = { ...rules.value, gift: { coins: 1, messages: 2 }, invitations_per_day: 1 }
    await operator.call('POST /api/desk/saveInvitationRules', { body: { value: changed, revision: 0 } })
    expect((await reader.call('GET /api/invitation/gift')).data).toEqual({ gift: { coin_num: 1, message_num: 2 } })
    const info = async (code: string) => (await server.call('GET /api/invitation/info', { query: { code } })).data.gift
    // A link keeps what it promised.
    expect(await info(made.code)).toEqual({ coin_num: 30, message_num: 50 })
    const { data: later } = await reader.call('POST /api/invitation/create', { body: { card_id: 'ilse' } })
    expect(await info(later.code)).toEqual({ coin_num: 1, message_num: 2 })
  })
})
