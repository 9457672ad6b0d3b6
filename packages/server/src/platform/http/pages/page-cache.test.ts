import { createTestClock } from '@everkin/testing/test-clock.ts'
import { describe, expect, it } from 'vitest'
import { type Cacheable, createPageCache } from './page-cache.ts'

interface Page extends Cacheable {
  text: string
}

function setUp(mostBytes = 1_000_000) {
  const clock = createTestClock()
  const cache = createPageCache<Page>(clock, { freshMs: 1_000, staleMs: 1_000, mostBytes })
  let renders = 0
  const rendered = (text: string, rest: Partial<Page> = {}) => {
    return async (): Promise<Page> => {
      renders += 1
      return { text, bytes: 100, isCacheable: true, ...rest }
    }
  }
  const take = async (key: string, render: () => Promise<Page>) => (await cache.getOrRender(key, render)).text
  return { clock, cache, rendered, take, renders: () => renders }
}

/** A rendering that ends when the test says so. */
function openDrawing() {
  let finish: (page: Page) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const render = () =>
    new Promise<Page>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  return {
    render,
    finish: (text: string) => finish({ text, bytes: 100, isCacheable: true }),
    fail: (message: string) => fail(new Error(message)),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the page cache', () => {
  it('renders a page once for all concurrent requests, and once per period', async () => {
    const { cache, take, rendered, renders, clock } = setUp()
    const first = openDrawing()
    const waiting = [take('a', first.render), take('a', rendered('second')), take('a', rendered('third'))]
    first.finish('first')
    expect(await Promise.all(waiting)).toEqual(['first', 'first', 'first'])
    clock.advance(999)
    expect(await take('a', rendered('later'))).toBe('first')
    expect(await take('b', rendered('other'))).toBe('other')
    expect(renders()).toBe(1)
    expect(cache.stats()).toEqual({ hits: 1, stale: 0, misses: 4, pages: 2, bytes: 200 })
  })

  it('serves a stale page while a new one is rendered, and none that is too old', async () => {
    const { take, rendered, renders, clock } = setUp()
    await take('a', rendered('first'))
    clock.advance(1_500)
    expect(await take('a', rendered('second'))).toBe('first')
    await settled()
    expect(await take('a', rendered('third'))).toBe('second')
    clock.advance(2_000)
    expect(await take('a', rendered('fourth'))).toBe('fourth')
    expect(renders()).toBe(3)
  })

  it('does not cache failures: waiting requests fail, stale pages are served, the next one retries', async () => {
    const { take, rendered, clock } = setUp()
    const failing = openDrawing()
    const waiting = take('a', failing.render)
    failing.fail('away')
    await expect(waiting).rejects.toThrow('away')
    expect(await take('a', rendered('back'))).toBe('back')
    clock.advance(1_500)
    const again = openDrawing()
    expect(await take('a', again.render)).toBe('back')
    again.fail('away')
    await settled()
    expect(await take('a', rendered('new'))).toBe('back')
    await settled()
    expect(await take('a', rendered('newer'))).toBe('new')
  })

  it('gives an uncacheable page only to the requests that waited for it', async () => {
    const { take, rendered } = setUp()
    expect(await take('a', rendered('missing', { isCacheable: false }))).toBe('missing')
    expect(await take('a', rendered('there'))).toBe('there')
  })

  it('drops invalidated pages, including ones that are still being rendered from old data', async () => {
    const { cache, take, rendered } = setUp()
    await take('a', rendered('old'))
    await take('b', rendered('cached'))
    cache.invalidate((key) => key === 'a')
    expect(await take('a', rendered('new'))).toBe('new')
    expect(await take('b', rendered('never'))).toBe('cached')
    cache.invalidate()
    const before = openDrawing()
    const waiting = take('a', before.render)
    cache.invalidate()
    expect(await take('a', rendered('after'))).toBe('after')
    before.finish('before')
    expect(await waiting).toBe('before')
    expect(await take('a', rendered('never'))).toBe('after')
    expect(cache.stats().bytes).toBe(100)
  })

  it('stays within its size limit: evicts the least recently used, and never stores too large pages', async () => {
    const { cache, take, rendered } = setUp(1_000)
    for (let at = 0; at < 10; at++) await take(`page ${at}`, rendered(`${at}`))
    await take('page 0', rendered('again'))
    await take('page 10', rendered('10'))
    expect(cache.stats()).toMatchObject({ pages: 10, bytes: 1_000 })
    expect(await take('page 0', rendered('rendered again'))).toBe('0')
    expect(await take('page 1', rendered('rendered again'))).toBe('rendered again')
    await take('large', rendered('large', { bytes: 126 }))
    expect(await take('large', rendered('rendered again'))).toBe('rendered again')
  })
})
