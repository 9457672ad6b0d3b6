import { useEffect, useState } from 'react'
import { type ClientLoaderFunctionArgs, useLocation } from 'react-router'

/** What a page brought when this document last showed it; `isKept` when it is shown from here. */
export type CachedData<Data> = Data & { isKept?: true; renewal?: Promise<Data> }

const MAX_CACHED_PAGES = 12
/** Older than this, a page is asked for before it is shown. */
const CACHE_TTL_MS = 300_000
const cachedPages = new Map<string, { data: object; at: number }>()

/** Lets go of all: when someone else is reading, or the same person's age has changed. */
export function clearPageCache(): void {
  cachedPages.clear()
}

/**
 * A client loader for pages that one goes back to: what they brought a while ago is shown at once, without waiting for
 * the server. With `renews` it is asked for behind it; the page calls `useKeptPage`, which brings in the answer.
 */
export async function loadCached<Data extends object>(
  { request, serverLoader }: ClientLoaderFunctionArgs,
  { renews }: { renews: boolean },
): Promise<CachedData<Data>> {
  const { pathname, search } = new URL(request.url)
  const known = getCachedData<Data>(pathname + search)
  const ask = () => serverLoader<Data>() as Promise<Data>
  if (!known) return ask()
  if (!renews) return { ...known, isKept: true }
  const renewal = ask()
  // Nobody may be there to hear it: a page that was left again is never drawn.
  renewal.catch(() => undefined)
  return { ...known, isKept: true, renewal }
}

/** What was kept under a name, unless it is too old. The one name is always given the same kind of data. */
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
 * Gives what the page is to show, and keeps it for the next time. A renewal comes in as the page's own state, as
 * `renew` makes it of what was shown and what is so now: the router, told to load again, would ask for every part of
 * the page and put its scroll place anew.
 */
export function useCachedPage<Data extends object>(
  loaded: CachedData<Data>,
  renew: (shown: Data, fresh: Data) => Data = (_shown, fresh) => fresh,
): Data {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [renewed, setRenewed] = useState<{ of: object; data: Data } | null>(null)
  useEffect(() => {
    if (!loaded.isKept) cachePageData(address, loaded)
    let isShown = true
    loaded.renewal?.then(
      (fresh) => {
        const data = renew(loaded, fresh)
        const known = cachedPages.get(address)
        if (known) known.data = data
        if (isShown) setRenewed({ of: loaded, data })
      },
      // What is shown stays, as it would without a connection.
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
 * Whether the root's data (the person, the texts for signed-in people, unread counts) still belongs to who is signed
 * in. It is not loaded again for going elsewhere, so whoever signs somebody in on a page that is left at once says so.
 */
export const rootData = {
  isStale: () => isStale,
  /** Makes the next navigation load the root's data again, and drops pages that were kept for the visitor. */
  expire: () => {
    isStale = true
    clearPageCache()
  },
  loaded: () => {
    isStale = false
  },
}
