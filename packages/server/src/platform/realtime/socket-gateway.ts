import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { ClientFrame } from '@everkin/contract/realtime/frames.ts'
import type { ClientFrame as ClientFrameType, ServerFrame } from '@everkin/contract/types.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { AppError, invalidInput } from '../app-error.ts'
import { asOperation } from '../event-loop.ts'
import { isOwnOrigin } from '../http/bind-operations.ts'
import type { Identity } from '../http/caller.ts'
import { parseCookies } from '../http/cookies.ts'
import { toWireError } from '../http/error-response.ts'
import {
  combineCredentials,
  networkPrefix,
  parseLanguageRegion,
  parseTimeZone,
  resolveLocale,
} from '../http/request-metadata.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { unstorableReason } from '../storable-json.ts'
import type { Texts } from '../texts.ts'
import type { Connection, Hub } from './hub.ts'

/** The sender of a frame, as its handler sees it. */
export interface RealtimeCaller {
  identity: Identity
  locale: Locale
  country: string | null | undefined
  timeZone: string | null
  languageRegion: string | null
  /** Sends a frame to this tab alone. */
  reply(frame: ServerFrame): void
}

/** Handles a frame. Throws `AppError`; the gateway turns it into a `nack` or an `error` frame. */
export type FrameHandler = (frame: ClientFrameType, caller: RealtimeCaller) => Promise<void>

export interface GatewayServices {
  hub: Hub
  texts: Texts
  log: Log
  identify(credentials: { token: string; secret: string }): Promise<Identity | null>
  /** Called once per connection, before any frame is handled: sends `ready`. */
  welcome(caller: RealtimeCaller): Promise<void>
  handle: FrameHandler
  countryOf(request: IncomingMessage): string | null | undefined
  addressOf(request: IncomingMessage): string
  limitsEnabled: boolean
  /** The public URL of the site, as configured by the operator. */
  publicUrl: string | null
  /** Whether this server accepts a Host header. */
  isOwnHost(host: string | undefined): boolean
}

const INVALID_FRAME_RATE_LIMIT = { max: 20, windowMs: 10_000 }
const FRAME_RATE_LIMIT = { max: 200, windowMs: 10_000 }
const MAX_SOCKETS_PER_NETWORK = 200
/** Close codes for a client's mistakes. */
const MISUSE_CODES = new Set<number>([1002, 1003, 1007, 1008, 1009, CLOSE_CODES.tooManyFrames])

export interface SocketGateway {
  /** Accepts no more connections; open sockets stay. */
  close(): void
  /** Terminates open sockets, so that a client that does not answer cannot delay the stop (OPS-01). */
  terminate(): void
}

