import { existsSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { ApiBody } from '@everkin/contract/api-types.ts'
import { credentialsOf, startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const isBuilt = existsSync(new URL('../../../../../../build/web/server/index.js', import.meta.url))
if (!isBuilt) console.warn('SKIPPED: the pages, because build/web is not there (npm run build)')

describe.runIf(isBuilt)('the pages', () => {
  let server: TestServer
  let person: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ pages: 'built' })
    person = await server.signIn()
  })
  afterAll(() => server.end())

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.origin + path, { redirect: 'manual', headers })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const cookieOf = (halves: { token: string; secret: string }) =>
    `user=${encodeURIComponent(JSON.stringify({ token: halves.token }))}; session=${halves.secret}`

  it('redirect from / to the cookie’s or the browser’s language, keep the query, and store it for a year', async () => {
    const browser = await get('/?utm_source=a%26b&x=//y', { 'accept-language': 'de-CH, en;q=0.5' })
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/de?utm_source=a%26b&x=//y'])
    expect(browser.headers.get('set-cookie')).toBe('i18n_redirected=de; Max-Age=31536000; Path=/; SameSite=Lax')
    expect(browser.headers.get('vary')).toContain('accept-language')
    const chosen = await get('/', { cookie: 'i18n_redirected=ja', 'accept-language': 'de' })
    expect([chosen.status, chosen.headers.get('location')]).toEqual([302, '/ja'])
  })

  it('do not redirect from any other URL, or for English', async () => {
    const overrides = { 'accept-language': 'de' }
    for (const path of ['/safety', '/fr', '/ar/safety', '/login']) {
      const page = await get(path, overrides)
      expect([path, page.status]).toEqual([path, 200])
      expect(page.headers.get('set-cookie')).toBeNull()
    }
    expect((await get('/', { 'accept-language': 'en' })).status).toBe(200)
    expect((await get('/', { cookie: 'i18n_redirected=en', 'accept-language': 'de' })).status).toBe(200)
  })

  it('are in the sitemap, in every language, except guarded ones', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers.get('content-type')).toContain('text/plain')
    expect(robots.text).toContain(`Sitemap: ${server.url}/sitemap.xml`)
    const sitemap = await get('/sitemap.xml')
    expect([sitemap.status, sitemap.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    const addresses = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
      address.replace(server.url, ''),
    )
    expect(addresses).toEqual(expect.arrayContaining(['/', '/ar', '/card/ilse', '/zh/card/ilse', '/ja/safety']))
    expect(addresses.filter((address) => /\/(me|chat|set|admin|login\/.*|index%20copy)$/.test(address))).toEqual([])
    const pages = await Promise.all(addresses.filter((address) => address.startsWith('/de')).map((path) => get(path)))
    expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
    expect((await get('/ar/safety')).text).toContain(`rel="canonical" href="${server.url}/ar/safety"`)
  })

  it('of a restricted character are not indexed by search engines, and open for those allowed', async () => {
    const make = async (visibility: ApiBody<'POST /api/chat.Single/saveCard'>['visibility']) => {
      const body = { name: 'Wren Ashdown', age: 41, visibility, definition: { first_mes: 'You are early.' } }
      const { code, data } = await person.call('POST /api/chat.Single/saveCard', { body })
      expect(code).toBe(1)
      return `/card/${data.id}`
    }
    const [open, unlisted, hidden] = [await make('public'), await make('unlisted'), await make('private')]
    const sitemap = (await get('/sitemap.xml')).text
    expect([open, unlisted, hidden].map((path) => sitemap.includes(`${path}<`))).toEqual([true, false, false])
    const isKept = ({ text }: { text: string }) => text.includes('<meta name="robots" content="noindex"')
    const pages = await Promise.all([get(open), get(unlisted), get(hidden), get(hidden, { cookie: cookieOf(person) })])
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 404, 200])
    // A 404 page is not indexed and names nothing.
    expect(pages.map(isKept)).toEqual([false, true, false, true])
    expect(pages.map(({ text }) => text.includes('Wren Ashdown'))).toEqual([true, true, false, true])
  })

  it('of a character show its image in link previews', async () => {
    const form = new FormData()
    const face = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#846' } })
      .png()
      .toBuffer()
    form.append('purpose', 'card')
    form.append('file', new Blob([new Uint8Array(face)]), 'face.png')
    const headers = credentialsOf(person)
    const upload = await fetch(`${server.origin}/api/common/upload`, { method: 'POST', headers, body: form })
    const { data: picture } = (await upload.json()) as { data: { id: string } } // the envelope
    const body = { name: 'Wren', age: 41, visibility: 'public', avatar: picture.id } as const
    const { data: card } = await person.call('POST /api/chat.Single/saveCard', {
      body: { ...body, definition: { first_mes: 'You are early.' } },
    })
    const { text } = await get(`/card/${card.id}`)
    const address = /<meta property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
    expect(address).toBe(`${server.url}${card.avatar?.replace(/\d+\.webp$/, 'share.jpg')}`)
    const shared = await fetch(address.replace(server.url, server.origin))
    expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('are in the language of their URL, right to left in Arabic', async () => {
    expect((await get('/ar/safety')).text).toMatch(
      /<html[^>]* lang="ar"[^>]* dir="rtl"|<html[^>]* dir="rtl"[^>]* lang="ar"/,
    )
    expect((await get('/safety')).text).toMatch(/<html[^>]* lang="en"/)
  })

  it('that are guarded redirect visitors to the sign-in in the same language and back, with 302', async () => {
    for (const [path, login] of [
      ['/chathistory', '/login?next='],
      ['/de/chathistory', '/de/login?next='],
    ] as const) {
      const page = await get(path)
      expect([path, page.status]).toEqual([path, 302])
      expect(page.headers.get('location')).toBe(`${login}${encodeURIComponent(path)}`)
    }
  })

  it('that are guarded open only with both halves of a session', async () => {
    expect((await get('/chathistory', { cookie: cookieOf(person) })).status).toBe(200)
    expect((await get('/chathistory', { cookie: `session=${person.secret}` })).status).toBe(302)
    expect((await get('/chathistory', { cookie: cookieOf({ ...person, secret: 'wrong' }) })).status).toBe(302)
  })

  it.each([
    '/no-such-page',
    '/de/no-such-page',
    '/xx',
    '/card/no-such-card',
    '//',
    '//elsewhere.example/',
    '/%zz',
    '/a/../b',
  ])('answer %s as not found', async (path) => {
    const status = await statusOf(path)
    expect(status).toBe(404)
  })

  it('XSS-04: have a nonce of their own, and no script, style or handler without it', async () => {
    const nonces = new Set<string>()
    const paths = ['/', '/safety', '/de', '/login', '/no-such-page', '/card/ilse', '/safety']
    for (const path of paths) {
      const { headers, text } = await get(path, { cookie: 'user=somebody' }) // cached visitor pages have no nonce
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect(nonce.length).toBeGreaterThanOrEqual(22)
      expect(policy).not.toContain('unsafe')
      nonces.add(nonce)
      const tags = text.match(/<script\b[^>]*>/g) ?? []
      expect(tags.length).toBeGreaterThan(0)
      for (const tag of tags) if (!/\ssrc="\//.test(tag)) expect(tag).toContain(`nonce="${nonce}"`)
      for (const tag of text.match(/<style\b[^>]*>/g) ?? []) expect(tag).toContain(`nonce="${nonce}"`)
      expect(text).not.toMatch(/<[a-z][^>]*\son[a-z]+=/i)
      expect(text).not.toMatch(/<[a-z][^>]*\shref="javascript:/i)
    }
    expect(nonces.size).toBe(paths.length)
  })

  it('AUTH-12: contain neither half of a session', async () => {
    const { text, headers } = await get('/chathistory', { cookie: cookieOf(person) })
    expect(text).not.toContain(person.secret)
    expect(text).not.toContain(person.token)
    expect(headers.get('location')).toBeNull()
  })

  it('do not answer TRACE', async () => {
    const status = await new Promise((resolve) => {
      const { hostname, port } = new URL(server.origin)
      httpRequest({ hostname, port, path: '/', method: 'TRACE' }, (response) => resolve(response.statusCode)).end()
    })
    expect(status).toBe(404)
  })

  it('leave /api, files and health to their own routes', async () => {
    expect((await get('/api/nothing')).headers.get('content-type')).toMatch(/^application\/json/)
    expect((await get('/healthz')).text).toBe('{"status":"ok"}')
    const asset = /"(\/assets\/[^"]+\.js)"/.exec((await get('/safety')).text)?.[1] ?? ''
    const file = await get(asset)
    expect(file.status).toBe(200)
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await get('/pictures/../../package.json')).status).toBe(404)
    expect(await statusOf('/pictures/..%2f..%2fpackage.json')).toBe(404)
  })

  /** The status for a raw URL; fetch would normalise it. */
  function statusOf(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      let received = ''
      const { port, host } = new URL(server.origin)
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      )
      socket.on('data', (data) => {
        received += String(data)
      })
      socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1])))
      socket.on('error', reject)
    })
  }
})
