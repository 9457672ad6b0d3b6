import { DEFAULT_LOCALE, localeOfPath } from '@everkin/contract/locales.ts'
import { createRequestListener } from '@react-router/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { AppError } from '../app-error.ts'
import { cookieLine } from './cookies.ts'
import { readLocale } from './read-caller.ts'
import { newNonce, securityHeaders } from './security-headers.ts'

/** How the pages are had: built files in production, Vite's own modules while developing. */
export interface PageBuild {
  build(): Promise<ServerBuild>
  /** Fills the page's context for one request. */
  contextOf(request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<RouterContextProvider>
  mode: 'production' | 'development'
  /** Answers what is no page (modules and their updates while developing); true when it did. */
  answerFirst?(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
}

const YEAR_SECONDS = 31_536_000

/** Draws every page that no other route answers. Language detection redirects on `/` alone (spec §2). */
export async function bindPages(app: FastifyInstance, pages: PageBuild): Promise<void> {
  const waiting = new Map<string, RouterContextProvider>()
  let last = 0
  const listener = createRequestListener({
    build: pages.build,
    mode: pages.mode,
    // The node adapter hands a web Request here; what belongs to it was put aside under the raw request's headers.
    getLoadContext: (request) => {
      const key = request.headers.get('x-page-context') ?? ''
      const context = waiting.get(key)
      waiting.delete(key)
      if (!context) throw new Error('a page request without its context')
      return context
    },
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', async (request, reply) => {
      if (!URL.canParse(request.url, 'http://local')) throw new AppError('NotFound') // `//`, for one
      if (redirectToLanguage(request, reply)) return reply
      if (await pages.answerFirst?.(request, reply)) return reply
      const nonce = newNonce()
      const context = await pages.contextOf(request, reply, nonce)
      const headers: Record<string, unknown> = {
        ...reply.getHeaders(),
        ...securityHeaders({ nonce, isSecure: request.protocol === 'https' }),
      }
      // Vite's own inline scripts and its second port would be refused while developing.
      if (pages.mode === 'development') delete headers['content-security-policy']
      reply.hijack()
      for (const [name, value] of Object.entries(headers))
        if (value !== undefined) reply.raw.setHeader(name, value as string | string[])
      const key = `${++last}`
      waiting.set(key, context)
      request.raw.headers['x-page-context'] = key
      await listener(request.raw, reply.raw)
    })
  })
}

/** `/` leads to the language of the cookie or the browser, with query kept; the choice is remembered (contract §1). */
function redirectToLanguage(request: FastifyRequest, reply: FastifyReply): boolean {
  const [path = '/', query] = request.url.split('?', 2)
  if (request.method !== 'GET' || path !== '/') return false
  const locale = readLocale(request.headers, request.readerCookies)
  if (locale === DEFAULT_LOCALE || localeOfPath(path) !== DEFAULT_LOCALE) return false
  reply.header('set-cookie', cookieLine('i18n_redirected', locale, { maxAgeSeconds: YEAR_SECONDS }))
  reply.header('vary', 'cookie, accept-language')
  void reply.redirect(`/${locale}${query === undefined ? '' : `?${query}`}`, 302)
  return true
}
