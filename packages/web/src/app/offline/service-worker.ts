/**
 * The service worker, built into `/sw.js` by `vite.worker.config.ts`. It answers cache first for files whose names
 * contain a hash, and network first for everything that can change; see docs/architecture.md.
 */
import { type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import { CACHE_NAMES, clearOfflineCaches, dropExpired, isExpired, PAGE_OWNER_HEADER } from '../../lib/offline-cache.ts'
import { pageAt, pathTo } from '../paths.ts'
import { findOutdatedCaches, findSurplus, isCacheable, pageOf, ROUTES, requestKind } from './cache-rules.ts'
import type { WorkerFetch, WorkerMessage, WorkerScope } from './service-worker-types.ts'

/** Filled in by the build: the files that the frame, the chat list and a chat need, and the hash of their names. */
declare const __ASSETS__: readonly string[]
declare const __VERSION__: string

const worker = globalThis as unknown as WorkerScope // the global scope of this file
const ASSETS = CACHE_NAMES.assets + __VERSION__
/** After this time a cached copy is shown instead of the network's response. */
const NETWORK_TIMEOUT_MS = 3_500
/** Statuses of a server that is starting, and of a proxy whose server is down. */
const UNAVAILABLE_STATUSES = [502, 503, 504]
/** Shown from the cache while the server is down; for other pages the waiting page is more useful. */
const READABLE_WHILE_UNAVAILABLE = ['chat', 'chathistory']
const PREFETCHED_PAGES = ['chat', 'chathistory', 'index']

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage // only our own pages can send one
  if (message.type === 'take-over') event.waitUntil(worker.skipWaiting())
  else event.waitUntil(handlePageArrival(new URL(message.path, worker.location.origin), message.isSignedIn))
})
worker.addEventListener('push', (event) => {
  // Sent by `modules/notifications` of the server, encrypted for this browser.
  if (event.data) event.waitUntil(showPushNotification(event.data.json() as PushNotification))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = (event.notification.data ?? {}) as { path?: string } // as `lib/notifications.ts` writes it
  event.waitUntil(openPage(path ?? '/'))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  const kind = requestKind(url, request.mode === 'navigate')
  if (kind === 'asset') event.respondWith(cacheFirst(event, ASSETS))
  else if (kind === 'picture') event.respondWith(cacheFirst(event, CACHE_NAMES.pictures))
  else if (kind === 'data') event.respondWith(respondToData(event, url))
  else if (kind === 'document') event.respondWith(respondToDocument(event, url))
})

interface PushNotification {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  tag: string
  path: string
}

/** Shows a notification unless a page of the site is visible, since the page shows the same. */
async function showPushNotification({ title, lang, dir, tag, path }: PushNotification): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some((page) => page.visibilityState === 'visible')) return
  const options = { lang, dir, tag, icon: '/favicon.svg', data: { path } }
  await worker.registration.showNotification(title, options)
}

/** Reuses an open page if there is one; otherwise opens a window. */
async function openPage(path: string): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(path))
  await open.focus()
  await open.navigate(path)
}

async function install(): Promise<void> {
  const locales = await localesOfOlderVersion()
  const assets = await caches.open(ASSETS)
  await assets.addAll([...__ASSETS__])
  for (const locale of locales) await cacheFallbackPages(locale)
}

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const outdated = findOutdatedCaches(await caches.keys(), __VERSION__)
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await dropExpired(Date.now())
  await worker.clients.claim()
}

/** Languages whose offline page is already cached: a new version needs them before it activates. */
async function localesOfOlderVersion(): Promise<Locale[]> {
  const locales = new Set<Locale>()
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_NAMES.assets)) continue
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url)
      if (pageAt(pathname) === 'offline') locales.add(localeOfPath(pathname))
    }
  }
  return [...locales]
}

/** Fallback pages. They are fetched without cookies, so they contain nothing personal. */
async function cacheFallbackPages(locale: Locale): Promise<void> {
  const assets = await caches.open(ASSETS)
  for (const page of ['offline', 'loadingServer'] as const) {
    const path = pathTo(page, locale)
    if (await assets.match(path)) continue
    // Render it in its waiting state, although the server is up now.
    const reply = await fetch(`${path}?wait=1`, { credentials: 'omit', redirect: 'error' })
    if (reply.ok) await assets.put(path, reply)
  }
}

/**
 * Caches the page that was just opened. Client-side navigation to a chat loads no document, and the very first page was
 * loaded before this worker: fetch what should be readable later and is not cached yet.
 */
async function handlePageArrival(url: URL, isSignedIn: boolean): Promise<void> {
  const locale = localeOfPath(url.pathname)
  await cacheFallbackPages(locale)
  // Visitors' pages are cached only as they load: do not fetch twice for someone who may never come back.
  if (!isSignedIn) return
  const wanted = [url, new URL(pathTo('chathistory', locale), url)]
  for (const address of wanted) {
    if (!isCacheable(address) || !PREFETCHED_PAGES.includes(pageOf(address) ?? '')) continue
    if (await findCached(address, __VERSION__)) continue
    // After a failure it is fetched when it is opened.
    const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
    if (reply) await cachePage(address, reply)
  }
}

