/**
 * Names of what this browser keeps for reading without a connection (Cache Storage). Assets belong to a version of the
 * site; pages and conversations belong to a person, whose id ends their name; pictures are what that person has seen.
 */
export const CACHE_NAMES = {
  assets: 'everkin-assets-',
  pages: 'everkin-pages-',
  chats: 'everkin-chats-',
  pictures: 'everkin-pictures',
} as const

/** The reply header by which a page says whose it is. */
export const PAGE_OWNER_HEADER = 'x-page-owner'

/** The caches to let go of when all but one person's is to be forgotten; with null, everyone's. */
export function cachesOfOthers(cacheNames: readonly string[], owner: string | null): string[] {
  const personal = cacheNames.filter((name) => name.startsWith(CACHE_NAMES.pages) || name.startsWith(CACHE_NAMES.chats))
  const others = owner === null ? personal : personal.filter((name) => !name.endsWith(`-${owner}`))
  const withPictures = (owner === null || others.length > 0) && cacheNames.includes(CACHE_NAMES.pictures)
  return withPictures ? [...others, CACHE_NAMES.pictures] : others
}

/** Lets go of all that is kept of anyone but this person; with null, of everyone. Never throws. */
export async function clearOfflineCaches(exceptOwner: string | null): Promise<void> {
  try {
    await Promise.all(cachesOfOthers(await caches.keys(), exceptOwner).map((name) => caches.delete(name)))
  } catch {
    // No such storage here (plain http, some private windows): then nothing is kept either.
  }
}
