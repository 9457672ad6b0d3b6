import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let person: TestPerson

beforeAll(async () => {
  server = await startTestServer({ settings: { LOG_LEVEL: 'silent' } })
  person = await server.signIn()
})
afterAll(() => server.end())

interface Answer {
  status: number
  headers: Headers
  text: string
  /** The envelope. */
  json: { code: number; msg: string; data: Record<string, unknown> | null }
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(server.origin + path, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as Answer['json']) : { code: 0, msg: text, data: null }, // the envelope
  }
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string | undefined, headers: Record<string, string> = json) =>
  ask(path, { method: 'POST', headers, ...(body !== undefined && { body }) })
const sendCode = (body: object, headers: Record<string, string> = {}) =>
  post('/api/account/sendCode', JSON.stringify(body), { ...json, ...headers })

const halves = () => ({ 'user-token': person.token, authorization: `Bearer ${person.secret}` })

const issuesOf = (answer: Answer) => {
  const issues = answer.json.data?.issues as { path: string }[] // the data of 1000
  return issues.map((issue) => issue.path)
}

describe('the envelope', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing/at/all'],
    ['DELETE', '/api/config'],
    ['PUT', '/api/user/profile'],
    ['POST', '/api/config'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/%zz'],
    ['GET', '/api/chat.Single/cardInfo%00'],
    ['GET', `/api/${'x'.repeat(5_000)}`],
    ['GET', '/api/../api/none'],
    ['PROPFIND', '/api/config'],
  ])('answers %s %.40s as not found, never with a page', async (method, path) => {
    const answer = await ask(path, { method })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.json).toMatchObject({ code: 1003, data: null })
    expect(answer.json.msg).not.toBe('')
  })

  it.each([
    ['{', 'a body cut short'],
    ['', 'an empty body'],
    ['nothing', 'no JSON'],
    ['[', 'half an array'],
  ])('answers %s (%s) as invalid input', async (body) => {
    const answer = await post('/api/account/sendCode', body)
    expect([answer.status, answer.json.code]).toEqual([400, 1000])
    expect(answer.json.data).toEqual({ issues: [{ path: '', message: 'not a JSON body' }] })
    if (body.length > 2) expect(answer.text).not.toContain(body)
  })

  it.each(['null', '[]', '"text"', '7', 'true'])('answers the body %s as invalid input', async (body) => {
    expect((await post('/api/account/sendCode', body)).json.code).toBe(1000)
  })

  it('answers a missing body as a missing field', async () => {
    const answer = await post('/api/account/sendCode', undefined, {})
    expect(answer.json.code).toBe(1000)
    expect(issuesOf(answer)).toEqual(['email'])
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'AUTH-11: rejects a %s, which a form of another site can send',
    async (type) => {
      const answer = await post('/api/account/sendCode', '{"email":"a@example.org"}', { 'content-type': type })
      expect([answer.status, answer.json.code]).toEqual([415, 1007])
      expect(answer.json.data).toEqual({ accepted: ['application/json'] })
    },
  )

  it('rejects a body over a megabyte, declared or discovered while reading', async () => {
    const body = JSON.stringify({ email: 'a@example.org', more: 'x'.repeat(1024 * 1024) })
    const answer = await post('/api/account/sendCode', body)
    expect([answer.status, answer.json.code]).toEqual([413, 1006])
    expect(answer.json.data).toEqual({ limit: 1024 * 1024 })
    expect(answer.json.msg).toContain('1 MB')
    expect(await chunked(body)).toBe(413)
  })

  it('ignores unknown fields of body and query', async () => {
    expect((await sendCode({ email: 'unknown-fields@example.org', more: { deep: [1] } })).json.code).toBe(1)
    expect((await ask('/api/chat/cardTags?more=1&more=2&__proto__=x')).json.code).toBe(1)
  })

  it('checks the caller before the input (1001, then 1000, then the state)', async () => {
    for (const body of ['{', '', '{}', '{"chat_id":7}', 'x'.repeat(2_000)])
      expect((await post('/api/chat/delete', body)).json.code).toBe(1001)
    expect((await post('/api/chat/delete', '{}', { 'content-type': 'text/plain' })).json.code).toBe(1001)
    expect((await post('/api/chat/delete', '{}', { ...json, ...halves() })).json.code).toBe(1000)
    expect((await post('/api/chat/delete', '{"chat_id":"none"}', { ...json, ...halves() })).json.code).toBe(1003)
  })

  it('XSS-06: keys that name prototypes are unknown fields without effect', async () => {
    const bodies = [
      '{"__proto__":{"email":"a@example.org","isAdmin":true}}',
      '{"constructor":{"prototype":{"email":"a@example.org"}}}',
    ]
    for (const body of bodies) {
      const answer = await post('/api/account/sendCode', body)
      expect(answer.json.code).toBe(1000)
      expect(issuesOf(answer)).toEqual(['email'])
    }
    const with$ = '{"email":"proto@example.org","__proto__":{"purpose":"nothing"},"\\u005f_proto__":1}'
    expect((await post('/api/account/sendCode', with$)).json.code).toBe(1)
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
    const query = '__proto__[limit]=0&constructor.prototype.limit=0&limit=1'
    expect((await ask(`/api/chat.Single/cardList?${query}`)).json.code).toBe(1)
  })

  it('XSS-06: a body nested a hundred thousand times has no effect', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await sendCode({ email: 'shallow@example.org' })).json.code).toBe(1)
    expect((await post('/api/account/sendCode', `{"email":"deep@example.org","more":${deep}}`)).json.code).toBe(1)
    expect((await post('/api/account/sendCode', `{"email":${deep}}`)).json.code).toBe(1000)
    expect((await post('/api/account/sendCode', deep)).json.code).toBe(1000)
  })

  it('rejects NUL where it would be stored, and treats its escaped name as text', async () => {
    const nickname = async (text: string) =>
      post('/api/user/profile', JSON.stringify({ nickname: text, gender: null, age_scope: 3 }), {
        ...json,
        ...halves(),
      })
    expect((await nickname('a\0b')).json.code).toBe(1000)
    expect((await nickname('\\u0000')).json.data).toMatchObject({ nickname: '\\u0000' })
    expect((await ask('/api/chat.Single/cardInfo?id=%00')).json.code).toBe(1000)
    expect((await ask('/api/chat.Single/cardInfo?id=none&more=%00')).json.code).toBe(1003)
  })

  it('carries a request id, a different one each time', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, () => ask('/api/config')))
    expect(new Set(ids.map((answer) => answer.headers.get('x-request-id'))).size).toBe(3)
  })
})

