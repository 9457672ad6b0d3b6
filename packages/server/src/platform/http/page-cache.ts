import type { Clock } from '../clock.ts'

/** Something drawn that many may get. */
export interface Drawn {
  /** False for what only those get who waited for it: an error, or a reply that sets a cookie. */
  mayBeKept: boolean
  /** What it weighs in memory. */
  bytes: number
}

export interface PageCache<Page extends Drawn> {
  /** The page under this key: kept, or drawn now. Whoever asks while it is being drawn waits for the same drawing. */
  take(key: string, draw: () => Promise<Page>): Promise<Page>
  /** Forgets pages; also those that are being drawn right now, which may show what was. Without a test, all of them. */
  drop(isMeant?: (key: string) => boolean): void
  figures(): CacheFigures
}

export interface CacheFigures {
  hits: number
  /** Given away although a new one was being drawn. */
  stale: number
  misses: number
  pages: number
  bytes: number
}

interface Kept<Page> {
  page: Page
  at: number
}

/** How long a page is given away as it is, and how much longer while a new one is drawn behind the reader's back. */
const FRESH_MS = 30_000
const STALE_MS = 30_000
const MOST_BYTES = 48 * 1024 * 1024

/** Keeps what is the same for every visitor for half a minute, the least recently asked for leaving first. */
export function createPageCache<Page extends Drawn>(
  clock: Clock,
  { freshMs = FRESH_MS, staleMs = STALE_MS, mostBytes = MOST_BYTES } = {},
): PageCache<Page> {
  const kept = new Map<string, Kept<Page>>() // in the order in which they were asked for
  const drawing = new Map<string, Promise<Page>>()
  const counts = { hits: 0, stale: 0, misses: 0 }
  let bytes = 0

  function forget(key: string): void {
    bytes -= kept.get(key)?.page.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, page: Page): void {
    forget(key)
    if (page.bytes > mostBytes / 8) return
    kept.set(key, { page, at: clock.now().getTime() })
    bytes += page.bytes
    for (const [oldest] of kept) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }

  function drawOnce(key: string, draw: () => Promise<Page>): Promise<Page> {
    const under = drawing.get(key)
    if (under) return under
    const flight = draw()
      .then((page) => {
        if (page.mayBeKept && drawing.get(key) === flight) keep(key, page)
        return page
      })
      .finally(() => {
        if (drawing.get(key) === flight) drawing.delete(key)
      })
    drawing.set(key, flight)
    return flight
  }

  return {
    async take(key, draw) {
      const found = kept.get(key)
      const age = found ? clock.now().getTime() - found.at : Number.POSITIVE_INFINITY
      if (!found || age < 0 || age >= freshMs + staleMs) {
        counts.misses += 1
        return drawOnce(key, draw)
      }
      kept.delete(key)
      kept.set(key, found)
      if (age < freshMs) {
        counts.hits += 1
        return found.page
      }
      counts.stale += 1
      // Whoever comes after the page has run out hears of a failure; this reader still has a page.
      drawOnce(key, draw).catch(() => undefined)
      return found.page
    },
    drop(isMeant = () => true) {
      for (const key of kept.keys()) if (isMeant(key)) forget(key)
      for (const key of drawing.keys()) if (isMeant(key)) drawing.delete(key)
    },
    figures: () => ({ ...counts, pages: kept.size, bytes }),
  }
}
