import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { localeOfPath } from '@everkin/contract/locales.ts'
import { LOOK_COOKIE, parseLook } from '@everkin/contract/look.ts'
import type { Operation } from '@everkin/contract/operation.ts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { callerOf } from './app.ts'
import type { Context } from './context.ts'
import { AppError } from './platform/app-error.ts'
import { runOperation } from './platform/http/bind.ts'
import type { Caller } from './platform/http/caller.ts'
import { bindPages } from './platform/http/pages.ts'
import { readPageCredentials } from './platform/http/read-caller.ts'
import { toWireError } from './platform/http/reply.ts'
import { DOCUMENT_HEADERS } from './platform/http/security-headers.ts'

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
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      if (NO_DOCUMENT.test(path)) dropDocumentHeaders(reply)
    },
  })
  const build = (await import(new URL('web/server/index.js', BUILD).href)) as ServerBuild // made by our own build
  await bindPages(app, { build: async () => build, contextOf: contextOfPage(context, build), mode: 'production' })
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
const NO_DOCUMENT = /\/assets\/[^/]+\.(js|css|woff2)(\.br|\.gz)?$/

/** A third of a kilobyte that says nothing about such a file, a dozen times on a first page. */
function dropDocumentHeaders(reply: { removeHeader(name: string): unknown }): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}

/** What a page's loaders get: the reader, the texts, and the API within the process. */
export function contextOfPage(context: Context, build: ServerBuild) {
  const { pageContext } = build.entry.module as unknown as PageModule // re-exported by the web's entry
  const operations = new Map(
    context.operations.map((bound) => [`${bound.operation.method} ${bound.operation.path}`, bound] as const),
  )
  return async (request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RouterContextProvider> => {
    const credentials = readPageCredentials(request.headers, request.readerCookies)
    const identity = credentials && (await context.identify(credentials))
    const locale = localeOfPath(new URL(request.url, 'http://local').pathname.replace(/\.data$/, ''))
    const caller: Caller = { ...callerOf(context, request, reply, identity), locale }
    const call = (name: string, input: { query?: unknown } = {}) =>
      callInProcess(context, operations, caller, name, input.query)
    const provider = new RouterContextProvider()
    provider.set(pageContext, {
      locale,
      person: identity ? await call('GET /api/user/info') : null,
      nonce,
      look: parseLook(request.readerCookies[LOOK_COOKIE]),
      config: await call('GET /api/config'),
      texts: (domains: string[]) => context.texts.pick(locale, domains),
      call,
      rootUrl: context.siteUrl,
    })
    return provider
  }
}

interface PageModule {
  pageContext: Parameters<RouterContextProvider['set']>[0]
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