/** Accepts `/ws`, authenticates, parses frames and enforces the limits of the websocket. */
export function openSocketGateway(server: Server, services: GatewayServices): SocketGateway {
  // No permessage-deflate: it costs 24 times the memory of an idle socket (performance.md, rule 3).
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: LIMITS.frameBytes })
  const perNetwork = new Map<string, number>()
  const count = (socket: WebSocket, network: string) => {
    perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
    socket.once('close', () => {
      const left = (perNetwork.get(network) ?? 1) - 1
      if (left > 0) perNetwork.set(network, left)
      else perNetwork.delete(network)
    })
  }

  // A listener that lives as long as its socket must be created outside the request's scope, or it keeps all of its
  // headers in memory: half of what an idle socket may use (S1).
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node removes its own listener at an upgrade; without this, a reset before the handshake would end the process.
    stream.on('error', destroyItself)
    const { origin } = request.headers
    if (!services.isOwnHost(request.headers.host)) return rejectUpgrade(stream, 421)
    if (requestUrl(request)?.pathname !== '/ws') return rejectUpgrade(stream, 404)
    if (origin !== undefined && !isOwnOrigin(origin, request.headers.host, services.publicUrl))
      return rejectUpgrade(stream, 403)
    const network = networkPrefix(services.addressOf(request))
    const open = perNetwork.get(network) ?? 0
    if (services.limitsEnabled && open >= MAX_SOCKETS_PER_NETWORK) return rejectUpgrade(stream, 429)
    sockets.handleUpgrade(request, stream, head, (socket) => {
      count(socket, network)
      void welcome(socket, request, services)
    })
  })
  return {
    close: () => sockets.close(),
    terminate: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function destroyItself(this: Duplex): void {
  this.destroy()
}

/** The requested URL; null when it is invalid, such as `//`. */
function requestUrl(request: IncomingMessage): URL | null {
  return URL.parse(request.url ?? '/', 'http://local')
}

function rejectUpgrade(stream: Duplex, status: number): void {
  stream.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

async function welcome(socket: WebSocket, request: IncomingMessage, services: GatewayServices): Promise<void> {
  const early: Buffer[] = []
  const bufferEarly = (data: Buffer, isBinary: boolean) => {
    if (isBinary) socket.close(1003)
    else if (early.length < 100) early.push(data)
  }
  socket.on('message', bufferEarly)
  logFailure(socket, services.log)
  try {
    const cookies = parseCookies(request.headers.cookie)
    const query = requestUrl(request)?.searchParams
    const token = query?.get('token') ?? undefined
    const credentials = combineCredentials(token, request.headers, cookies)
    const known = credentials && (await services.identify(credentials))
    if (!known) return socket.close(CLOSE_CODES.notSignedIn)
    const identity = pickIdentity(known)
    const connection: Connection = { socket, personId: identity.personId, sessionId: identity.sessionId, backlog: null }
    const caller: RealtimeCaller = {
      identity,
      locale: resolveLocale(request.headers, cookies, query?.get('language')),
      country: services.countryOf(request),
      timeZone: parseTimeZone(query?.get('time_zone')),
      languageRegion: parseLanguageRegion(request.headers['accept-language']),
      reply: (frame) => services.hub.send(connection, frame),
    }
    if (socket.readyState !== socket.OPEN) return
    services.hub.add(connection)
    socket.once('close', () => services.hub.remove(connection))
    await services.welcome(caller)
    socket.off('message', bufferEarly)
    const receive = createReceiver(socket, caller, services)
    socket.on('message', receive)
    for (const data of early.splice(0)) receive(data, false)
  } catch (error) {
    services.log.error({ error }, 'a socket could not be opened')
    socket.close(1011)
  }
}

/** Logs one line when a socket ends by an error or by misuse, without anything that was sent over it. */
function logFailure(socket: WebSocket, log: Log): void {
  let failure: Error | null = null
  socket.on('error', (error) => {
    failure = error
    // After a protocol violation ws has already sent its close code; terminating the socket now would drop it.
    if (socket.readyState !== socket.CLOSING) socket.terminate()
  })
  socket.once('close', (code) => {
    if (failure || MISUSE_CODES.has(code)) log.warn({ code, error: failure ?? undefined }, 'a live connection failed')
  })
}

/** Drops all other properties, because the identity is kept as long as the socket. */
function pickIdentity({ personId, sessionId, isOperator, lang }: Identity): Identity {
  return { personId, sessionId, isOperator, lang }
}

function createReceiver(socket: WebSocket, caller: RealtimeCaller, services: GatewayServices) {
  const bad: number[] = []
  const all: number[] = []
  const tooMany = (times: number[], limit: { max: number; windowMs: number }) => {
    const now = performance.now()
    while (times.length > 0 && times[0]! <= now - limit.windowMs) times.shift()
    times.push(now)
    return times.length > limit.max
  }
  return (data: Buffer, isBinary: boolean): void => {
    if (isBinary) return socket.close(1003)
    if (services.limitsEnabled && tooMany(all, FRAME_RATE_LIMIT)) return socket.close(CLOSE_CODES.tooManyFrames)
    const frame = parseFrame(data)
    if (frame instanceof AppError) {
      if (tooMany(bad, INVALID_FRAME_RATE_LIMIT)) return socket.close(1008)
      return sendError(frame, rawFields(data), caller, services)
    }
    if (frame.type === 'ping') return caller.reply({ type: 'pong', t: frame.t })
    asOperation(`frame ${frame.type}`, () => services.handle(frame, caller)).catch((error: unknown) =>
      sendError(error, frame, caller, services),
    )
  }
}

function parseFrame(data: Buffer): ClientFrameType | AppError {
  let value: unknown
  try {
    value = JSON.parse(data.toString('utf8'))
  } catch {
    return new AppError('InvalidInput', { issues: [{ path: '', message: 'not JSON' }] })
  }
  const parsed = ClientFrame.safeParse(value)
  if (parsed.success) {
    const fault = unstorableReason(parsed.data)
    return fault === null ? parsed.data : invalidInput('', fault)
  }
  return new AppError('InvalidInput', {
    issues: parsed.error.issues.slice(0, 5).map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  })
}

/** The identifying fields of a bad frame, so that its sender can tell which one it was. */
function rawFields(data: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {} // any JSON object
  } catch {
    return {}
  }
}

/** A message that was not stored gets a `nack`; everything else an `error` frame. */
function sendError(
  error: unknown,
  frame: Record<string, unknown>,
  caller: RealtimeCaller,
  services: GatewayServices,
): void {
  const { body } = toWireError(error, caller.locale, services.texts, services.log, newId())
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 64 ? value : null)
  const clientId = text(frame.client_id)
  if (frame.type === 'message.send' && clientId) caller.reply({ type: 'nack', client_id: clientId, ...body })
  else caller.reply({ type: 'error', ...body, chat_id: text(frame.chat_id), message_id: text(frame.message_id) })
}
