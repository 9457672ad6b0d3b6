import { SUCCESS } from '@everkin/contract/errors.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, invalidInput } from '../app-error.ts'
import { MINUTE_MS } from '../durations.ts'
import { asOperation } from '../event-loop.ts'
import type { Log } from '../log.ts'
import type { DownloadOwner, Hub } from '../realtime/hub.ts'
import { unstorableReason } from '../storable-json.ts'
import type { Texts } from '../texts.ts'
import type { Caller, SignedInCaller } from './caller.ts'
import { toWireError } from './error-response.ts'
import type { BoundOperation, SignedBody } from './handlers.ts'
import { acceptMultipart, receiveUpload } from './parse-upload.ts'
import type { RateLimiter } from './rate-limit.ts'
import { EventReply, type FileReply, sendEvents, sendFile } from './stream-reply.ts'
import type { UploadGate, UploadSlot } from './upload-gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    readerCookies: Record<string, string>
    readerLocale: Locale
    /** Whether the browser reached the site by https. */
    isSecure: boolean
  }
}

export interface BindServices {
  texts: Texts
  log: Log
  limiter: RateLimiter
  uploads: UploadGate
  /** Ends downloads with the session that they belong to. */
  live: Pick<Hub, 'followDownload'>
  /** The public URL of the site, as configured by the operator. */
  publicUrl: string | null
  /** Creates the caller of a request; `credentials` says where the token may come from. */
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** Called when someone who is not the operator calls an operation for operators. */
  onOperatorRefused?(caller: Caller, path: string): void
}

interface Download {
  ended: AbortController
  owner: DownloadOwner
  /** When the owner was found signed in, by `performance.now`. */
  identifiedAt: number
}

/** The calls per minute of all signed-out visitors of one network; pages and assets do not count. */
const VISITOR_RATE_LIMIT = { max: 120, windowMs: MINUTE_MS }
const PERSON_RATE_LIMIT = { max: 600, windowMs: MINUTE_MS }

/** Registers every operation on its path, and answers unknown paths with the envelope too. */
export function bindOperations(app: FastifyInstance, bound: readonly BoundOperation[], services: BindServices): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const slots = new WeakMap<FastifyRequest, UploadSlot>()
  /** Of requests for a file or events; aborted when the caller is no longer signed in. */
  const downloads = new WeakMap<FastifyRequest, AbortController>()
  for (const one of bound) {
    const { signedBy, upload, file, events } = one.operation
    const bind = (scope: FastifyInstance) =>
      scope.route({
        method: one.operation.method,
        url: one.operation.path,
        exposeHeadRoute: false,
        ...(signedBy !== undefined && { decompress: false }), // the signature is over the raw body
        // Before the body is read: the caller is checked first, and nobody uploads a body that is rejected anyway.
        onRequest: async (request, reply) => {
          assertSameOriginPost(request, services.publicUrl)
          const identifiedAt = performance.now()
          const caller = admit(one, await services.callerOf(request, reply))
          if (signedBy === undefined) await consumeRateLimit(caller, services)
          if (one.operation.access === 'operator' && !canOperate(one, caller))
            services.onOperatorRefused?.(caller, one.operation.path)
          assertAccess(one, caller)
          callers.set(request, caller)
          if (file || events) {
            const ended = new AbortController()
            downloads.set(request, ended)
            if (caller.identity) followDownload(services.live, reply, { ended, owner: caller.identity, identifiedAt })
          }
          if (upload && caller.identity) {
            const slot = await services.uploads.open(caller.identity.personId)
            slots.set(request, slot)
            // For a request that ends before its handler runs.
            if (reply.raw.destroyed) slot.close()
            else reply.raw.once('close', () => slots.get(request)?.close())
          }
        },
        handler: (request, reply) =>
          asOperation(`${one.operation.method} ${one.operation.path}`, async () => {
            const caller = callers.get(request)!
            const calledAt = performance.now()
            const run = (body: unknown) => runOperation(one, { query: request.query, body }, caller)
            const slot = slots.get(request)
            slots.delete(request)
            const data = await (upload && slot
              ? receiveUpload(request, { upload, slot, check: (fields) => checkUpload(one, caller, fields) }, run)
              : run(signedBy === undefined ? request.body : signedBodyOf(request, signedBy)))
            const ended = downloads.get(request)
            if (file && ended) {
              const download = data as FileReply // `Handler` requires one when the operation does
              const { linkedTo } = download
              if (linkedTo) {
                const owner = { personId: linkedTo, sessionId: null }
                followDownload(services.live, reply, { ended, owner, identifiedAt: calledAt })
              }
              return sendFile(reply, file, download, ended.signal)
            }
            if (events && ended && data instanceof EventReply) return sendEvents(reply, events, data, ended.signal)
            return reply.header('cache-control', 'no-store').send({ code: SUCCESS, msg: '', data })
          }),
      })
    if (signedBy !== undefined) app.register(async (scope) => bind(acceptRawBodies(scope)))
    else if (upload) app.register((scope) => acceptMultipart(scope).then(() => void bind(scope)))
    else bind(app)
  }
  const notFound = async () => {
    throw new AppError('NotFound')
  }
  app.all('/api', notFound)
  app.all('/api/*', notFound)
}

