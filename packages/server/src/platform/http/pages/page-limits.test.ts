import { existsSync } from 'node:fs'
import { startTestServer } from '@everkin/testing/test-server.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createRenderQueue, refusalPage, TooManyRenderings } from './page-limits.ts'

const isBuilt = existsSync(new URL('../../../../../../build/web/server/index.js', import.meta.url))
if (!isBuilt) console.warn('SKIPPED: the limit of pages, because build/web is not there (npm run build)')

it('renders a few pages at a time, lets some wait and refuses more', async () => {
  const render = createRenderQueue(2, 3)
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const page = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
    return 'page'
  }
  const results = Array.from({ length: 8 }, () => render(page).catch((error: unknown) => error))
  await new Promise((resolve) => setImmediate(resolve))
  for (let count = 0; count < 5; count++) {
    while (release.length === 0) await new Promise((resolve) => setImmediate(resolve))
    release.shift()?.()
  }
  const ended = await Promise.all(results)
  expect(ended.filter((result) => result === 'page')).toHaveLength(5)
  expect(ended.filter((result) => result instanceof TooManyRenderings)).toHaveLength(3)
  expect(most).toBe(2)
})

it('writes a refusal that cannot contain markup', () => {
  const page = refusalPage('<b>&', { lang: 'ar', dir: 'rtl' })
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('<p>&lt;b&gt;&amp;</p>')
})

// It starts a server with pages, which takes a busy machine long.
it.runIf(isBuilt)(
  'RATE-01: pages that are not cached are limited by network, cached ones are not',
  {
    timeout: 120_000,
  },
  async () => {
    const server = await startTestServer({ pages: 'built', settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    onTestFinished(() => server.end())
    const get = (path: string, network: string) =>
      fetch(server.origin + path, { headers: { 'x-forwarded-for': network, 'accept-language': 'de' } })
    const open = async (path: string, network: string) => {
      const reply = await get(path, network)
      await reply.arrayBuffer()
      return reply.status
    }
    expect(await open('/de/card/ilse', '203.0.113.9')).toBe(200)
    const key = 'pages:203.0.113.9'
    for (let count = 0; count < 119; count++) await server.context.limiter.consume(key, { max: 120, windowMs: 60_000 })
    const refused = await get('/de/card/mira?x=1', '203.0.113.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await refused.text()).toMatch(/<html lang="de" dir="ltr">.* Sekunden? /)
    expect(await open('/de/card/ilse', '203.0.113.9')).toBe(200)
    expect(await open('/de/card/mira?x=1', '203.0.113.10')).not.toBe(429)
  },
)
