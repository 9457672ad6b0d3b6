import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createHostCheck, isDirectLocalRequest } from './host-check.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { PUBLIC_URL: 'https://everkin.example' } })
})
afterAll(() => server.end())

interface Ask {
  method?: string
  host?: string
  headers?: Record<string, string>
  body?: object
}

function ask(path: string, { method = 'GET', host, headers = {}, body }: Ask = {}, origin = server.origin) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      origin + path,
      { method, headers: { ...(host !== undefined && { host }), ...headers } },
      (response) => {
        let text = ''
        response.on('data', (data) => {
          text += String(data)
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('upgrade', (response, stream) => {
      stream.destroy()
      resolve({ status: response.statusCode ?? 0, text: '' })
    })
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

describe('the Host header in local mode', () => {
  const own = ['localhost', 'localhost:3000', 'LOCALHOST:80', '127.0.0.1:8080', '[::1]:3000', 'everkin.example']
  const foreign = [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    '192.168.1.20',
    '0.0.0.0',
    'x',
  ]

  it.each(own)('%s is accepted', async (host) => {
    expect((await ask('/api/config', { host })).status).toBe(200)
    expect((await ask('/ws', { host, headers: upgrade })).status).toBe(101)
  })

  it.each(foreign)('%s is rejected with 421, by HTTP and for a websocket', async (host) => {
    for (const path of ['/api/config', '/healthz', '/local/outbox', '/', '/none']) {
      const answer = await ask(path, { host })
      expect(answer.status).toBe(421)
      expect(JSON.parse(answer.text)).toMatchObject({ code: 1008, data: null })
    }
    expect((await ask('/ws', { host, headers: upgrade })).status).toBe(421)
  })

  it('is not replaced by a proxy’s header', async () => {
    const headers = { 'x-forwarded-host': 'localhost' }
    expect((await ask('/api/config', { host: 'evil.example', headers })).status).toBe(421)
  })

  it('may be any address, but no other name, with LOCAL_MODE_OPEN', () => {
    const open = createHostCheck({ mode: 'local', publicUrl: null, localModeOpen: true })
    expect(['192.168.1.20:3000', '[fe80::1]:3000', 'localhost'].every((host) => open(host))).toBe(true)
    expect(['evil.example', '192.168.1.20.evil.example', '', undefined].some((host) => open(host))).toBe(false)
  })
})

describe('the Host header in production mode', () => {
  const settings = { MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: 'https://everkin.example' }

  it('is that of PUBLIC_URL, and any other one gets 421, except for monitoring', async () => {
    const production = await startTestServer({ database: server.context.database, settings })
    onTestFinished(() => production.end())
    const status = async (path: string, host: string) => (await ask(path, { host }, production.origin)).status
    expect(await status('/api/config', 'everkin.example')).toBe(200)
    expect(await status('/api/config', '127.0.0.1:3000')).toBe(200)
    const refusal = await ask('/api/config', { host: 'evil.example' }, production.origin)
    expect(JSON.parse(refusal.text).msg).not.toContain('localhost')
    for (const host of ['evil.example', '192.168.1.20', 'everkin.example.evil.example']) {
      expect(await status('/api/config', host)).toBe(421)
      expect(await status('/none', host)).toBe(421)
    }
    for (const host of ['10.0.0.7:3000', 'everkin-1']) expect(await status('/healthz', host)).toBe(200)
  })
})

describe('the local pages of local mode', () => {
  const claim = { provider: 'google', name: 'Robin', email: 'robin@example.org' }
  const tools: [string, Ask][] = [
    ['/local/outbox', {}],
    ['/local/identity', {}],
    ['/local/identity', { method: 'POST', body: claim }],
  ]
  const statuses = async (headers: Record<string, string>, host = new URL(server.origin).host) => {
    const origin = { origin: `http://${host}`, 'content-type': 'application/json' }
    const answers = tools.map(([path, how]) => ask(path, { ...how, host, headers: { ...origin, ...headers } }))
    return (await Promise.all(answers)).map((answer) => answer.status)
  }

  it('answer a browser on this machine', async () => {
    expect(await statuses({})).toEqual([200, 200, 200])
  })

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'via'])(
    'reject a request with the header %s, whatever its value',
    async (name) => {
      expect(await statuses({ [name]: '127.0.0.1' })).toEqual([403, 403, 403])
    },
  )

  it('reject the public name, which others may reach', async () => {
    expect(await statuses({}, 'everkin.example')).toEqual([403, 403, 403])
  })

  it('reject addresses of other machines', async () => {
    const other = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const addresses = [
      '10.0.0.7',
      '::ffff:10.0.0.7',
      '2001:db8::7',
      ...other.flatMap((a) => (a.internal ? [] : a.address)),
    ]
    const from = (remoteAddress: string) =>
      isDirectLocalRequest({
        headers: { host: 'localhost:3000' },
        httpVersion: '1.1',
        socket: { remoteAddress },
      } as IncomingMessage) // all that is read of it
    expect(addresses.filter(from)).toEqual([])
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].every(from)).toBe(true)
  })
})
