import { createTestClock } from '@everkin/testing/test-clock.ts'
import { describe, expect, it } from 'vitest'
import { type Cacheable, createPageCache } from './page-cache.ts'

interface Page extends Cacheable {
  text: string
}

function setUp(mostBytes = 1_000_000) {
  const clock = createTestClock()
  const cache = createPageCache<Page>(clock, { freshMs: 1_000, staleMs: 1_000, mostBytes })
  let drawings = 0
  const drawn = (text: string, rest: Partial<Page> = {}) => {
    return async (): Promise<Page> => {
      drawings += 1
      return { text, bytes: 100, isCacheable: true, ...rest }
    }
  }
  const take = async (key: string, draw: () => Promise<Page>) => (await cache.getOrRender(key, draw)).text
  return { clock, cache, drawn, take, drawings: () => drawings }
}

/** A rendering that ends when the test says so. */
function openDrawing() {
  let finish: (page: Page) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const draw = () =>
    new Promise<Page>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  return {
    draw,
    finish: (text: string) => finish({ text, bytes: 100, isCacheable: true }),
    fail: (message: string) => fail(new Error(message)),
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the page cache', () => {
  it('renders a page once for all concurrent requests, and once per period', async () => {
    const { cache, take, drawn, drawings, clock } = setUp()
    const first = openDrawing()
    const waiting = [take('a', first.draw), take('a', drawn('second')), take('a', drawn('third'))]
    first.finish('first')
    expect(await Promise.all(waiting)).toEqual(['first', 'first', 'first'])
    clock.advance(999)
    expect(await take('a', drawn('later'))).toBe('first')
    expect(await take('b', drawn('other'))).toBe('other')
    expect(drawings()).toBe(1)
    expect(cache.stats()).toEqual({ hits: 1, stale: 0, misses: 4, pages: 2, bytes: 200 })
  })

  it('serves a stale page while a new one is rendered, and none that is too old', async () => {
    const { take, drawn, drawings, clock } = setUp()
    await take('a', drawn('first'))
    clock.advance(1_500)
    expect(await take('a', drawn('second'))).toBe('first')
    await settled()
    expect(await take('a', drawn('third'))).toBe('second')
    clock.advance(2_000)
    expect(await take('a', drawn('fourth'))).toBe('fourth')
    expect(drawings()).toBe(3)
  })

  it('does not cache failures: waiting requests fail, stale pages are served, the next one retries', async () => {
    const { take, drawn, clock } = setUp()
    const failing = openDrawing()
    const waiting = take('a', failing.draw)
    failing.fail('away')
    await expect(waiting).rejects.toThrow('away')
    expect(await take('a', drawn('back'))).toBe('back')
    clock.advance(1_500)
    const again = openDrawing()
    expect(await take('a', again.draw)).toBe('back')
    again.fail('away')
    await settled()
    expect(await take('a', drawn('new'))).toBe('back')
    await settled()
    expect(await take('a', drawn('newer'))).toBe('new')
  })

  it('gives an uncacheable page only to the requests that waited for it', async () => {
    const { take, drawn } = setUp()
    expect(await take('a', drawn('missing', { isCacheable: false }))).toBe('missing')
    expect(await take('a', drawn('there'))).toBe('there')
  })

  it('drops invalidated pages, including ones that are still being rendered from old data', async () => {
    const { cache, take, drawn } = setUp()
    await take('a', drawn('old'))
    await take('b', drawn('kept'))
    cache.invalidate((key) => key === 'a')
    expect(await take('a', drawn('new'))).toBe('new')
    expect(await take('b', drawn('never'))).toBe('kept')
    cache.invalidate()
    const before = openDrawing()
    const waiting = take('a', before.draw)
    cache.invalidate()
    expect(await take('a', drawn('after'))).toBe('after')
    before.finish('before')
    expect(await waiting).toBe('before')
    expect(await take('a', drawn('never'))).toBe('after')
    expect(cache.stats().bytes).toBe(100)
  })

  it('stays within its size limit: evicts the least recently used, and never stores too large pages', async () => {
    const { cache, take, drawn } = setUp(1_000)
    for (let at = 0; at < 10; at++) await take(`page ${at}`, drawn(`${at}`))
    await take('page 0', drawn('again'))
    await take('page 10', drawn('10'))
    expect(cache.stats()).toMatchObject({ pages: 10, bytes: 1_000 })
    expect(await take('page 0', drawn('drawn anew'))).toBe('0')
    expect(await take('page 1', drawn('drawn anew'))).toBe('drawn anew')
    await take('large', drawn('large', { bytes: 126 }))
    expect(await take('large', drawn('drawn anew'))).toBe('drawn anew')
  })
})
