import { LRUCache } from 'lru-cache'
import type { Clock } from '../../clock.ts'

/** A rendering that can be shared. */
export interface Cacheable {
  /** False for a result that only waiting requests may get: an error, or a reply that sets a cookie. */
  isCacheable: boolean
  /** Its size in memory. */
  bytes: number
}

export interface PageCache<Page extends Cacheable> {
  /** Whether a request for this key needs no rendering of its own now. */
  has(key: string): boolean
  /** The page under this key: cached, or rendered now. Concurrent requests share one rendering. */
  getOrRender(key: string, render: () => Promise<Page>): Promise<Page>
  /**
   * Drops pages, including those being rendered right now, which may show old data. Without a predicate, all of them.
   */
  invalidate(isMeant?: (key: string) => boolean): void
  stats(): PageCacheStats
}

export interface PageCacheStats {
  hits: number
  /** Served while a new one was being rendered. */
  stale: number
  misses: number
  pages: number
  bytes: number
}

interface CacheEntry<Page> {
  page: Page
  at: number
}

/** How long a page is served as fresh, and how much longer as stale while a new one is rendered in the background. */
const FRESH_MS = 30_000
const STALE_MS = 30_000
const MAX_BYTES = 48 * 1024 * 1024

/** Caches what is the same for every visitor for half a minute; evicts the least recently used first. */
export function createPageCache<Page extends Cacheable>(
  clock: Clock,
  { freshMs = FRESH_MS, staleMs = STALE_MS, mostBytes = MAX_BYTES } = {},
): PageCache<Page> {
  const cache = new LRUCache<string, CacheEntry<Page>>({
    maxSize: mostBytes,
    maxEntrySize: Math.floor(mostBytes / 8),
    sizeCalculation: ({ page }) => Math.max(1, page.bytes),
  })
  const rendering = new Map<string, Promise<Page>>()
  const counts = { hits: 0, stale: 0, misses: 0 }

  function renderOnce(key: string, render: () => Promise<Page>): Promise<Page> {
    const pending = rendering.get(key)
    if (pending) return pending
    const promise = render()
      .then((page) => {
        if (page.isCacheable && rendering.get(key) === promise) cache.set(key, { page, at: clock.now().getTime() })
        return page
      })
      .finally(() => {
        if (rendering.get(key) === promise) rendering.delete(key)
      })
    rendering.set(key, promise)
    return promise
  }

  const ageOf = (entry: CacheEntry<Page> | undefined) =>
    entry ? clock.now().getTime() - entry.at : Number.POSITIVE_INFINITY
  const isUsable = (ageMs: number) => ageMs >= 0 && ageMs < freshMs + staleMs

  return {
    has: (key) => isUsable(ageOf(cache.peek(key))) || rendering.has(key),
    async getOrRender(key, render) {
      const entry = cache.get(key)
      const age = ageOf(entry)
      if (!entry || !isUsable(age)) {
        counts.misses += 1
        return renderOnce(key, render)
      }
      if (age < freshMs) {
        counts.hits += 1
        return entry.page
      }
      counts.stale += 1
      // A failure is reported to requests after the page has expired; this one still has a page.
      renderOnce(key, render).catch(() => undefined)
      return entry.page
    },
    invalidate(isMeant = () => true) {
      for (const key of [...cache.keys()]) if (isMeant(key)) cache.delete(key)
      for (const key of rendering.keys()) if (isMeant(key)) rendering.delete(key)
    },
    stats: () => ({ ...counts, pages: cache.size, bytes: cache.calculatedSize }),
  }
}
