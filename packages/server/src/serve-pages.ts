import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { APPEARANCE_COOKIE, type Appearance, parseAppearance } from '@everkin/contract/appearance.ts'
import { ERRORS } from '@everkin/contract/errors.ts'
import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { callerOf } from './app.ts'
import type { Context } from './context.ts'
import { AppError } from './platform/app-error.ts'
import { runOperation } from './platform/http/bind-operations.ts'
import type { Caller } from './platform/http/caller.ts'
import { isDatabaseUnavailable, toWireError } from './platform/http/error-response.ts'
import { bindPages, type VisitorPageKey } from './platform/http/pages/render-pages.ts'
import { detectDeviceType, parsePageCredentials } from './platform/http/request-metadata.ts'
import { DOCUMENT_HEADERS, mergeSources } from './platform/http/security-headers.ts'
import { checkDatabase } from './platform/monitoring/health.ts'
import { type VisitorRules, visitorPageKeyOf } from './visitor-page-key.ts'

const BUILD = new URL('../../../build/', import.meta.url)
const YEAR_MS = 31_536_000_000

/** The built site: its files, the pictures of the library, and every page drawn on the server. */
export async function serveBuiltPages(app: FastifyInstance, context: Context): Promise<void> {
  await servePictures(app)
  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('web/client', BUILD)),
    wildcard: false,
    decorateReply: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cacheControlOf(path))
      if (NON_DOCUMENT_PATH.test(path)) dropDocumentHeaders(reply)
    },
  })
  const build = (await import(new URL('web/server/index.js', BUILD).href)) as ServerBuild // made by our own build
  const missed = new WeakSet<FastifyRequest>()
  await bindPages(app, {
    build: async () => build,
    contextOf: createPageContext(context, build, missed),
    mode: 'production',
    styles: readStyles(),
    externalSourcesOf: ({ url }) =>
      mergeSources([
        context.identitySources,
        serverModuleOf(build).isPaymentPage(new URL(url, 'http://local').pathname) ? context.paymentSources : null,
      ]),
    waiting: {
      pathOf: (locale) => `${locale === DEFAULT_LOCALE ? '' : `/${locale}`}/loadingServer`,
      isDraining: () => context.isDraining,
      isUnavailable: isDatabaseUnavailable,
      missedDatabase: (request) => missed.has(request),
      contextOf: createWaitingPageContext(context, build),
    },
    visitors: {
      cache: context.visitorPages,
      keyOf: (request) => visitorPageKeyOf(request, serverModuleOf(build)),
      contextOf: createVisitorContext(context, build),
    },
  })
}

/** A hashed name never changes its content; the service worker is asked for anew each time, so that no version lingers. */
function cacheControlOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  return /\/sw\.js(\.br|\.gz)?$/.test(path) ? 'no-cache' : 'public, max-age=3600'
}

function readStyles(): Map<string, string> {
  const folder = new URL('web/client/assets/', BUILD)
  const names = readdirSync(folder).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(new URL(name, folder), 'utf8')]))
}

/** Portraits and covers, which `commands/build-pictures.ts` has made. */
export async function servePictures(app: FastifyInstance): Promise<void> {
  const root = fileURLToPath(new URL('pictures', BUILD))
  if (!existsSync(root)) throw new Error('build/pictures is missing: run `npm run build`')
  await app.register(fastifyStatic, {
    root,
    prefix: '/pictures/',
    decorateReply: false,
    index: false,
    maxAge: YEAR_MS,
    setHeaders: dropDocumentHeaders,
  })
}

/** What no browser shows as a document of its own, nor runs as a worker. */
const NON_DOCUMENT_PATH = /\/assets\/[^/]+\.(js|css|woff2)(\.br|\.gz)?$/

/** A third of a kilobyte that says nothing about such a file, a dozen times on a first page. */
function dropDocumentHeaders(reply: { removeHeader(name: string): unknown }): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}

/**
 * What a page's loaders get: the reader, the texts, and the API within the process. Requests whose page missed the
 * database are added to `missed`.
 */
