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
