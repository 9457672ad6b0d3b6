import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createTestClock } from '@everkin/testing/test-clock.ts'
import { startTestServer, type TestPerson, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const isBuilt = existsSync(new URL('../../../build/web/server/index.js', import.meta.url))
if (!isBuilt) console.warn('SKIPPED: pages for visitors, because build/web is not there (npm run build)')

const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36'

describe.runIf(isBuilt)('pages for visitors', () => {
  const clock = createTestClock()
  let server: TestServer
  let person: TestPerson

  beforeAll(async () => {
    server = await startTestServer({ pages: 'built', clock })
    person = await server.signIn()
  })
  afterAll(() => server.end())
  beforeEach(() => server.context.visitorPages.invalidate())

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.origin + path, { redirect: 'manual', headers })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  /** How many pages were asked of the cache, and how many of those were rendered, since the last time. */
  const counted = (() => {
    let [asked, rendered] = [0, 0]
    return () => {
      const { hits, stale, misses } = server.context.visitorPages.stats()
      const news = { asked: hits + stale + misses - asked, rendered: misses - rendered }
      asked += news.asked
      rendered += news.rendered
      return news
    }
  })()
  beforeEach(() => void counted())
  const cookieOf = (halves: { token: string; secret: string }) =>
    `user=${encodeURIComponent(JSON.stringify({ token: halves.token }))}; session=${halves.secret}`

  it('are rendered once for all of them, whatever a request carries that must not show', async () => {
    const first = await get('/card/ilse')
    const second = await get('/card/ilse', {
      cookie: 'i18n_redirected=ja; nsfw=1; device=abc',
      'accept-language': 'fr',
      'x-forwarded-host': 'elsewhere.example',
      'time-zone': 'Asia/Tokyo',
    })
    expect(second.text === first.text).toBe(true)
    expect(counted()).toEqual({ asked: 2, rendered: 1 })
  })

  it.each<[string, string, Record<string, string>, string, Record<string, string>]>([
    ['language', '/card/ilse', {}, '/de/card/ilse', {}],
    ['device', '/', {}, '/', { 'user-agent': PHONE }],
    ['look', '/', {}, '/', { cookie: 'look=dark-125-less' }],
    ['query', '/', {}, '/?sort=new', {}],
    ['value of the query', '/?sort=new', {}, '/?sort=popular', {}],
  ])('differ by %s', async (_, path, headers, otherPath, otherHeaders) => {
    const one = await get(path, headers)
    const other = await get(otherPath, otherHeaders)
    expect(other.text === one.text).toBe(false)
    expect(counted()).toEqual({ asked: 2, rendered: 2 })
    expect((await get(path, headers)).text === one.text).toBe(true)
    expect((await get(otherPath, otherHeaders)).text === other.text).toBe(true)
    expect(counted()).toEqual({ asked: 2, rendered: 0 })
  })

  it('do not differ by a look that there is none of', async () => {
    const one = await get('/safety') // not cached: its help lines follow the country
    await get('/TermsofUse')
    await get('/TermsofUse', { cookie: 'look=<b>-1-x' })
    expect(one.status).toBe(200)
    expect(counted()).toEqual({ asked: 2, rendered: 1 })
  })

  it('are not for anyone with as much as half a session, nor ever made of what is theirs', async () => {
    const visitors = await get('/')
    const theirs = await get('/', { cookie: cookieOf(person) })
    expect(theirs.text === visitors.text).toBe(false)
    expect(theirs.headers.get('cache-control')).toBe('no-store')
    expect(theirs.headers.get('etag')).toBeNull()
    const halves: Record<string, string>[] = [
      { cookie: 'user=%7B%22token%22%3A%22x%22%7D' },
      { cookie: 'session=x' },
      { cookie: '__Host-session=x' },
      { authorization: 'Bearer x' },
      { 'user-token': 'x' },
    ]
    for (const headers of halves) expect((await get('/', headers)).headers.get('cache-control')).toBe('no-store')
    expect(counted()).toEqual({ asked: 1, rendered: 1 })
    expect((await get('/')).text === visitors.text).toBe(true)
    const mark = visitors.headers.get('etag') ?? ''
    expect((await get('/', { cookie: cookieOf(person), 'if-none-match': mark })).status).toBe(200)
  })

  it('leave times hidden, which someone with a session reads in the zone of their device', async () => {
    const hidden = /<time [^>]*class="time-pending"/
    const withZone = (zone: string) => get('/card/ilse', { cookie: `${cookieOf(person)}; time_zone=${zone}` })
    expect((await get('/card/ilse', { cookie: 'time_zone=Asia%2FTokyo' })).text).toMatch(hidden)
    expect((await withZone('Asia%2FTokyo')).text).not.toMatch(hidden)
    expect((await withZone('Nowhere%2FAt_all')).text).toMatch(hidden)
  })

  it('show nothing for adults, whatever a cookie or the address says', async () => {
    const rate = async (rating: 'sfw' | 'nsfw') => {
      await server.context.database.query(`update card set rating = $1 where id = 'bram'`, [rating])
      await server.context.database.query(`update card_shelf set rating = $1 where card_id = 'bram'`, [rating])
      await server.context.database.query(`update search_posting set rating = $1 where card_id = 'bram'`, [rating])
    }
    await rate('nsfw')
    const plain = await get('/')
    expect(plain.text.includes('/card/bram')).toBe(false)
    expect((await get('/', { cookie: 'nsfw=1; adult=true' })).text === plain.text).toBe(true)
    expect((await get('/?nsfw=1')).text.includes('/card/bram')).toBe(false)
    expect((await get('/card/bram', { cookie: 'nsfw=1' })).status).toBe(404)
    await rate('sfw')
    expect((await get('/card/bram')).status).toBe(200) // the 404 was not cached
  })

  it('show a like at once, and what else has changed when they are dropped or half a minute old', async () => {
    const before = await get('/card/ilse')
    await get('/card/pip')
    await person.call('POST /api/chat/like', { body: { card_id: 'ilse', on: true } })
    expect((await get('/card/ilse')).text === before.text).toBe(false)
    await get('/card/pip')
    expect(counted()).toEqual({ asked: 4, rendered: 3 })
    const rename = (name: string) =>
      server.context.database.query(`update card set name = $1 where id = 'ilse'`, [name])
    await rename('Ilse the Second')
    expect((await get('/card/ilse')).text.includes('Ilse the Second')).toBe(false)
    server.context.visitorPages.invalidate()
    expect((await get('/card/ilse')).text.includes('Ilse the Second')).toBe(true)
    await rename('Ilse the Third')
    clock.advance(61_000)
    expect((await get('/card/ilse')).text.includes('Ilse the Third')).toBe(true)
  })

  it('are rendered for one reader alone when the address says more, is not there, or leads elsewhere', async () => {
    for (const path of ['/?q=ferry', '/?nsfw=1', '/?sort=new&x=1', '/login', '/safety', '/invitation?code=abc'])
      await get(path)
    expect(counted()).toEqual({ asked: 0, rendered: 0 })
    for (const path of ['/card/nobody', '/card/nobody']) expect((await get(path)).status).toBe(404)
    expect(counted()).toEqual({ asked: 2, rendered: 2 })
    expect((await get('/', { 'accept-language': 'de' })).headers.get('set-cookie')).toContain('i18n_redirected=de')
    expect((await get('/')).headers.get('set-cookie')).toBeNull()
  })

  it('XSS-04: run no script but those that they name by hash or bring from our own origin', async () => {
    for (const path of ['/', '/ar', '/card/ilse', '/group/midnight-bakery', '/landPage', '/TermsofUse', '/AboutView']) {
      const { headers, text } = await get(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).not.toMatch(/nonce|unsafe/)
      expect(text.includes('nonce=')).toBe(false)
      const inline = [...text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
      expect(inline.length).toBeGreaterThan(3)
      for (const [, attributes = '', script = ''] of inline) {
        if (/\ssrc="\//.test(attributes)) continue
        const hash = createHash('sha256').update(script).digest('base64')
        expect([path, policy.split('; ')[1]?.includes(`'sha256-${hash}'`)]).toEqual([path, true])
      }
      for (const [, style = ''] of text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)) {
        const hash = createHash('sha256').update(style).digest('base64')
        expect([path, policy.split('; ')[2]?.includes(`'sha256-${hash}'`)]).toEqual([path, true])
      }
      expect(/<[a-z][^>]*\son[a-z]+=/i.test(text)).toBe(false)
    }
  })

  it('are asked for again each time, and not sent again when the browser has them', async () => {
    const page = await get('/card/ilse', { 'accept-encoding': 'br' })
    expect(page.headers.get('cache-control')).toBe('private, no-cache')
    expect(page.headers.get('vary')).toBe('accept-encoding, accept-language, cookie, user-agent')
    expect(page.headers.get('content-encoding')).toBe('br')
    const mark = page.headers.get('etag') ?? ''
    const again = await get('/card/ilse', { 'if-none-match': mark })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'))
    expect((await get('/card/ilse', { 'if-none-match': '"another"' })).status).toBe(200)
    const plain = await get('/card/ilse', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), plain.text === page.text]).toEqual([null, true])
    const refused = await get('/card/ilse', { 'accept-encoding': 'br;q=0, gzip' })
    expect([refused.headers.get('content-encoding'), refused.text === page.text]).toEqual(['gzip', true])
  })

  it('are counted for the operator', async () => {
    await get('/card/ilse')
    await get('/card/ilse')
    const { text } = await get('/metrics')
    expect(text).toMatch(/^everkin_page_cache_pages 1$/m)
    expect(text).toMatch(/^everkin_page_cache_requests_total\{result="hits"\} [1-9]\d*$/m)
  })
})