async function cacheFirst(event: WorkerFetch, cacheName: string): Promise<Response> {
  const { request } = event
  const have = await caches.match(request, { ignoreVary: true })
  if (have) return have
  const reply = await fetch(request)
  // In the background: the page gets a file that has arrived even if the cache is full.
  if (reply.status === 200) event.waitUntil(cacheFile(cacheName, request, reply.clone()).catch(() => {}))
  return reply
}

async function cacheFile(cacheName: string, request: Request, reply: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(request, reply)
  if (cacheName === CACHE_NAMES.pictures) await dropSurplus(cache)
}

async function respondToData(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = fetch(event.request)
  const reply = await withTimeout(asked)
  const copy = reply ? null : await findCached(url)
  if (!copy) return cacheOnArrival(event, url, asked)
  event.waitUntil(cacheOnArrival(event, url, asked).catch(() => {})) // on failure the cached copy stays
  return copy
}

async function respondToDocument(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = Promise.resolve(event.preloadResponse).then((reply) => reply ?? fetch(event.request))
  const reply = await withTimeout(asked)
  if (reply && !UNAVAILABLE_STATUSES.includes(reply.status)) return cacheOnArrival(event, url, asked)
  event.waitUntil(dropExpired(Date.now()))
  const page = pageOf(url) ?? ''
  const copy = !reply || READABLE_WHILE_UNAVAILABLE.includes(page) ? await findCached(url) : null
  if (copy) {
    event.waitUntil(cacheOnArrival(event, url, asked).catch(() => {})) // on failure the cached copy stays
    return copy
  }
  const late = await asked.catch(() => null) // no network
  if (late && !UNAVAILABLE_STATUSES.includes(late.status)) return cacheOnArrival(event, url, asked)
  return (await fallbackResponse(url, page, late ? 'loadingServer' : 'offline')) ?? late ?? Response.error()
}

/** Redirects to the cached fallback page that explains the failure; a fallback page itself is answered directly. */
async function fallbackResponse(url: URL, page: string, name: 'offline' | 'loadingServer'): Promise<Response | null> {
  const locale = localeOfPath(url.pathname)
  const isFallbackPage = page === 'offline' || page === 'loadingServer'
  const path = isFallbackPage ? url.pathname : pathTo(name, locale)
  const have = await caches.match(path)
  if (!have) return null
  if (isFallbackPage) return have
  return Response.redirect(pathTo(name, locale, {}, { next: url.pathname + url.search }), 302)
}

/** Resolves to the response, or to null after the timeout or a network failure. */
async function withTimeout(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, null))
  return Promise.race([asked.catch(() => null), late]) // a missing network is treated like a slow one
}

/** Waits for a response under way and caches it if that is allowed. */
async function cacheOnArrival(event: WorkerFetch, url: URL, asked: Promise<Response>): Promise<Response> {
  const reply = await asked
  event.waitUntil(cachePage(url, reply.clone()))
  return reply
}

/**
 * Caches a page with its headers: its content security policy contains the nonce of its scripts. Every page names its
 * reader; the first page of another reader clears everything that was cached for the previous one.
 */
async function cachePage(url: URL, reply: Response): Promise<void> {
  if (url.pathname === ROUTES) return cacheRoutes(url, reply)
  const owner = reply.headers.get(PAGE_OWNER_HEADER)
  if (owner === null) return
  await clearOfflineCaches(owner)
  if (reply.redirected || !isCacheable(url)) return
  const cache = await caches.open(`${CACHE_NAMES.pages}${__VERSION__}-${owner}`)
  if (reply.status === 200) {
    await cache.put(url, reply)
    await dropSurplus(cache)
  } else if (reply.status === 404) {
    await cache.delete(url)
  }
}

/**
 * Caches a part of the route manifest with the files of this version. It is the same for everyone, and the browser may
 * answer with a copy from before sign-in, so it cannot tell who is reading.
 */
async function cacheRoutes(url: URL, reply: Response): Promise<void> {
  if (reply.status === 200) await (await caches.open(ASSETS)).put(url, reply)
}

/** Finds a cached page of one version, or of any. The query is only significant for chats. */
async function findCached(url: URL, version?: string): Promise<Response | null> {
  if (url.pathname === ROUTES) return (await caches.match(url, { ignoreVary: true })) ?? null
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_NAMES.pages + (version ?? '')))
  const isExact = url.pathname.endsWith('.data') || pageOf(url) === 'chat'
  for (const ignoreSearch of isExact ? [false] : [false, true]) {
    for (const name of names.toReversed()) {
      const copy = await (await caches.open(name)).match(url, { ignoreSearch, ignoreVary: true })
      if (copy && !isExpired(copy.headers, Date.now())) return copy
    }
  }
  return null
}

async function dropSurplus(cache: Cache): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url)
  await Promise.all(findSurplus(addresses).map((address) => cache.delete(address)))
}
