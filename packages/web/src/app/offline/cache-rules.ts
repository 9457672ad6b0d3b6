import { CACHE_NAMES } from '../../lib/offline-cache.ts'
import { type PageName, pageAt } from '../paths.ts'

/** How the service worker answers a request: cache first or network first; null leaves it to the browser. */
export type RequestKind = 'asset' | 'picture' | 'document' | 'data' | null

/** Pages that are never cached: sign-in, live or expiring pages, and pages about money. */
const NEVER_CACHED: ReadonlySet<PageName> = new Set([
  'login',
  'login-emailLogin',
  'login-verifyCode',
  'login-reset',
  'login-resetemail',
  'age-check',
  'suspended',
  'AboutView',
  'checkout',
  'orders',
  'invitation',
  'loadingServer',
  'offline',
])

/** Maximum number of entries of each kind; the oldest are evicted first. */
export const MAX_CACHED = { chat: 30, page: 20, data: 40, picture: 300 } as const

/** Where the router loads more of its route manifest. */
export const ROUTES = '/__manifest'

export function requestKind(url: URL, isNavigation: boolean): RequestKind {
  const { pathname } = url
  if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') return 'asset'
  if (pathname.startsWith('/pictures/')) return 'picture'
  if (pathname === ROUTES) return 'data'
  if (pathname.endsWith('.data')) return pageOf(url) ? 'data' : null
  return isNavigation && pageOf(url) ? 'document' : null
}

/** The page of an address, including the address of its data. */
export function pageOf({ pathname }: URL): PageName | null {
  const path = pathname.replace(/\.data$/, '').replace(/^\/_(root)?$/, '/')
  return pageAt(path)
}

/** Whether the response for an address may be cached. The page that starts a chat is not a chat yet. */
export function isCacheable(url: URL): boolean {
  const page = pageOf(url)
  // Every page of the desk is about other people.
  if (page === null || NEVER_CACHED.has(page) || page.startsWith('admin')) return false
  return page !== 'chat' || url.searchParams.has('chat_id')
}

/** Which of the cached addresses, ordered from the oldest, exceed the limits. */
export function findSurplus(addresses: readonly string[]): string[] {
  const kept = { chat: 0, page: 0, data: 0, picture: 0 }
  return [...addresses].reverse().filter((address) => {
    const shelf = cacheBucket(new URL(address))
    kept[shelf] += 1
    return kept[shelf] > MAX_CACHED[shelf]
  })
}

function cacheBucket(url: URL): keyof typeof MAX_CACHED {
  if (url.pathname.startsWith('/pictures/')) return 'picture'
  if (url.pathname.endsWith('.data')) return 'data'
  return pageOf(url) === 'chat' ? 'chat' : 'page'
}

/**
 * The caches to delete when a version activates. The previous version (by order of creation) stays: open tabs still run
 * on its files, and its pages remain readable until they are visited again.
 */
export function findOutdatedCaches(cacheNames: readonly string[], version: string): string[] {
  const versions = cacheNames
    .filter((name) => name.startsWith(CACHE_NAMES.assets))
    .map((name) => name.slice(CACHE_NAMES.assets.length))
  const before = versions.filter((other) => other !== version).at(-1)
  return cacheNames.filter((name) => {
    const kind = [CACHE_NAMES.assets, CACHE_NAMES.pages].find((prefix) => name.startsWith(prefix))
    const of = kind && name.slice(kind.length).split('-', 1)[0]
    return of !== undefined && of !== version && of !== before
  })
}
