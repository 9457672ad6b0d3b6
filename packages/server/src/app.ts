import { join } from 'node:path'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Context } from './context.ts'
import { bindLocalTools } from './local-tools.ts'
import { logSecurityEvent } from './modules/accounts/module.ts'
import { AppError } from './platform/app-error.ts'
import { renderApiDocsPage } from './platform/http/api-docs-page.ts'
import { bindOperations, sendError } from './platform/http/bind-operations.ts'
import type { Caller, Identity } from './platform/http/caller.ts'
import { parseCookies } from './platform/http/cookies.ts'
import { createHostCheck } from './platform/http/host-check.ts'
import { openApiDocument } from './platform/http/openapi.ts'
import {
  detectDeviceType,
  parseCountry,
  parseCredentials,
  parseLanguageRegion,
  parsePageCredentials,
  parseTimeZone,
  resolveLocale,
} from './platform/http/request-metadata.ts'
import { enforceBodyTimeout, REQUEST_TIMEOUTS, timeoutOptions } from './platform/http/request-timeouts.ts'
import { newNonce, securityHeaders } from './platform/http/security-headers.ts'
import { createUploadGate } from './platform/http/upload-gate.ts'
import { newId } from './platform/ids.ts'
import { jobMetrics } from './platform/jobs/job-metrics.ts'
import { bindHealth, MONITORING_PATHS } from './platform/monitoring/health.ts'
import { serveMedia } from './serve-media.ts'
import { bindWebManifests } from './web-manifest.ts'

/** The HTTP server: API calls, health, the API documentation and, in local mode, its tools. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { settings, log, texts } = context
  const app = Fastify({
    logger: false,
    bodyLimit: 1024 * 1024,
    genReqId: () => newId(),
    ...timeoutOptions(REQUEST_TIMEOUTS),
    routerOptions: { maxParamLength: 500 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // `__proto__` and `constructor` are ignored like any unknown field (XSS-06).
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    // An invalid URL such as `/%zz` does not reach the hooks.
    frameworkErrors: (_error, request, reply) => {
      prepareRequest(context, request, reply)
      return sendError(new AppError('NotFound'), request, reply, { texts, log })
    },
  })
  app.removeContentTypeParser('text/plain') // a form on another site can send it without a preflight (AUTH-11)
  app.decorateRequest('readerCookies')
  app.decorateRequest('readerLocale')
  app.decorateRequest('isSecure')
  app.addHook('onRequest', async (request, reply) => prepareRequest(context, request, reply))
  const isOwnHost = createHostCheck(settings)
  const wrongHostText = settings.mode === 'local' ? 'wrongHost' : 'wrongHostSite'
  app.addHook('onRequest', async (request) => {
    const isMonitoring = MONITORING_PATHS.includes(request.routeOptions.url ?? '')
    if (!isOwnHost(request.headers.host, isMonitoring)) throw new AppError('WrongHost', null, wrongHostText)
  })
  enforceBodyTimeout(app, REQUEST_TIMEOUTS)
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, { texts, log }))
  app.setNotFoundHandler((request, reply) => sendError(new AppError('NotFound'), request, reply, { texts, log }))
  await app.register(fastifyCompress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // The default, 11, is meant for static files: it takes a hundred times as long.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })

  bindHealth(app, {
    database: context.database,
    metricsToken: settings.metricsToken,
    isDraining: () => context.isDraining,
    report: () => context.report(),
    socketCount: () => context.live.connectionCount(),
    generationCount: () => context.chats.replies.all().length,
    pageCache: () => context.visitorPages.stats(),
    clockSkewMs: () => context.clockSkewMs(),
    recurringJobs: () => context.recurringJobs(),
    eventLoopMetrics: () => context.eventLoop.metrics(),
    storedGauges: async () => [
      ...(await context.modules.gauges()),
      ...(await jobMetrics(context.database, context.clock.now())),
    ],
    registry: context.metrics,
    workerLink: context.workerLink,
  })
  bindDocuments(app, context)
  bindWebManifests(app, texts)
  serveMedia(app, {
    ...context.media,
    mediaBaseUrl: settings.mediaBaseUrl,
    identityOf: (request) => elementIdentityOf(context, request),
  })
  if (settings.mode === 'local') bindLocalTools(app, context)
  bindOperations(app, context.operations, {
    texts,
    log,
    limiter: context.limiter,
    live: context.live,
    uploads: createUploadGate(join(settings.dataDir, 'uploads'), context.freeSpace),
    publicUrl: settings.publicUrl,
    callerOf: async (request, reply) => callerOf(context, request, reply, await identityOf(context, request)),
    onOperatorRefused: ({ identity, network }, route) =>
      logSecurityEvent(context, 'operator_refused', { personId: identity?.personId, network, route }),
  })
  return app
}

const BASE_HEADERS = securityHeaders({ allowed: null })
const HSTS = 'max-age=31536000'

/** Parses cookies and locale, and sets the headers of every reply. */
function prepareRequest({ forwarded, settings }: Context, request: FastifyRequest, reply: FastifyReply): void {
  request.isSecure = forwarded.isSecure(request.raw)
  request.readerCookies = parseCookies(request.headers.cookie)
  request.readerLocale = resolveLocale(request.headers, request.readerCookies)
  reply.header('x-request-id', request.id)
  reply.headers(BASE_HEADERS)
  if (request.isSecure)
    reply.header('strict-transport-security', settings.hstsIncludeSubdomains ? `${HSTS}; includeSubDomains` : HSTS)
}

