/**
 * The service worker, built into `/sw.js` by `vite.worker.config.ts`. It answers with what it has where a file's name
 * says what is in it, and by the network first for everything that can change; see docs/architecture.md.
 */
import { type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import { CACHE_NAMES, clearOfflineCaches, PAGE_OWNER_HEADER } from '../../lib/offline-cache.ts'
import { pageAt, pathTo } from '../paths.ts'
import { findOutdatedCaches, findSurplus, isCacheable, pageOf, ROUTES, requestKind } from './cache-rules.ts'
import type { WorkerFetch, WorkerMessage, WorkerScope } from './service-worker-types.ts'

/** Filled in by the build: the files that the frame, the chat list and a chat need, and the digest of their names. */
declare const __ASSETS__: readonly string[]
declare const __VERSION__: string

const worker = globalThis as unknown as WorkerScope // the global scope of this file
const ASSETS = CACHE_NAMES.assets + __VERSION__
/** So long the network may take before a kept copy is shown in its place. */
const NETWORK_TIMEOUT_MS = 3_500
/** A server that is starting, and a proxy before one that is away. */
const UNAVAILABLE_STATUSES = [502, 503, 504]
/** Readable while the server is away; for other pages the waiting page is the better answer. */
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
  // `domains/notifications` writes it, encrypted for this browser alone.
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
  if (kind === 'asset') event.respondWith(cacheFirst(request, ASSETS))
  else if (kind === 'picture') event.respondWith(cacheFirst(request, CACHE_NAMES.pictures))
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

/** Not while a page of the site is being looked at: what the note tells of is seen there. */
async function showPushNotification({ title, lang, dir, tag, path }: PushNotification): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some((page) => page.visibilityState === 'visible')) return
  const options = { lang, dir, tag, icon: '/favicon.svg', data: { path } }
  await worker.registration.showNotification(title, options)
}

/** In the page that is open, if there is one: a note of a reply leads to where it is. */
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
  await worker.clients.claim()
}

/** The languages whose offline page is there already: a new version needs it before it takes over. */
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

/** The pages of the house that stand in for others. Fetched without cookies: they hold nothing of anyone. */
async function cacheFallbackPages(locale: Locale): Promise<void> {
  const assets = await caches.open(ASSETS)
  for (const page of ['offline', 'loadingServer'] as const) {
    const path = pathTo(page, locale)
    if (await assets.match(path)) continue
    // Drawn as it is wanted: waiting, though the server is there now.
    const reply = await fetch(`${path}?wait=1`, { credentials: 'omit', redirect: 'error' })
    if (reply.ok) await assets.put(path, reply)
  }
}

/**
 * A page has been opened and is at rest. Chats are visited without their document being loaded, and the very first page
 * came before this worker: what should be readable later and is not kept yet is fetched now.
 */
async function handlePageArrival(url: URL, isSignedIn: boolean): Promise<void> {
  const locale = localeOfPath(url.pathname)
  await cacheFallbackPages(locale)
  // A visitor's pages are kept as they come: nothing is fetched twice for someone who may never come back.
  if (!isSignedIn) return
  const wanted = [url, new URL(pathTo('chathistory', locale), url)]
  for (const address of wanted) {
    if (!isCacheable(address) || !PREFETCHED_PAGES.includes(pageOf(address) ?? '')) continue
    if (await findCached(address, __VERSION__)) continue
    const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null) // without it, it is fetched when it is opened
    if (reply) await cachePage(address, reply)
  }
}

async function cacheFirst(request: Request, cacheName: string): Promise<Response> {
  const have = await caches.match(request, { ignoreVary: true })
  if (have) return have
  const reply = await fetch(request)
  if (reply.status === 200) {
    const cache = await caches.open(cacheName)
    await cache.put(request, reply.clone())
    if (cacheName === CACHE_NAMES.pictures) await dropSurplus(cache)
  }
  return reply
}

async function respondToData(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = fetch(event.request)
  const reply = await withTimeout(asked)
  const copy = reply ? null : await findCached(url)
  if (!copy) return fetchAndCache(event, url, asked)
  event.waitUntil(fetchAndCache(event, url, asked).catch(() => {})) // the copy stays as it was
  return copy
}

async function respondToDocument(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = Promise.resolve(event.preloadResponse).then((reply) => reply ?? fetch(event.request))
  const reply = await withTimeout(asked)
  if (reply && !UNAVAILABLE_STATUSES.includes(reply.status)) return fetchAndCache(event, url, asked)
  const page = pageOf(url) ?? ''
  const copy = !reply || READABLE_WHILE_UNAVAILABLE.includes(page) ? await findCached(url) : null
  if (copy) {
    event.waitUntil(fetchAndCache(event, url, asked).catch(() => {})) // the copy stays as it was
    return copy
  }
  const late = await asked.catch(() => null) // no network
  if (late && !UNAVAILABLE_STATUSES.includes(late.status)) return fetchAndCache(event, url, asked)
  return (await fallbackResponse(url, page, late ? 'loadingServer' : 'offline')) ?? late ?? Response.error()
}

/** Leads to the page of the house that says what is the matter, if it is there; a page of the house is its own answer. */
async function fallbackResponse(url: URL, page: string, name: 'offline' | 'loadingServer'): Promise<Response | null> {
  const locale = localeOfPath(url.pathname)
  const isHouse = page === 'offline' || page === 'loadingServer'
  const path = isHouse ? url.pathname : pathTo(name, locale)
  const have = await caches.match(path)
  if (!have) return null
  if (isHouse) return have
  return Response.redirect(pathTo(name, locale, {}, { next: url.pathname + url.search }), 302)
}

/** The reply if it comes before patience ends; null when it is late or never comes. */
async function withTimeout(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, null))
  return Promise.race([asked.catch(() => null), late]) // no network is the same as a slow one
}

/** The network's reply, kept on the way if it may be. */
async function fetchAndCache(event: WorkerFetch, url: URL, asked: Promise<Response>): Promise<Response> {
  const reply = await asked
  event.waitUntil(cachePage(url, reply.clone()))
  return reply
}

/**
 * Keeps a page, together with its headers: its content security policy holds the nonce of its scripts. Every page says
 * whose it is; with the first one of somebody else all that was kept of others goes.
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
 * Keeps a part of the router's table with the files of this version. It is nobody's, and the browser may answer with one
 * that it got before signing in, so it says nothing of who is reading.
 */
async function cacheRoutes(url: URL, reply: Response): Promise<void> {
  if (reply.status === 200) await (await caches.open(ASSETS)).put(url, reply)
}

/** A kept page; of one version, or of any. What its query says matters for a chat alone. */
async function findCached(url: URL, version?: string): Promise<Response | null> {
  if (url.pathname === ROUTES) return (await caches.match(url, { ignoreVary: true })) ?? null
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_NAMES.pages + (version ?? '')))
  const isExact = url.pathname.endsWith('.data') || pageOf(url) === 'chat'
  for (const ignoreSearch of isExact ? [false] : [false, true]) {
    for (const name of names.toReversed()) {
      const copy = await (await caches.open(name)).match(url, { ignoreSearch, ignoreVary: true })
      if (copy) return copy
    }
  }
  return null
}

async function dropSurplus(cache: Cache): Promise<void> {
  const addresses = (await cache.keys()).map(({ url }) => url)
  await Promise.all(findSurplus(addresses).map((address) => cache.delete(address)))
}
