import { existsSync } from 'node:fs'
import { openTestDatabase } from '@everkin/testing/test-database.ts'
import { startTestServer, type TestServer } from '@everkin/testing/test-server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { markConnectionError } from '../../db/database-outage.ts'

const isBuilt = existsSync(new URL('../../../../../../build/web/server/index.js', import.meta.url))
if (!isBuilt) console.warn('SKIPPED: the waiting page, because build/web is not there (npm run build)')

describe.runIf(isBuilt)('an unavailable page', () => {
  let server: TestServer
  let cookie: string
  let userToken: string
  let isAway = false
  let end: () => Promise<void>

  beforeAll(async () => {
    const opened = await openTestDatabase('embedded')
    end = opened.drop
    server = await startTestServer({ pages: 'built', database: losable(opened.database, () => isAway) })
    const { token, secret } = await server.signIn()
    userToken = token
    cookie = `user=${encodeURIComponent(JSON.stringify({ token }))}; session=${secret}`
  })
  beforeEach(() => {
    isAway = false
    server.context.isDraining = false
  })
  afterAll(async () => {
    await server.end()
    await end()
  })

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.origin + path, { redirect: 'manual', headers })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }

  it('is a page that says so, at its own URL, with Retry-After', async () => {
    isAway = true
    for (const [path, headers] of [
      ['/', {}],
      ['/de', {}],
      ['/ar/chathistory', { cookie }],
      ['/safety', { cookie }],
    ] as const) {
      const page = await get(path, headers)
      expect([path, page.status]).toEqual([path, 503])
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('retry-after')).toBe('10')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('x-page-owner')).toBeNull()
      expect(page.text).not.toContain('"code"')
    }
    const german = await get('/de/card/ilse?x=1')
    expect(german.text).toContain('Der Server ist noch nicht bereit')
    expect(german.text).toContain('<html lang="de"')
  })

  it('leads to the waiting page by its only script, and reloads itself without scripts', async () => {
    isAway = true
    const { text, headers } = await get('/ar/chathistory?q=a', { cookie })
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)/g)]
    expect(scripts).toHaveLength(1)
    const [, attributes = '', code = ''] = scripts[0] ?? []
    const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
    expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    const location = Object.assign(new URL(`${server.origin}/ar/chathistory?q=a#b`), {
      replace: (to: string) => expect(to).toBe('/ar/loadingServer?next=%2Far%2Fchathistory%3Fq%3Da%23b'),
    })
    new Function('location', code)(location)
    expect.assertions(4)
    expect(text).toMatch(/<noscript><meta http-equiv="refresh" content="10"/)
  })

  it('is available again as soon as the database is', async () => {
    isAway = true
    expect((await get('/chathistory', { cookie })).status).toBe(503)
    isAway = false
    expect((await get('/chathistory', { cookie })).status).toBe(200)
  })

  it('is not rendered by a process that is stopping', async () => {
    server.context.isDraining = true
    expect((await get('/safety')).status).toBe(503)
    expect((await get('/loadingServer?next=/safety')).status).toBe(200)
  })

  it('has a waiting page that needs no database and leads on when all is ready', async () => {
    isAway = true
    const waiting = await get('/fr/loadingServer?next=/fr/chathistory', { cookie })
    expect([waiting.status, waiting.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(waiting.text).toContain('Everkin démarre ou est en maintenance.')
    expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="10"')
    isAway = false
    const ready = await get('/fr/loadingServer?next=/fr/chathistory%3Fq=1', { cookie })
    expect([ready.status, ready.headers.get('location')]).toEqual([302, '/fr/chathistory?q=1'])
    expect((await get('/loadingServer?next=//evil.example')).headers.get('location')).toBe('/')
    expect((await get('/loadingServer?next=/loadingServer')).headers.get('location')).toBe('/')
    expect((await get('/zh/loadingServer')).text).toContain('已就绪')
  })

  it('does not affect the API, whose calls and page data keep their errors', async () => {
    isAway = true
    const call = await get('/api/chat/list', { cookie, 'user-token': userToken })
    expect([call.status, (JSON.parse(call.text) as { code: number }).code]).toEqual([503, 9002])
    const data = await get('/chathistory.data', { cookie })
    expect(data.status).toBe(503)
    expect(data.text).not.toContain('<html')
  })
})

/** A database that can be made unavailable, as when its server restarts. */
function losable(database: Database, isAway: () => boolean): Database {
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      if (name !== 'query' && name !== 'transaction') return value.bind(target)
      return async (...args: unknown[]) => {
        if (isAway()) throw markConnectionError(new Error('connect ECONNREFUSED'))
        return value.apply(target, args)
      }
    },
  })
}
