/**
 * The service worker, built into `/sw.js` by `vite.worker.config.ts`. It answers with what it has where a file's name
 * says what is in it, and by the network first for everything that can change; see docs/architecture.md.
 */
import { type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import { forgetKept, KEPT, OWNER_HEADER } from '../../lib/kept.ts'
import { pageAt, pathTo } from '../paths.ts'
import { isKeepable, kindOf, outdatedOf, pageOf, ROUTES, surplusOf } from './cache-rules.ts'
import type { WorkerFetch, WorkerMessage, WorkerScope } from './worker-scope.ts'

/** Filled in by the build: the files that the frame, the chat list and a chat need, and the digest of their names. */
declare const __ASSETS__: readonly string[]
declare const __VERSION__: string

const worker = globalThis as unknown as WorkerScope // the global scope of this file
const ASSETS = KEPT.assets + __VERSION__
/** So long the network may take before a kept copy is shown in its place. */
const PATIENCE_MS = 3_500
/** A server that is starting, and a proxy before one that is away. */
const AWAY = [502, 503, 504]
/** Readable while the server is away; for other pages the waiting page is the better answer. */
const READABLE_WHILE_AWAY = ['chat', 'chathistory']
const FETCHED_ON_ARRIVAL = ['chat', 'chathistory', 'index']

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage // only our own pages can send one
  if (message.type === 'take-over') event.waitUntil(worker.skipWaiting())
  else event.waitUntil(arrive(new URL(message.path, worker.location.origin), message.isSignedIn))
})
worker.addEventListener('push', (event) => {
  // `domains/notifications` writes it, encrypted for this browser alone.
  if (event.data) event.waitUntil(showNote(event.data.json() as PushNote))
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
  const kind = kindOf(url, request.mode === 'navigate')
  if (kind === 'asset') event.respondWith(haveOrFetch(request, ASSETS))
  else if (kind === 'picture') event.respondWith(haveOrFetch(request, KEPT.pictures))
  else if (kind === 'data') event.respondWith(answerData(event, url))
  else if (kind === 'document') event.respondWith(answerDocument(event, url))
})

interface PushNote {
  title: string
  lang: string
  dir: 'ltr' | 'rtl'
  tag: string
  path: string
}

/** Not while a page of the site is being looked at: what the note tells of is seen there. */
async function showNote({ title, lang, dir, tag, path }: PushNote): Promise<void> {
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
  for (const locale of locales) await keepHousePages(locale)
}

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable()
  const outdated = outdatedOf(await caches.keys(), __VERSION__)
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** The languages whose offline page is there already: a new version needs it before it takes over. */
async function localesOfOlderVersion(): Promise<Locale[]> {
  const locales = new Set<Locale>()
  for (const name of await caches.keys()) {
    if (!name.startsWith(KEPT.assets)) continue
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url)
      if (pageAt(pathname) === 'offline') locales.add(localeOfPath(pathname))
    }
  }
  return [...locales]
}

/** The pages of the house that stand in for others. Fetched without cookies: they hold nothing of anyone. */
async function keepHousePages(locale: Locale): Promise<void> {
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
async function arrive(url: URL, isSignedIn: boolean): Promise<void> {
  const locale = localeOfPath(url.pathname)
  await keepHousePages(locale)
  // A visitor's pages are kept as they come: nothing is fetched twice for someone who may never come back.
  if (!isSignedIn) return
  const wanted = [url, new URL(pathTo('chathistory', locale), url)]
  for (const address of wanted) {
    if (!isKeepable(address) || !FETCHED_ON_ARRIVAL.includes(pageOf(address) ?? '')) continue
    if (await keptCopy(address, __VERSION__)) continue
    const reply = await fetch(address, { headers: { accept: 'text/html' } }).catch(() => null)
    if (reply) await keep(address, reply)
  }
}

async function haveOrFetch(request: Request, cacheName: string): Promise<Response> {
  const have = await caches.match(request, { ignoreVary: true })
  if (have) return have
  const reply = await fetch(request)
  if (reply.status === 200) {
    const cache = await caches.open(cacheName)
    await cache.put(request, reply.clone())
    if (cacheName === KEPT.pictures) await dropSurplus(cache)
  }
  return reply
}

async function answerData(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = fetch(event.request)
  const reply = await inTime(asked)
  const copy = reply ? null : await keptCopy(url)
  if (!copy) return takeFrom(event, url, asked)
  event.waitUntil(takeFrom(event, url, asked).catch(() => {}))
  return copy
}

async function answerDocument(event: WorkerFetch, url: URL): Promise<Response> {
  const asked = Promise.resolve(event.preloadResponse).then((reply) => reply ?? fetch(event.request))
  const reply = await inTime(asked)
  if (reply && !AWAY.includes(reply.status)) return takeFrom(event, url, asked)
  const page = pageOf(url) ?? ''
  const copy = !reply || READABLE_WHILE_AWAY.includes(page) ? await keptCopy(url) : null
  if (copy) {
    event.waitUntil(takeFrom(event, url, asked).catch(() => {}))
    return copy
  }
  const late = await asked.catch(() => null)
  if (late && !AWAY.includes(late.status)) return takeFrom(event, url, asked)
  return (await standIn(url, page, late ? 'loadingServer' : 'offline')) ?? late ?? Response.error()
}

/** Leads to the page of the house that says what is the matter, if it is there; a page of the house is its own answer. */
async function standIn(url: URL, page: string, name: 'offline' | 'loadingServer'): Promise<Response | null> {
  const locale = localeOfPath(url.pathname)
  const isHouse = page === 'offline' || page === 'loadingServer'
  const path = isHouse ? url.pathname : pathTo(name, locale)
  const have = await caches.match(path)
  if (!have) return null
  if (isHouse) return have
  return Response.redirect(pathTo(name, locale, {}, { next: url.pathname + url.search }), 302)
}

/** The reply if it comes before patience ends; null when it is late or never comes. */
async function inTime(asked: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  return Promise.race([asked.catch(() => null), late])
}

/** The network's reply, kept on the way if it may be. */
async function takeFrom(event: WorkerFetch, url: URL, asked: Promise<Response>): Promise<Response> {
  const reply = await asked
  event.waitUntil(keep(url, reply.clone()))
  return reply
}

/**
 * Keeps a page, together with its headers: its content security policy holds the nonce of its scripts. Every page says
 * whose it is; with the first one of somebody else all that was kept of others goes.
 */
async function keep(url: URL, reply: Response): Promise<void> {
  if (url.pathname === ROUTES) return keepRoutes(url, reply)
  const owner = reply.headers.get(OWNER_HEADER)
  if (owner === null) return
  await forgetKept(owner)
  if (reply.redirected || !isKeepable(url)) return
  const cache = await caches.open(`${KEPT.pages}${__VERSION__}-${owner}`)
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
async function keepRoutes(url: URL, reply: Response): Promise<void> {
  if (reply.status === 200) await (await caches.open(ASSETS)).put(url, reply)
}

/** A kept page; of one version, or of any. What its query says matters for a chat alone. */
async function keptCopy(url: URL, version?: string): Promise<Response | null> {
  if (url.pathname === ROUTES) return (await caches.match(url, { ignoreVary: true })) ?? null
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT.pages + (version ?? '')))
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
  await Promise.all(surplusOf(addresses).map((address) => cache.delete(address)))
}
