import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { commandLine } from './platform/command-line.ts'

describe('the desk', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { ADMIN_EMAILS: 'desk@example.org' } })
  })
  afterAll(() => server.end())

  it('is closed to visitors and to everyone who is no operator, in the reader’s language', async () => {
    expect(await server.call('GET /api/desk/health')).toMatchObject({ status: 401, code: 1001, data: null })
    const reader = await server.signIn()
    const refused = await reader.call('GET /api/desk/health', { headers: { 'accept-language': 'de' } })
    expect(refused).toMatchObject({ status: 403, code: 1002, data: null })
    expect(refused.msg).toBe(server.context.texts.translate('de')('errors.notAllowed'))
  })

  it('tells an operator how this process is: sockets, replies, and reports that nobody has decided', async () => {
    const operator = await server.signIn('desk@example.org')
    const health = async () => (await operator.call('GET /api/desk/health')).data
    const { version, clock } = server.context
    expect(await health()).toEqual({
      ready: true,
      version,
      mode: 'local',
      started_at: expect.any(String),
      database: { kind: 'embedded', answer_ms: expect.any(Number) },
      model: { kind: server.context.model.kind },
      pictures: { kind: 'built_in', queued: 0, running: 0 },
      moderation: 'off',
      mail: 'outbox',
      audience: 'adults',
      nsfw_enabled: true,
      missing_settings: [],
      sockets: 0,
      replies: 0,
      open_reports: 0,
      ledger: {
        checked_at: null,
        accounts: 0,
        differing: 0,
        unbalanced: 0,
        frozen: 0,
        reconcile_command: commandLine('reconcile'),
      },
    })
    expect(new Date((await health()).started_at).getTime()).toBeLessThanOrEqual(clock.now().getTime())

    const client = await operator.connect()
    const report = { target_type: 'card' as const, target_id: 'ilse', reason: 'spam' as const }
    await operator.call('POST /api/safety/report', { body: report })
    await operator.call('POST /api/safety/report', { body: report })
    expect(await health()).toMatchObject({ sockets: 1, open_reports: 2 })
    await server.context.database.query(`update report set state = 'closed' where id = (select min(id) from report)`)
    expect(await health()).toMatchObject({ open_reports: 1 })
    await client.close()
  })

  it('names the settings that a public site still needs, with what is off until they are set', async () => {
    const operator = await server.signIn('desk@example.org')
    const { settings } = server.context
    onTestFinished(() => void Object.assign(settings, { missingSettings: [] }))
    const missing = [{ name: 'SUPPORT_EMAIL', features: ['publishing', 'adult_content'] }]
    Object.assign(settings, { missingSettings: missing })
    expect((await operator.call('GET /api/desk/health')).data.missing_settings).toEqual(missing)
  })

  it('says so when migrations are missing', async () => {
    const operator = await server.signIn('desk@example.org')
    const { database } = server.context
    await database.script(`update schema_migration set name = 'x' || name`)
    expect((await operator.call('GET /api/desk/health')).data.ready).toBe(false)
    await database.script('update schema_migration set name = substr(name, 2)')
  })
})