/** Ends a download when its owner's session has ended since `identifiedAt`, or ends before the reply does (AUTH-09). */
function followDownload(live: BindServices['live'], reply: FastifyReply, download: Download): void {
  const { ended, owner, identifiedAt } = download
  const unfollow = live.followDownload(owner, identifiedAt, () => ended.abort(new AppError('NotSignedIn')))
  if (reply.raw.destroyed) unfollow()
  else reply.raw.once('close', unfollow)
}

async function checkUpload(
  bound: BoundOperation,
  caller: Caller,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  await bound.checkUpload?.(caller as SignedInCaller, fields) // a slot exists for signed-in callers only
}

/** In this scope the body is the raw bytes, whatever its content type. */
function acceptRawBodies(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  return scope
}

function signedBodyOf(request: FastifyRequest, header: string): SignedBody {
  const signature = request.headers[header]
  return {
    payload: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    signature: typeof signature === 'string' ? signature : '',
  }
}

/**
 * Runs an operation for a caller: checks the caller first (1001, 1002), then the input (1000), then the state. The
 * reply is parsed with its schema, so that no undocumented field is sent (AZ-02).
 */
export async function runOperation(
  bound: BoundOperation,
  input: { query: unknown; body: unknown },
  caller: Caller,
): Promise<unknown> {
  const { operation } = bound
  caller = admit(bound, caller)
  assertAccess(bound, caller)
  const query = parse(operation.query, input.query ?? {})
  const body = operation.signedBy === undefined ? parse(operation.body, input.body ?? {}) : input.body
  const data = await bound.handle({ query, body }, caller)
  return operation.file || data instanceof EventReply ? data : operation.data.parse(data)
}

/**
 * The caller as an operation sees them. A guest counts as a visitor, except where guests are allowed. So does, where
 * visitors are allowed, someone who is suspended.
 */
function admit({ operation }: BoundOperation, caller: Caller): Caller {
  if (operation.access === 'guest' && !caller.identity) return { ...caller, identity: caller.guest }
  const isVisitor = operation.access === 'open' && caller.identity?.isSuspended && !operation.whileSuspended
  return isVisitor ? { ...caller, identity: null } : caller
}

function assertAccess(bound: BoundOperation, caller: Caller): void {
  const { access, whileSuspended } = bound.operation
  if (access === 'open') return
  if (!caller.identity) throw new AppError('NotSignedIn')
  if (caller.identity.isSuspended && !whileSuspended)
    throw new AppError('NotAllowed', { reason: 'suspended' }, 'suspended')
  if (access === 'operator' && !canOperate(bound, caller)) throw new AppError('NotAllowed')
}

/** Whether the caller's role is one that may call this operation for operators. */
function canOperate({ operation }: BoundOperation, { identity }: Caller): boolean {
  const role = identity?.role ?? null
  return role === 'owner' || (role !== null && (operation.roles?.includes(role) ?? false))
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) {
    const fault = unstorableReason(parsed.data)
    if (fault !== null) throw invalidInput('', fault)
    return parsed.data
  }
  throw new AppError('InvalidInput', {
    issues: parsed.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  })
}

/**
 * A post from another site has an Origin or Sec-Fetch-Site that says so (AUTH-11). Signed-in calls are safe without
 * this, since they need a header that a foreign page cannot send; this guards the open ones.
 */
function assertSameOriginPost(request: FastifyRequest, publicUrl: string | null): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('NotAllowed')
  const origin = request.headers.origin
  if (origin !== undefined && !isOwnOrigin(origin, request.headers.host, publicUrl)) throw new AppError('NotAllowed')
}

/** Whether an Origin header names the request's host, or that of PUBLIC_URL, since proxies rewrite the former. */
export function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  try {
    const from = new URL(origin).host
    return from === host || (publicUrl !== null && from === new URL(publicUrl).host)
  } catch {
    return false
  }
}

function consumeRateLimit(caller: Caller, services: BindServices): Promise<void> {
  if (caller.identity && !caller.identity.isGuest)
    return services.limiter.consume(`calls:${caller.identity.personId}`, PERSON_RATE_LIMIT)
  return services.limiter.consume(`calls:${caller.network}`, VISITOR_RATE_LIMIT)
}

/** Sends any error as the envelope, including Fastify's own, such as a body that is not JSON. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<BindServices, 'texts' | 'log'>,
): FastifyReply {
  const wire = toWireError(asAppError(error), request.readerLocale, services.texts, services.log, request.id)
  const { data } = wire.body
  if (data && 'retry_after' in data && data.retry_after !== undefined) reply.header('retry-after', data.retry_after)
  return reply.code(wire.http).header('cache-control', 'no-store').send(wire.body)
}

function asAppError(error: unknown): unknown {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown } // Fastify's errors carry both
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('TooLarge', { limit: 1024 * 1024 })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('FileType', { accepted: ['application/json'] })
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return invalidBody()
  if (statusCode === 400 && !(error instanceof AppError)) return invalidBody()
  return error
}

function invalidBody(): AppError {
  return new AppError('InvalidInput', { issues: [{ path: '', message: 'not a JSON body' }] })
}
