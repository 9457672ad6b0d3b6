import { type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { AppError } from '../../app-error.ts'
import { cookieLine } from '../cookies.ts'
import { resolveLocale } from '../request-metadata.ts'
import { type ExternalSources, newNonce, securityHeaders } from '../security-headers.ts'
import { deferPreloads, inlineStyles, type StyleSheets } from './optimize-html.ts'
import type { PageCache } from './page-cache.ts'
import { sendVisitorPage, toVisitorPage, type VisitorPage } from './visitor-page.ts'

/** How the pages are had: built files in production, Vite's own modules while developing. */
export interface PageBuild {
  build(): Promise<ServerBuild>
  /** Fills the page's context for one request. */
  contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RouterContextProvider>
  mode: 'production' | 'development'
  /** What pages carry in themselves; left out while developing. */
  styles?: StyleSheets
  /** What is drawn while the server is starting, stopping or without its database; left out while developing. */
  waiting?: WaitingPage
  /** Keeps what is the same for every visitor. */
  visitors?: VisitorPages
  /** Who else this page may load from; null for all but those that need it. */
  externalSourcesOf?(request: { url: string }): ExternalSources | null
  /** Answers what is no page (modules and their updates while developing); true when it did. */
  tryDevServer?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

export interface WaitingPage {
  /** Its address in a language. */
  pathOf(locale: Locale): string
  /** True while pages should not be drawn any more. */
  isDraining(): boolean
  /** Whether an error means that the database is away. */
  isUnavailable(error: unknown): boolean
  /** Whether the page of this request missed the database while it was drawn. */
  missedDatabase(request: FastifyRequest): boolean
  /** Fills a context that needs no database; as a stand-in the page runs no script of its own. */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    nonce: string,
    isStandIn: boolean,
  ): Promise<RouterContextProvider>
}

/** Pages that are drawn for visitors in general: from nothing of a request but what is in the view. */
export interface VisitorPages {
  cache: PageCache<VisitorPage>
  /** What this request is for, when anyone who is not signed in would be shown the same; else null. */
  keyOf(request: FastifyRequest): VisitorPageKey | null
  /** Fills the page's context for a view, and says when its drawing missed the database. */
  contextOf(pageKey: VisitorPageKey, nonce: string, onMissed: () => void): Promise<RouterContextProvider>
}

export interface VisitorPageKey {
  /** Path and query. */
  url: string
  userAgent: string
  look: Appearance
}

const RETRY_AFTER_SECONDS = 10
const NO_STYLES: StyleSheets = new Map()
const YEAR_SECONDS = 31_536_000

/** Draws every page that no other route answers. Language detection redirects on `/` alone. */
export async function bindPages(app: FastifyInstance, pages: PageBuild): Promise<void> {
  const render = createRequestHandler(pages.build, pages.mode)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', async (request, reply) => {
      if (!URL.canParse(request.url, 'http://local')) throw new AppError('NotFound') // `//`, for one
      if (redirectToLanguage(request, reply)) return reply
      if (await pages.tryDevServer?.(request, reply)) return reply
      const kept = await loadVisitorPage(pages, render, request)
      if (kept) return sendVisitorPage(kept, request, reply)
      const nonce = newNonce()
      const page = await renderOrWait(pages, render, request, reply, nonce)
      reply.headers(
        securityHeaders({
          allowed: { nonce },
          isSecure: request.protocol === 'https',
          guests: pages.externalSourcesOf?.(request),
        }),
      )
      // Vite's own inline scripts and its second port would be refused while developing.
      if (pages.mode === 'development') reply.removeHeader('content-security-policy')
      // What was drawn for one reader is on no shared computer's disk once they have left.
      reply.header('cache-control', 'no-store')
      return sendPage(page, reply, nonce, pages.styles ?? NO_STYLES)
    })
  })
}

type RenderPage = ReturnType<typeof createRequestHandler>

/**
 * The page that every visitor gets: the kept one, or one drawn now from a request that says no more than the view does.
 * Null where there is none, or it can not be drawn for want of the database.
 */