/** The status of a post without a declared length. */
function chunked(body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.origin}/api/account/sendCode`, { method: 'POST', headers: json })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    for (let i = 0; i < body.length; i += 65_536) request.write(body.slice(i, i + 65_536))
    request.end()
  })
}

describe('posts from other sites', () => {
  const own = () => server.origin
  it.each<[string, () => Record<string, string>]>([
    ['a foreign Origin', () => ({ origin: 'https://elsewhere.example' })],
    ['the Origin null', () => ({ origin: 'null' })],
    ['an Origin that is none', () => ({ origin: 'nonsense' })],
    ['our host on another port', () => ({ origin: 'http://127.0.0.1:1' })],
    ['our host as a beginning', () => ({ origin: `${own()}.elsewhere.example` })],
    ['Sec-Fetch-Site cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['Sec-Fetch-Site same-site', () => ({ 'sec-fetch-site': 'same-site', origin: own() })],
  ])('AUTH-11: are rejected with %s, and have no effect', async (_name, headers) => {
    const mails = server.context.outbox?.mails().length
    expect((await sendCode({ email: 'forged@example.org' }, headers())).json.code).toBe(1002)
    expect((await post('/api/account/logout', '{}', { ...json, ...halves(), ...headers() })).json.code).toBe(1002)
    expect(server.context.outbox?.mails().length).toBe(mails)
    expect((await person.call('GET /api/user/info')).code).toBe(1)
  })

  it('are accepted from our own pages and from clients that are not browsers', async () => {
    const headers = [
      {},
      { origin: own() },
      { origin: own(), 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ]
    for (const [i, header] of headers.entries())
      expect((await sendCode({ email: `own-${i}@example.org` }, header as Record<string, string>)).json.code).toBe(1) // no undefined in them
  })

  it('are accepted from PUBLIC_URL behind a proxy that rewrites the host, and from nowhere else', async () => {
    const database = server.context.database
    const proxied = await startTestServer({ database, settings: { PUBLIC_URL: 'https://everkin.example' } })
    const codeOf = async (origin: string) =>
      (
        await proxied.call('POST /api/account/sendCode', {
          body: { email: 'proxied@example.org' },
          headers: { origin },
        })
      ).code
    expect(await codeOf('https://everkin.example')).toBe(1)
    expect(await codeOf('https://elsewhere.example')).toBe(1002)
    await proxied.end()
  })

  it('AUTH-11: the readable cookie and the secret alone authenticate nothing', async () => {
    const cookie = `user=${encodeURIComponent(JSON.stringify({ token: person.token }))}; session=${person.secret}`
    expect((await ask('/api/user/info', { headers: { cookie } })).json.code).toBe(1001)
    expect((await post('/api/account/logout', '{}', { ...json, cookie })).json.code).toBe(1001)
    expect((await ask('/api/user/info', { headers: { cookie, 'user-token': person.token } })).json.code).toBe(1)
  })
})

describe('the language of an error', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'en'],
    [{ 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    [{ 'accept-language': 'de', cookie: 'i18n_redirected=ja' }, 'ja'],
    [{ 'accept-language': 'fr', cookie: 'i18n_redirected=klingon' }, 'fr'],
    // A page in another language was opened meanwhile: each gets its own language.
    [{ 'page-language': 'en', cookie: 'i18n_redirected=ar', 'accept-language': 'ar' }, 'en'],
    [{ 'page-language': 'klingon', cookie: 'i18n_redirected=ar' }, 'ar'],
  ])('%j', async (headers, locale) => {
    const msg = server.context.texts.translate(locale as 'en')('errors.notFound') // one of the eight
    expect((await ask('/api/nothing', { headers })).json.msg).toBe(msg)
    expect((await ask('/api/%zz', { headers })).json.msg).toBe(msg)
  })

  it('is a different text in every language', () => {
    const all = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'] as const
    expect(new Set(all.map((locale) => server.context.texts.translate(locale)('errors.notFound'))).size).toBe(8)
  })
})

describe('headers', () => {
  it.each([
    '/api/config',
    '/api/user/info',
    '/api/nothing',
    '/api/%zz',
    '/api/openapi.json',
    '/api/docs',
    '/healthz',
    '/readyz',
    '/metrics',
    '/nowhere',
  ])('XSS-04: %s has all security headers', async (path) => {
    const { headers } = await ask(path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of [`default-src 'none'`, `object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('forbid caching of personal data', async () => {
    for (const path of ['/api/config', '/api/user/info', '/readyz'])
      expect((await ask(path, { headers: halves() })).headers.get('cache-control')).toBe('no-store')
  })

  it('survive a broken request line', async () => {
    for (const line of ['GET // HTTP/1.1', 'GET http:// HTTP/1.1', 'GET /api/\u0000 HTTP/1.1', 'nonsense'])
      expect(await rawRequest(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect((await ask('/healthz')).status).toBe(200)
  })
})

/** The response to bytes that no regular client would send. */
function rawRequest(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      received += String(data)
    })
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })
}

describe('limits on calls', () => {
  it('RATE-01: allows a visitor 120 calls a minute; the next is rejected, with the wait (body, header)', async () => {
    const limited = await startTestServer({ database: server.context.database, settings: { RATE_LIMITS: 'on' } })
    const calls = await Promise.all(Array.from({ length: 121 }, () => fetch(`${limited.origin}/api/config`)))
    const refused = calls.filter((reply) => reply.status === 429)
    expect(refused).toHaveLength(1)
    const spoofed = await fetch(`${limited.origin}/api/config`, { headers: { 'x-forwarded-for': '198.51.100.9' } })
    expect(spoofed.status).toBe(429)
    for (const reply of [...refused, spoofed]) {
      const body = (await reply.json()) as Answer['json'] // the envelope
      expect(body.code).toBe(1005)
      expect(Number(reply.headers.get('retry-after'))).toBe(body.data?.retry_after)
      expect(body.data?.retry_after).toBeGreaterThan(0)
    }
    expect((await fetch(`${limited.origin}/healthz`)).status).toBe(200)
    await limited.end()
  })
})
