import dns, { type LookupAddress } from 'node:dns'
import { type ModelServer, startModelServer } from '@everkin/testing/servers/model-server.ts'
import { testDatabaseKinds } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FORBIDDEN_ADDRESS, guardNameLookups } from '../../platform/outgoing-addresses.ts'
import { serviceTester } from '../../providers/service-connections/test-service.ts'
import { createDemoModel } from '../../providers/text-model/demo/demo-model.ts'
import { createModelSource } from '../../providers/text-model/model-source.ts'
import { readAll, requestFor } from '../../providers/text-model/text-model.suite.ts'
import { countTokens, createModelsModule } from './module.ts'

const KEY = 'sk-canary-1234567890'
const SAVE = 'POST /api/admin/saveConnection'
const TEST = 'POST /api/admin/testConnection'

const WRONG: object[] = [
  { base_url: 'file:///etc/passwd' },
  { base_url: 'ftp://models.example.org' },
  { base_url: 'https://name:password@models.example.org/v1' },
  { base_url: 'http://169.254.169.254/v1' },
  { base_url: 'http://metadata.google.internal./v1' },
  { base_url: 'http://[fe80::1]/v1' },
  { base_url: 'http://[::ffff:169.254.169.254]/v1' },
  { base_url: 'http://[64:ff9b::a9fe:a9fe]/v1' },
  { base_url: 'http://[fd00:ec2::254]/v1' },
  { base_url: 'not an address' },
  { base_url: null },
  { models: [] },
  { models: [{ name: 'a' }, { name: 'a' }] },
  { models: [{ name: '' }] },
  { models: [{ name: 'x'.repeat(151) }] },
  { models: [{ name: 'a', context_tokens: 0 }] },
  { models: [{ name: 'a', message_price: -1 }] },
  { kind: 'demo' },
  { kind: 'gguf', models: [{ name: '../../etc/passwd' }], base_url: null },
  { name: '  ' },
]

