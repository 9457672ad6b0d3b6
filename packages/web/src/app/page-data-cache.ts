import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, useLocation } from 'react-router'

/** Data of a page as this document last showed it; `isCached` when it comes from the cache. */
export type CachedData<Data> = Data & { isCached?: true; renewal?: Promise<Data> }

const MAX_CACHED_PAGES = 12
/** Older entries are loaded before the page is shown. */
const CACHE_TTL_MS = 300_000
const cachedPages = new Map<string, { data: object; at: number }>()

/** Clears the cache: when the reader changes, or the age of the same person. */
export function clearPageCache(): void {
  cachedPages.clear()
}

/**
 * A client loader for pages that people go back to: shows cached data at once, without waiting for the server. With
 * `renews` fresh data is loaded in the background; the page receives it through `useCachedPage`.
 */
export async function loadCached<Data extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  { renews }: { renews: boolean },
): Promise<CachedData<Data>> {
  const { pathname, search } = new URL(request.url)
  const known = getCachedData<Data>(pathname + search)
  const ask = () => serverLoader<Data>() as Promise<Data>
  if (!known) return ask()
  if (!renews) return { ...known, isCached: true }
  const renewal = ask()
  // The page may be left before it handles the rejection.
  renewal.catch(() => undefined)
  return { ...known, isCached: true, renewal }
}

/** The cached data of a name unless it has expired. Each name is always used with the same type of data. */
export function getCachedData<Data extends object>(name: string): Data | null {
  const known = cachedPages.get(name)
  return known && Date.now() - known.at < CACHE_TTL_MS ? (known.data as Data) : null
}

export function cachePageData(name: string, data: object): void {
  cachedPages.delete(name)
  cachedPages.set(name, { data, at: Date.now() })
  for (const oldest of [...cachedPages.keys()].slice(0, -MAX_CACHED_PAGES)) cachedPages.delete(oldest)
}

/**
 * Returns what the page shows and caches it. Fresh data becomes the page's own state, merged by `renew` with what was
 * shown: revalidating through the router would load every part of the page and reset the scroll position.
 */
export function useCachedPage<Data extends object>(
  loaded: CachedData<Data>,
  renew: (shown: Data, fresh: Data) => Data = (_shown, fresh) => fresh,
): Data {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [renewed, setRenewed] = useState<{ of: object; data: Data } | null>(null)
  useEffect(() => {
    if (!loaded.isCached) cachePageData(address, loaded)
    let isShown = true
    loaded.renewal?.then(
      (fresh) => {
        const data = renew(loaded, fresh)
        const known = cachedPages.get(address)
        if (known) known.data = data
        if (isShown) setRenewed({ of: loaded, data })
      },
      // As without a connection: keep what is shown.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [loaded, address, renew])
  return renewed?.of === loaded ? renewed.data : loaded
}

let isStale = false

/**
 * Whether the root's data (the person, texts for signed-in people, unread counts) belongs to the current reader.
 * Navigation does not reload it, so code that signs someone in on a page that is left at once must call `expire`.
 */
export const rootData = {
  isStale: () => isStale,
  /** Makes the next navigation reload the root's data, and clears pages that were cached for the visitor. */
  expire: () => {
    isStale = true
    clearPageCache()
  },
  loaded: () => {
    isStale = false
  },
}
