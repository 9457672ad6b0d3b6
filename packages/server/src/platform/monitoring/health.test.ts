import { startTcpProxy } from '@everkin/testing/servers/tcp-proxy.ts'
import { freshPostgresDatabase, testPostgresUrl } from '@everkin/testing/test-database.ts'
import { credentialsOf, startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../db/postgres.ts'

describe('health', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.end())

  const ready = async () => {
    const reply = await fetch(`${server.origin}/readyz`)
    return { status: reply.status, ...((await reply.json()) as Record<string, unknown>) } // a JSON object
  }

  it('is alive and ready, and reports details', async () => {
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect(await ready()).toEqual({
      status: 200,
      ready: true,
      draining: false,
      database: 'ok',
      clock: 'ok',
      model: server.context.model.kind,
      replies: 0,
      store: 'embedded',
    })
  })

  it('is not ready while migrations are missing, but alive', async () => {
    const { database } = server.context
    await database.script(`update schema_migration set name = 'x' || name`)
    expect(await ready()).toMatchObject({ status: 503, ready: false, database: 'migrating' })
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    await database.script('update schema_migration set name = substr(name, 2)')
    expect(await ready()).toMatchObject({ status: 200 })
  })

  it('reports that its clock differs from the database’s, without failing (WAL-10)', async () => {
    const { context } = server
    const truly = context.clockSkewMs
    expect(Math.abs((await truly()) ?? Number.NaN)).toBeLessThan(5_000)
    for (const [skewMs, clock] of [
      [86_400_000, 'skewed'],
      [-86_400_000, 'skewed'],
      [4_999, 'ok'],
      [null, 'ok'],
    ] as const) {
      context.clockSkewMs = async () => skewMs
      expect(await ready()).toMatchObject({ status: 200, ready: true, clock })
    }
    context.clockSkewMs = truly
  })

  it('shows metrics to this machine, and to others only with the token', async () => {
    const token = 'metrics-token-of-this-test'
    const guarded = await startTestServer({ database: server.context.database, settings: { METRICS_TOKEN: token } })
    const status = async (origin: string, headers: Record<string, string>) =>
      (await fetch(`${origin}/metrics`, { headers })).status
    const through = { 'x-forwarded-for': '203.0.113.9' }
    expect(await status(server.origin, {})).toBe(200)
    expect(await status(server.origin, through)).toBe(403)
    expect(await status(server.origin, { ...through, authorization: 'Bearer ' })).toBe(403)
    expect(await status(guarded.origin, { ...through, authorization: `Bearer ${token}x` })).toBe(403)
    expect(await status(guarded.origin, { ...through, authorization: `Bearer ${token}` })).toBe(200)
    await guarded.end()
  })

  it('OPS-01: is not ready from the moment it drains', async () => {
    server.context.isDraining = true
    expect(await ready()).toMatchObject({ status: 503, draining: true })
    server.context.isDraining = false
  })

  it('reports in the text format of Prometheus, without personal data', async () => {
    const person = await server.signIn('canary@example.org')
    const client = await person.connect()
    await fetch(`${server.origin}/api/config?canary=1`)
    await fetch(`${server.origin}/canary"\\n`)
    const reply = await fetch(`${server.origin}/metrics`)
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await reply.text()
    expect(text.endsWith('\n')).toBe(true)
    const samples = new Map<string, number>()
    const types = new Map<string, string>()
    for (const line of text.trimEnd().split('\n')) {
      if (line.startsWith('# HELP ')) continue
      const [, typed, type] = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram)$/i.exec(line) ?? []
      if (typed && type) {
        expect(types.has(typed)).toBe(false)
        types.set(typed, type)
        continue
      }
      const [, name, labels = '', value] =
        /^([a-z_:][a-z0-9_:]*)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+\})?) (\S+)$/i.exec(line) ?? []
      expect(name, `not a sample: ${line}`).toBeDefined()
      const histogram = name?.replace(/_(?:bucket|sum|count)$/, '') ?? ''
      expect(types.has(name ?? '') || types.get(histogram) === 'histogram').toBe(true)
      expect(Number.isFinite(Number(value))).toBe(true)
      expect(samples.has(`${name}${labels}`)).toBe(false)
      samples.set(`${name}${labels}`, Number(value))
    }
    expect(samples.get('everkin_sockets')).toBe(1)
    expect(samples.get('everkin_http_requests_total{method="GET",route="/api/config",status="200"}')).toBe(1)
    expect(text).not.toMatch(/canary/)
    for (const secret of [person.token, person.secret]) expect(text).not.toContain(secret)
    client.close()
  })
})

describe.runIf(testPostgresUrl)('health on PostgreSQL', () => {
  it.each(['refused', 'silent'] as const)(
    'is not ready while the database is away (%s), answers calls with 9002, and recovers by itself',
    async (fault) => {
      const { url, drop } = await freshPostgresDatabase()
      const address = new URL(url)
      const proxy = await startTcpProxy(Number(address.port))
      address.port = String(proxy.port)
      const database = openPostgres(address.href, () => undefined)
      const server = await startTestServer({ database })
      const person = await server.signIn()
      const status = async () => (await fetch(`${server.origin}/readyz`)).status
      expect(await status()).toBe(200)

      if (fault === 'silent') proxy.blackHole()
      else proxy.refuse()
      proxy.cut()
      expect(await status()).toBe(503)
      const away = await fetch(`${server.origin}/api/user/info`, {
        headers: credentialsOf(person),
      })
      expect([away.status, ((await away.json()) as { code: number }).code]).toEqual([503, 9002]) // the envelope
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)

      proxy.heal()
      expect(await status()).toBe(200)
      expect((await person.call('GET /api/user/info')).code).toBe(1)
      await server.end()
      await database.close()
      await proxy.close()
      await drop()
    },
  )
})