async function loadVisitorPage(
  pages: PageBuild,
  render: RenderPage,
  request: FastifyRequest,
): Promise<VisitorPage | null> {
  const { visitors, waiting } = pages
  const pageKey = waiting?.isDraining() ? null : visitors?.keyOf(request)
  if (!visitors || !pageKey) return null
  let isMissed = false
  const renderView = async () => {
    const nonce = newNonce()
    const asked = new Request(`http://localhost${pageKey.url}`, { headers: { 'user-agent': pageKey.userAgent } })
    const context = await visitors.contextOf(pageKey, nonce, () => {
      isMissed = true
    })
    const page = await toVisitorPage(
      await render(asked, context),
      nonce,
      pages.styles ?? NO_STYLES,
      pages.externalSourcesOf?.(pageKey),
    )
    if (isMissed) throw new AppError('Unavailable')
    return page
  }
  try {
    return await visitors.cache.getOrRender(
      `${pageKey.userAgent} ${formatAppearance(pageKey.look)} ${pageKey.url}`,
      renderView,
    )
  } catch (error) {
    if (waiting?.isUnavailable(error) || (error instanceof AppError && error.errorName === 'Unavailable')) return null
    throw error
  }
}

/**
 * The page, or what stands in for it while it can not be had. That is a 503 with `Retry-After` at the page's own
 * address, not a redirect: a search engine keeps the address and comes again, and its readers' browsers are led to the
 * waiting page and back by the document itself.
 */
async function renderOrWait(
  pages: PageBuild,
  render: RenderPage,
  request: FastifyRequest,
  reply: FastifyReply,
  nonce: string,
): Promise<Response> {
  const path = new URL(request.url, 'http://local').pathname
  const { waiting } = pages
  if (!waiting || /\.\w+$/.test(path))
    return render(toWebRequest(request, reply), await pages.contextOf(request, reply, nonce))
  const locale = localeOfPath(path)
  const isWaitingPage = path === waiting.pathOf(locale)
  const standIn = async () => {
    reply.removeHeader('x-page-owner')
    const asked = toWebRequest(request, reply)
    const wanted = isWaitingPage ? asked : new Request(new URL(`${waiting.pathOf(locale)}?wait=1`, asked.url), asked)
    const page = await render(wanted, await waiting.contextOf(request, reply, nonce, !isWaitingPage))
    page.headers.set('cache-control', 'no-store')
    if (isWaitingPage) return page
    page.headers.set('retry-after', String(RETRY_AFTER_SECONDS))
    return new Response(page.body, { status: 503, headers: page.headers })
  }
  if (waiting.isDraining() || isWaitingPage) return standIn()
  try {
    const page = await render(toWebRequest(request, reply), await pages.contextOf(request, reply, nonce))
    if (page.status < 500 || !waiting.missedDatabase(request)) return page
    await page.body?.cancel()
  } catch (error) {
    if (!waiting.isUnavailable(error) && !waiting.missedDatabase(request)) throw error
  }
  return standIn()
}

/** The request as the router takes it; it is aborted when the reader leaves. Pages take no bodies. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  // Joined, not resolved: an address that begins with `//` would name another host.
  return new Request(`${request.protocol}://${request.host || 'localhost'}${request.url}`, {
    method,
    headers,
    signal: leaving.signal,
  })
}

/** Sends what the router has drawn through our own reply, so that it is compressed like everything else. */
async function sendPage(
  page: Response,
  reply: FastifyReply,
  nonce: string,
  styles: StyleSheets,
): Promise<FastifyReply> {
  reply.code(page.status)
  for (const [name, value] of page.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = page.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (!page.body) return reply.send()
  // Whole, not as it comes: what comes later on our pages is small, and takes no longer than the line does.
  const text = await page.text()
  const isHtml = page.headers.get('content-type')?.startsWith('text/html')
  return reply.send(isHtml ? deferPreloads(inlineStyles(text, nonce, styles)) : text)
}

/** `/` leads to the language of the cookie or the browser, with query kept; the choice is remembered. */
function redirectToLanguage(request: FastifyRequest, reply: FastifyReply): boolean {
  const [path = '/', query] = request.url.split('?', 2)
  if (request.method !== 'GET' || path !== '/') return false
  const locale = resolveLocale(request.headers, request.readerCookies)
  if (locale === DEFAULT_LOCALE || localeOfPath(path) !== DEFAULT_LOCALE) return false
  reply.header('set-cookie', cookieLine('i18n_redirected', locale, { maxAgeSeconds: YEAR_SECONDS }))
  reply.header('vary', 'cookie, accept-language')
  void reply.redirect(`/${locale}${query === undefined ? '' : `?${query}`}`, 302)
  return true
}