describe.each(testDatabaseKinds)('connections to language models on %s', (kind) => {
  let server: TestServer
  let operator: TestPerson
  let upstream: ModelServer
  let second: ModelServer

  beforeEach(async () => {
    server = await startTestServer({ kind, model: createDemoModel() })
    operator = await server.signIn('operator@example.org')
    upstream = await startModelServer({ models: ['text-embedding-3', 'echo'] })
    second = await startModelServer({ models: ['spare'] })
  })
  afterEach(async () => {
    await server.end()
    await upstream.close().catch(() => undefined) // some tests have closed it
    await second.close()
  })

  const connection = (changes: object = {}) => ({
    name: 'My server',
    kind: 'openai_compatible' as const,
    base_url: upstream.url,
    models: [{ name: 'everkin-test', context_tokens: 16_000 }],
    ...changes,
  })
  const list = async () => (await operator.call('GET /api/admin/connections')).data
  const models = () => server.context.chats.models
  const say = async () => (await readAll(models().current, requestFor())).text

  it('is used from the next message on, as the default while only the demo model answers', async () => {
    expect(await list()).toMatchObject([{ kind: 'demo', is_default: true, from_environment: true }])
    expect(models().current.kind).toBe('demo')
    const { data: saved } = await operator.call(SAVE, { body: connection({ api_key: KEY }) })
    expect(saved).toMatchObject({
      name: 'My server',
      base_url: upstream.url,
      has_key: true,
      is_default: true,
      state: 'untested',
      models: [{ id: `${saved.id}/everkin-test`, context_tokens: 16_000, is_default: true, access: 'everyone' }],
    })
    expect(models().current).toMatchObject({ kind: 'openai_compatible', name: 'everkin-test', contextTokens: 16_000 })
    expect(await say()).not.toBe('')
    expect(upstream.requests[0]?.authorization).toBe(`Bearer ${KEY}`)
    expect(await list()).toMatchObject([{ state: 'ok', error: null }])
    const { data: chosen } = await operator.call('GET /api/model/list')
    expect(chosen).toMatchObject([{ name: 'everkin-test', connection_name: 'My server', is_default: true }])
  })

  it('sends prompts as raw text where the model has an instruct template', async () => {
    const models = [{ name: 'everkin-test', context_tokens: 16_000, instruct: 'llama3' as const }]
    const { data: saved } = await operator.call(SAVE, { body: connection({ models }) })
    expect(saved.models[0]).toMatchObject({ instruct: 'llama3' })
    expect(await say()).not.toBe('')
    expect(JSON.stringify(upstream.requests[0]?.body)).toContain('<|start_header_id|>user<|end_header_id|>')
    const again = await operator.call(SAVE, { body: connection({ id: saved.id, models: [{ name: 'everkin-test' }] }) })
    expect(again.data.models[0]).toMatchObject({ instruct: 'llama3' })
  })

  it('never shows or stores the key in clear', async () => {
    const saved = await operator.call(SAVE, { body: connection({ api_key: KEY }) })
    const tested = await operator.call(TEST, { body: { id: saved.data.id, model: 'everkin-test' } })
    expect(JSON.stringify([saved, tested, await list()])).not.toContain('canary')
    const [row] = await server.context.database.query<{ api_key: Uint8Array }>('select api_key from model_connection')
    expect(Buffer.from(row?.api_key ?? []).includes('canary')).toBe(false)
  })

  it('does not follow a name to a forbidden address, whenever it begins to lead there', async () => {
    const original = dns.lookup
    let address = '127.0.0.1'
    dns.lookup = ((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) => {
      callback(null, [{ address, family: 4 }])
    }) as unknown as typeof dns.lookup // one of its overloads
    guardNameLookups()
    try {
      const base_url = upstream.url.replace('127.0.0.1', 'models.example.org')
      expect((await operator.call(TEST, { body: connection({ base_url, model: 'everkin-test' }) })).data.ok).toBe(true)
      await operator.call(SAVE, { body: connection({ base_url }) })
      address = '169.254.169.254'
      await upstream.close() // ends the kept connections
      const { data } = await operator.call(TEST, { body: connection({ base_url }) })
      expect(data.error?.text).toContain(FORBIDDEN_ADDRESS)
      await expect(say()).rejects.toMatchObject({ cause: { message: FORBIDDEN_ADDRESS } })
    } finally {
      dns.lookup = original
    }
  })

  it('keeps the key when other fields change, but does not send it to another server', async () => {
    const { data: saved } = await operator.call(SAVE, { body: connection({ api_key: KEY }) })
    const change = (changes: object) => operator.call(SAVE, { body: connection({ id: saved.id, ...changes }) })
    expect((await change({ name: 'Renamed' })).data).toMatchObject({ name: 'Renamed', has_key: true })
    expect((await change({ base_url: second.url })).data.has_key).toBe(false)
    await say()
    expect(second.requests[0]?.authorization).toBeNull()
    await change({ api_key: KEY })
    expect((await change({ api_key: null })).data.has_key).toBe(false)
  })

  it('asks the next connection when the default one is away, and follows the order that was set', async () => {
    const { data: first } = await operator.call(SAVE, { body: connection() })
    const spare = connection({ name: 'Spare', base_url: second.url, models: [{ name: 'spare' }] })
    const { data: other } = await operator.call(SAVE, { body: spare })
    await upstream.close()
    expect(await say()).not.toBe('')
    expect(second.requests).toHaveLength(1)
    expect(await list()).toMatchObject([
      { id: first.id, state: 'failing', error: { reason: 'address' }, is_default: true },
      { id: other.id, state: 'ok' },
    ])
    await operator.call('POST /api/admin/orderConnections', { body: { ids: [other.id, first.id] } })
    expect((await list()).map(({ id }) => id)).toEqual([other.id, first.id])
    expect(models().current.name).toBe('spare')
    await operator.call(SAVE, { body: connection({ id: first.id, is_default: true }) })
    expect(models().current.name).toBe('everkin-test')
  })

  it('has one default at most, however many are saved at once', async () => {
    const saved = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        operator.call(SAVE, { body: connection({ name: `${at}`, is_default: true }) }),
      ),
    )
    expect(saved.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    expect((await list()).filter(({ is_default }) => is_default)).toHaveLength(1)
  })

  it('is used by the other processes as well, without a restart', async () => {
    // A second module on the same database and bus, as in another process.
    const base = { id: 'demo' as const, name: 'demo', baseUrl: null, hasKey: false, model: createDemoModel() }
    const source = createModelSource({ ...server.context.settings, dataDir: '/nowhere' }, { log: server.context.log })
    const other = createModelsModule(server.context, { base, source, countTokens, tester: serviceTester })
    await other.lifecycle.start?.()
    try {
      const { data: saved } = await operator.call(SAVE, { body: connection({ api_key: KEY }) })
      await expect.poll(() => other.services.models.current.name).toBe('everkin-test')
      expect((await readAll(other.services.models.current, requestFor())).text).not.toBe('')
      expect(upstream.requests[0]?.authorization).toBe(`Bearer ${KEY}`)
      await operator.call('POST /api/admin/deleteConnection', { body: { id: saved.id } })
      await expect.poll(() => other.services.models.current.kind).toBe('demo')
    } finally {
      await other.lifecycle.close?.()
    }
  })

  it('is not asked while it is off, and is forgotten when it is deleted', async () => {
    const { data: saved } = await operator.call(SAVE, { body: connection({ enabled: false }) })
    expect(saved).toMatchObject({ enabled: false, models: [{ name: 'everkin-test', is_default: false }] })
    expect(models().current.kind).toBe('demo')
    await operator.call(SAVE, { body: connection({ id: saved.id, enabled: true }) })
    const chosen = `${saved.id}/everkin-test`
    expect(models().find(chosen).id).toBe(chosen)
    expect((await operator.call('POST /api/admin/deleteConnection', { body: { id: saved.id } })).code).toBe(1)
    expect(models().find(chosen).model.kind).toBe('demo')
    expect((await operator.call('POST /api/admin/deleteConnection', { body: { id: saved.id } })).code).toBe(1003)
  })

  it('opens each model to those it is for, and makes one for everyone the default', async () => {
    const rows = [{ name: 'a', access: 'operators' }, { name: 'b' }, { name: 'c', access: 'members', message_price: 3 }]
    await operator.call(SAVE, { body: connection({ models: rows }) })
    const person = await server.signIn('person@example.org')
    const names = async (who: TestPerson) => (await who.call('GET /api/model/list')).data.map(({ name }) => name)
    expect(await names(person)).toEqual(['b'])
    expect(await names(operator)).toEqual(['b', 'a', 'c'])
    expect(models().find(null)).toMatchObject({ name: 'b', messagePrice: null })
  })

  it('is for operators: in local mode without ADMIN_EMAILS, the first account', async () => {
    const other = await server.signIn('other@example.org')
    expect(operator.user.is_admin).toBe(true)
    expect(other.user.is_admin).toBe(false)
    expect((await other.call('GET /api/admin/connections')).code).toBe(1002)
    expect((await other.call(SAVE, { body: connection() })).code).toBe(1002)
    expect((await server.call(TEST, { body: { kind: 'openai_compatible', base_url: upstream.url } })).code).toBe(1001)
  })

  it('refuses what is not a connection, and stores nothing', async () => {
    for (const wrong of WRONG) {
      const { code } = await operator.call(SAVE, { body: connection(wrong) })
      expect(code, JSON.stringify(wrong)).toBe(1000)
    }
    expect(await list()).toMatchObject([{ kind: 'demo' }])
  })

  it('refuses to change what does not exist', async () => {
    expect((await operator.call(SAVE, { body: connection({ id: 'none' }) })).code).toBe(1003)
    expect((await operator.call(SAVE, { body: connection({ id: 'demo' }) })).code).toBe(1003)
    expect((await operator.call(TEST, { body: { id: 'none' } })).code).toBe(1003)
  })

  it('tests before saving: lists the models, asks for a line, and stores nothing', async () => {
    const { data } = await operator.call(TEST, { body: { kind: 'openai_compatible', base_url: `${upstream.url}/` } })
    expect(data).toMatchObject({ ok: true, models: [{ name: 'text-embedding-3' }, { name: 'echo' }], error: null })
    expect(data.first_token_ms).toBeGreaterThanOrEqual(0)
    expect(data.reply).not.toBe('')
    expect(upstream.requests.at(-1)?.body.model).toBe('echo')
    expect(await list()).toMatchObject([{ kind: 'demo' }])
  })

  it('says that the key must be entered again when APP_SECRET is another one', async () => {
    const { data: saved } = await operator.call(SAVE, { body: connection({ api_key: KEY }) })
    await server.context.database.query("update model_connection set api_key = '\\x01'::bytea")
    await operator.call('POST /api/admin/orderConnections', { body: { ids: [saved.id] } })
    expect(await list()).toMatchObject([{ has_key: true, state: 'failing', error: { reason: 'key' } }])
    await say()
    expect(upstream.requests.at(-1)?.authorization).toBeNull()
  })
})
