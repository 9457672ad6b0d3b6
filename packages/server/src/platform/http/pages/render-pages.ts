import { type Appearance, formatAppearance } from '@everkin/contract/appearance.ts'
import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { AppError } from '../../app-error.ts'
import { asOperation } from '../../event-loop.ts'
import { cookieLine } from '../cookies.ts'
import { resolveLocale } from '../request-metadata.ts'
import { type ExternalSources, newNonce, securityHeaders } from '../security-headers.ts'
import { deferPreloads, inlineStyles, type StyleSheets } from './optimize-html.ts'
import type { PageCache } from './page-cache.ts'
import { createRenderQueue, TooManyRenderings } from './page-limits.ts'
import { sendVisitorPage, toVisitorPage, type VisitorPage } from './visitor-page.ts'

/** How the pages are built: built files in production, Vite's modules in development. */
export interface PageBuild {
  build(): Promise<ServerBuild>
  /** Creates the router context of one request. */
  contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RouterContextProvider>
  mode: 'production' | 'development'
  /** Style sheets to inline; omitted in development. */
  styles?: StyleSheets
  /** Rendered while the server is starting, stopping or without its database; omitted in development. */
  waiting?: WaitingPage
  /** Caches what is the same for every visitor. */
  visitors?: VisitorPages
  /**
   * Counts a visitor's page that has to be rendered. `contextOf` counts all others. @throws AppError TooManyRequests.
   */
  countVisitor?(request: FastifyRequest): Promise<void>
  /** What a reader is told whose page is not rendered. */
  refusalOf?(request: FastifyRequest, error: AppError | TooManyRenderings): string
  /** The external sources that this page may load; null for most pages. */
  externalSourcesOf?(request: { url: string }): ExternalSources | null
  /** Handles requests that are not pages (modules and their updates in development); returns true when it did. */
  tryDevServer?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

interface WaitingPage {
  /** Its URL in a language. */
  pathOf(locale: Locale): string
  /** True while pages should no longer be rendered. */
  isDraining(): boolean
  /** Whether an error means that the database is unavailable. */
  isUnavailable(error: unknown): boolean
  /** Whether the database was unavailable while this request's page was rendered. */
  missedDatabase(request: FastifyRequest): boolean
  /** Creates a context that needs no database; as a stand-in the page runs none of its own scripts. */
  contextOf(
    request: FastifyRequest,
    reply: FastifyReply,
    nonce: string,
    isStandIn: boolean,
  ): Promise<RouterContextProvider>
}

/** Pages that are rendered for visitors in general, from nothing of a request except the view. */
interface VisitorPages {
  cache: PageCache<VisitorPage>
  /** The cache key of a request that looks the same for every signed-out visitor; else null. */
  keyOf(request: FastifyRequest): VisitorPageKey | null
  /** Creates the context of a view, and reports when its rendering found the database unavailable. */
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

type RenderPage = ReturnType<typeof createRequestHandler>

/** Renders every page that no other route handles. Language detection redirects on `/` only. */
export async function bindPages(app: FastifyInstance, pages: PageBuild): Promise<void> {
  const handle = createRequestHandler(pages.build, pages.mode)
  const queue = createRenderQueue()
  const render: RenderPage = (request, context) => queue(() => handle(request, context))
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', (request, reply) => asOperation('page', () => handlePage(pages, render, request, reply)))
  })
}

async function servePage(
  pages: PageBuild,
  render: RenderPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const cachedPage = await loadVisitorPage(pages, render, request)
  if (cachedPage) return sendVisitorPage(cachedPage, request, reply)
  const nonce = newNonce()
  const page = await renderOrWait(pages, render, request, reply, nonce)
  reply.headers(
    securityHeaders({
      allowed: { nonce },
      guests: pages.externalSourcesOf?.(request),
    }),
  )
  // The policy would block Vite's inline scripts and its second port in development.
  if (pages.mode === 'development') reply.removeHeader('content-security-policy')
  // A signed-in person's page must not stay on a shared computer's disk.
  reply.header('cache-control', 'no-store')
  return sendPage(page, reply, nonce, pages.styles ?? NO_STYLES)
}

