/**
 * Names of the caches for offline reading (Cache Storage). Assets belong to a version of the site; pages and
 * conversations belong to a person, whose id ends the name; pictures are those that this person has seen.
 */
export const CACHE_NAMES = {
  assets: 'everkin-assets-',
  pages: 'everkin-pages-',
  chats: 'everkin-chats-',
  pictures: 'everkin-pictures',
} as const

/** Response header with the owner of a page. */
export const PAGE_OWNER_HEADER = 'x-page-owner'

/** What was cached from a person's account is not shown any more after this time: a lost device forgets it. */
export const MAX_AGE_OFFLINE_MS = 7 * 86_400_000

/** Whether a cached response is too old to be shown, by its `Date`; one without a date is. */
export function isExpired(headers: Headers, nowMs: number): boolean {
  const datedMs = Date.parse(headers.get('date') ?? '')
  return !(nowMs - datedMs < MAX_AGE_OFFLINE_MS)
}

/** Deletes what has expired of pages, conversations and pictures. Never throws. */
export async function dropExpired(nowMs: number): Promise<void> {
  try {
    const prefixes = [CACHE_NAMES.pages, CACHE_NAMES.chats, CACHE_NAMES.pictures]
    const names = (await caches.keys()).filter((name) => prefixes.some((prefix) => name.startsWith(prefix)))
    for (const name of names) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request, { ignoreVary: true })
        if (response && isExpired(response.headers, nowMs)) await cache.delete(request, { ignoreVary: true })
      }
    }
  } catch {
    // Cache Storage is missing, so nothing is cached either.
  }
}

/** The caches to delete so that only one person's remain; with null, everyone's. */
export function cachesOfOthers(cacheNames: readonly string[], owner: string | null): string[] {
  const personal = cacheNames.filter((name) => name.startsWith(CACHE_NAMES.pages) || name.startsWith(CACHE_NAMES.chats))
  const others = owner === null ? personal : personal.filter((name) => !name.endsWith(`-${owner}`))
  const withPictures = (owner === null || others.length > 0) && cacheNames.includes(CACHE_NAMES.pictures)
  return withPictures ? [...others, CACHE_NAMES.pictures] : others
}

/** Deletes all cached data of other people; with null, of everyone. Never throws. */
export async function clearOfflineCaches(exceptOwner: string | null): Promise<void> {
  try {
    await Promise.all(cachesOfOthers(await caches.keys(), exceptOwner).map((name) => caches.delete(name)))
  } catch {
    // Cache Storage is missing (plain http, some private windows), so nothing is cached either.
  }
}