function bindDocuments(app: FastifyInstance, context: Context): void {
  let cached: ReturnType<typeof openApiDocument> | null = null
  // Made when it is first read: most processes never need it.
  const document = () => {
    cached ??= openApiDocument(
      context.operations.map((bound) => bound.operation),
      context.version,
    )
    return cached
  }
  app.get('/api/openapi.json', async () => document())
  app.get('/api/docs', async (_request, reply) => {
    const nonce = newNonce()
    reply.headers(securityHeaders({ allowed: { nonce } }))
    return reply.type('text/html; charset=utf-8').send(renderApiDocsPage(document(), nonce))
  })
}

async function identityOf(context: Context, request: FastifyRequest): Promise<Identity | null> {
  const credentials = parseCredentials(request)
  return credentials && context.identify(credentials)
}

/**
 * For images and videos: page elements send cookies only, other clients send headers. Guests and suspended people count
 * as visitors.
 */
async function elementIdentityOf(context: Context, request: FastifyRequest): Promise<Identity | null> {
  const credentials = parseCredentials(request) ?? parsePageCredentials(request)
  const known = credentials && (await context.identify(credentials))
  return known?.isGuest || known?.isSuspended ? null : known
}

/** What handlers know about a request. */
export function callerOf(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  known: Identity | null,
): Caller {
  const { headers } = request
  const userAgent = headers['user-agent'] ?? ''
  const { countryHeader } = context.settings
  return {
    identity: known?.isGuest ? null : known,
    guest: known?.isGuest ? known : null,
    locale: request.readerLocale,
    network: context.forwarded.networkOf(request.raw),
    userAgent,
    deviceType: detectDeviceType(userAgent),
    timeZone: parseTimeZone(headers['time-zone']),
    country: countryHeader === null ? undefined : parseCountry(headers[countryHeader]),
    languageRegion: parseLanguageRegion(headers['accept-language']),
    wantsEvents: headers.accept?.includes('text/event-stream') ?? false,
    isBrowser: headers.platform === undefined || headers.platform === '3',
    isSecure: request.isSecure,
    cookies: request.readerCookies,
    requestId: request.id,
    disconnectSignal: () => {
      const disconnect = new AbortController()
      if (reply.raw.destroyed) disconnect.abort()
      else reply.raw.once('close', () => disconnect.abort())
      return disconnect.signal
    },
    // Fastify adds each to those set before.
    setCookie: (line) => void reply.header('set-cookie', line),
  }
}