export function createPageContext(context: Context, build: ServerBuild, missed = new WeakSet<FastifyRequest>()) {
  const createContext = createContextFactory(context, build)
  return async (request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RouterContextProvider> => {
    const credentials = parsePageCredentials(request.headers, request.readerCookies)
    const identity = credentials && (await context.identify(credentials))
    // The browser keeps pages for reading offline, and lets go of them when they are somebody else's.
    reply.header('x-page-owner', identity?.personId ?? 'visitor')
    const caller = { ...callerOf(context, request, reply, identity), locale: localeOfUrl(request.url) }
    const look = parseAppearance(request.readerCookies[APPEARANCE_COOKIE])
    return createContext(caller, { nonce, look, isStandIn: false, isForVisitors: false }, () => missed.add(request))
  }
}

/** The same for the waiting page, which is drawn while there is no database: nobody is looked up. */
function createWaitingPageContext(context: Context, build: ServerBuild) {
  const createContext = createContextFactory(context, build)
  return (request: FastifyRequest, reply: FastifyReply, nonce: string, isStandIn: boolean) => {
    const caller = { ...callerOf(context, request, reply, null), locale: localeOfUrl(request.url) }
    return createContext(caller, {
      nonce,
      look: parseAppearance(request.readerCookies[APPEARANCE_COOKIE]),
      isStandIn,
      isForVisitors: false,
    })
  }
}

/** The same for a page that visitors in general get: its caller is nobody in particular. */
function createVisitorContext(context: Context, build: ServerBuild) {
  const createContext = createContextFactory(context, build)
  return ({ url, userAgent, look }: VisitorPageKey, nonce: string, onMissed: () => void) => {
    const caller: Caller = {
      identity: null,
      locale: localeOfUrl(url),
      network: '',
      userAgent,
      deviceType: detectDeviceType(userAgent),
      timeZone: null,
      country: context.settings.countryHeader === null ? undefined : null,
      languageRegion: null,
      wantsEvents: false,
      isBrowser: true,
      isSecure: false,
      cookies: {},
      requestId: 'visitors',
      gone: () => new AbortController().signal,
      setCookie: () => {
        throw new Error('a page for visitors in general can set no cookie')
      },
    }
    return createContext(caller, { nonce, look, isStandIn: false, isForVisitors: true }, onMissed)
  }
}

function createContextFactory(context: Context, build: ServerBuild) {
  const { pageContext } = serverModuleOf(build)
  const operations = new Map(
    context.operations.map((bound) => [`${bound.operation.method} ${bound.operation.path}`, bound] as const),
  )
  return async (
    caller: Caller,
    drawing: { nonce: string; look: Appearance; isStandIn: boolean; isForVisitors: boolean },
    onMissed: () => void = () => undefined,
  ): Promise<RouterContextProvider> => {
    const { locale } = caller
    const call = async (name: string, input: { query?: unknown } = {}) => {
      try {
        return await callInProcess(context, operations, caller, name, input.query)
      } catch (error) {
        if ((error as { code?: unknown }).code === ERRORS.Unavailable.code) onMissed()
        throw error
      }
    }
    const provider = new RouterContextProvider()
    provider.set(pageContext, {
      ...drawing,
      locale,
      person: caller.identity ? await call('GET /api/user/info') : null,
      config: await call('GET /api/config'),
      texts: (domains: string[]) => context.texts.pick(locale, domains),
      call,
      isReady: async () => !context.isDraining && (await checkDatabase(context.database)) === 'ok',
      rootUrl: context.siteUrl(),
    })
    return provider
  }
}

function localeOfUrl(url: string): Locale {
  return localeOfPath(new URL(url, 'http://local').pathname.replace(/\.data$/, ''))
}

interface PageModule extends VisitorRules {
  pageContext: Parameters<RouterContextProvider['set']>[0]
  isPaymentPage(pathname: string): boolean
}

/** What the web's entry exports for us. */
function serverModuleOf(build: ServerBuild): PageModule {
  return build.entry.module as unknown as PageModule
}

/** Pages read; they never change anything, so only GET operations can be called from them. */
async function callInProcess(
  context: Context,
  operations: ReadonlyMap<
    string,
    { operation: Operation; handle(input: { query: unknown; body: unknown }, caller: Caller): Promise<unknown> }
  >,
  caller: Caller,
  name: string,
  query: unknown,
): Promise<unknown> {
  const bound = operations.get(name)
  if (bound?.operation.method !== 'GET') throw new Error(`a page can not call ${name}`)
  try {
    return await runOperation(bound, { query, body: undefined }, caller)
  } catch (error) {
    const { http, body } = toWireError(error, caller.locale, context.texts, context.log, caller.requestId)
    throw Object.assign(new Error(error instanceof AppError ? error.errorName : 'Internal'), {
      ...body,
      message: body.msg,
      status: http,
    })
  }
}