async function handlePage(
  pages: PageBuild,
  render: RenderPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // `//`, for example, and the one method that no `Request` may have.
  if (!URL.canParse(request.url, 'http://local') || request.method === 'TRACE') throw new AppError('NotFound')
  if (redirectToLanguage(request, reply)) return reply
  if (await pages.tryDevServer?.(request, reply)) return reply
  try {
    return await servePage(pages, render, request, reply)
  } catch (error) {
    const isLimit = error instanceof AppError && error.errorName === 'TooManyRequests'
    if (!pages.refusalOf || !(isLimit || error instanceof TooManyRenderings)) throw error
    const { retry_after = RETRY_AFTER_SECONDS } = isLimit ? (error.facts as { retry_after?: number }) : {} // of the error table
    return reply
      .code(isLimit ? 429 : 503)
      .header('retry-after', String(retry_after))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pages.refusalOf(request, error))
  }
}

/**
 * The page that every visitor gets: cached, or rendered now from a request that contains only the view. Null when there
 * is none, or when it cannot be rendered without the database.
 */
async function loadVisitorPage(
  pages: PageBuild,
  render: RenderPage,
  request: FastifyRequest,
): Promise<VisitorPage | null> {
  const { visitors, waiting } = pages
  const pageKey = waiting?.isDraining() ? null : visitors?.keyOf(request)
  if (!visitors || !pageKey) return null
  const key = `${pageKey.userAgent} ${formatAppearance(pageKey.look)} ${pageKey.url}`
  // Before the shared rendering: visitors who wait for the same page must not get the refusal of another.
  if (!visitors.cache.has(key)) await pages.countVisitor?.(request)
  let isMissed = false
  const renderView = async () => {
    const nonce = newNonce()
    const viewRequest = new Request(`http://localhost${pageKey.url}`, { headers: { 'user-agent': pageKey.userAgent } })
    const context = await visitors.contextOf(pageKey, nonce, () => {
      isMissed = true
    })
    const page = await toVisitorPage(
      await render(viewRequest, context),
      nonce,
      pages.styles ?? NO_STYLES,
      pages.externalSourcesOf?.(pageKey),
    )
    if (isMissed) throw new AppError('Unavailable')
    return page
  }
  try {
    return await visitors.cache.getOrRender(key, renderView)
  } catch (error) {
    if (waiting?.isUnavailable(error) || (error instanceof AppError && error.errorName === 'Unavailable')) return null
    throw error
  }
}

/**
 * The page, or the waiting page while it is unavailable. That is a 503 with `Retry-After` at the page's own URL, not a
 * redirect: a search engine keeps the URL and comes again, and browsers are led to the waiting page and back by the
 * document itself.
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
    const webRequest = toWebRequest(request, reply)
    const wanted = isWaitingPage
      ? webRequest
      : new Request(new URL(`${waiting.pathOf(locale)}?wait=1`, webRequest.url), webRequest)
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

/** The request in the router's form; aborted when the reader disconnects. Pages take no bodies. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const method = request.method === 'HEAD' ? 'GET' : request.method
  // Concatenated, not resolved: a URL that begins with `//` would name another host.
  return new Request(`${request.isSecure ? 'https' : 'http'}://${request.headers.host || 'localhost'}${request.url}`, {
    method,
    headers,
    signal: leaving.signal,
  })
}

/** Sends the router's response through our own reply, so that it is compressed like everything else. */
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
  const text = await page.text()
  const isHtml = page.headers.get('content-type')?.startsWith('text/html')
  return reply.send(isHtml ? deferPreloads(inlineStyles(text, nonce, styles)) : text)
}

/** Redirects `/` to the language of the cookie or the browser, keeping the query, and stores the choice. */
function redirectToLanguage(request: FastifyRequest, reply: FastifyReply): boolean {
  const [path = '/', query] = request.url.split('?', 2)
  if (request.method !== 'GET' || path !== '/') return false
  const locale = resolveLocale(request.headers, request.readerCookies)
  if (locale === DEFAULT_LOCALE || localeOfPath(path) !== DEFAULT_LOCALE) return false
  reply.header(
    'set-cookie',
    cookieLine('i18n_redirected', locale, { maxAgeSeconds: YEAR_SECONDS, secure: request.isSecure }),
  )
  reply.header('vary', 'cookie, accept-language')
  void reply.redirect(`/${locale}${query === undefined ? '' : `?${query}`}`, 302)
  return true
}
