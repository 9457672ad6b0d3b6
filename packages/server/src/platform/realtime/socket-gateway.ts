import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import { MINUTE_MS } from '../durations.ts'
import { isOwnOrigin } from '../http/bind-operations.ts'
import type { Identity } from '../http/caller.ts'
import { parseCookies } from '../http/cookies.ts'
import type { ForwardedReader } from '../http/forwarded.ts'
import { combineCredentials, parseLanguageRegion, parseTimeZone, resolveLocale } from '../http/request-metadata.ts'
import type { Log } from '../log.ts'
import type { Connection } from './frame-delivery.ts'
import { createReceiver, type RealtimeCaller, type ReceiverServices } from './frame-receiver.ts'
import type { Hub } from './hub.ts'
import { createSocketLimits, type SocketLimits } from './socket-limits.ts'

export interface GatewayServices extends ReceiverServices {
  hub: Hub
  identify(credentials: { token: string; secret: string }): Promise<Identity | null>
  /** Called once per connection, before any frame is handled: sends `ready`. */
  onConnect(caller: RealtimeCaller): Promise<void>
  countryOf(request: IncomingMessage): string | null | undefined
  forwarded: ForwardedReader
  /** Which of these sessions have ended. */
  findEndedSessions(sessionIds: readonly string[]): Promise<readonly string[]>
  limitsEnabled: boolean
  /** The public URL of the site, as configured by the operator. */
  publicUrl: string | null
  /** Whether this server accepts a Host header. */
  isOwnHost(host: string | undefined): boolean
}

const SESSION_CHECK_INTERVAL_MS = 5 * MINUTE_MS
/** Close codes for a client's mistakes. */
const MISUSE_CODES = new Set<number>([1002, 1003, 1007, 1008, 1009, CLOSE_CODES.tooManyFrames])

export interface SocketGateway {
  /** Accepts no more connections; open sockets stay. */
  close(): void
  /** Terminates open sockets, so that a client that does not answer cannot delay the stop (OPS-01). */
  terminate(): void
}

/** Accepts `/ws`, authenticates its sender and limits the number of connections. Frames go to `frame-receiver.ts`. */
export function openSocketGateway(server: Server, services: GatewayServices): SocketGateway {
  // No permessage-deflate: it costs 24 times the memory of an idle socket (PERF-S1).
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: LIMITS.frameBytes })
  const limits = createSocketLimits(services.limitsEnabled)

  // A listener that lives as long as its socket must be created outside the request's scope, or it keeps all of its
  // headers in memory: half of what an idle socket may use (PERF-S1).
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    // Node removes its own listener at an upgrade; without this, a reset before the handshake would end the process.
    stream.on('error', destroyItself)
    const { origin } = request.headers
    if (!services.isOwnHost(request.headers.host)) return rejectUpgrade(stream, 421)
    if (requestUrl(request)?.pathname !== '/ws') return rejectUpgrade(stream, 404)
    if (origin !== undefined && !isOwnOrigin(origin, request.headers.host, services.publicUrl))
      return rejectUpgrade(stream, 403)
    const network = services.forwarded.networkOf(request)
    const leave = limits.enterNetwork(network)
    if (!leave) return rejectUpgrade(stream, 429)
    stream.once('close', leave)
    sockets.handleUpgrade(request, stream, head, (socket) => void connect(socket, request, services, limits))
  })
  const sessionCheck = setInterval(() => void closeEndedSessions(services), SESSION_CHECK_INTERVAL_MS).unref()
  return {
    close: () => {
      clearInterval(sessionCheck)
      sockets.close()
    },
    terminate: () => {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

/**
 * Closes the sockets whose session has expired, or was revoked while the event bus was away. Otherwise revoking a
 * session closes its sockets at once.
 */
export async function closeEndedSessions({
  hub,
  log,
  findEndedSessions,
}: Pick<GatewayServices, 'hub' | 'log' | 'findEndedSessions'>): Promise<void> {
  try {
    const ended = await findEndedSessions(hub.sessionIds())
    for (const sessionId of ended) hub.closeSession(sessionId)
  } catch (error) {
    log.warn({ error }, 'failed to check the sessions of open sockets')
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

async function connect(
  socket: WebSocket,
  request: IncomingMessage,
  services: GatewayServices,
  limits: SocketLimits,
): Promise<void> {
  logFailure(socket, services.log)
  // Until the sender is known, nothing is read: frames that come early wait in the sender's own buffers.
  socket.pause()
  try {
    const cookies = parseCookies(request.headers.cookie)
    const query = requestUrl(request)?.searchParams
    const token = query?.get('token') ?? undefined
    const isSecure = services.forwarded.isSecure(request)
    const credentials = combineCredentials(token, { headers: request.headers, readerCookies: cookies, isSecure })
    const identifiedAt = performance.now()
    const known = credentials && (await services.identify(credentials))
    if (!known) return refuse(socket, CLOSE_CODES.notSignedIn)
    const identity = pickIdentity(known)
    const leave = limits.enterPerson(identity.personId)
    if (!leave) return refuse(socket, CLOSE_CODES.tooManyFrames)
    socket.once('close', leave)
    const connection: Connection = { socket, personId: identity.personId, sessionId: identity.sessionId, backlog: null }
    const caller: RealtimeCaller = {
      identity,
      locale: resolveLocale(request.headers, cookies, query?.get('language')),
      country: services.countryOf(request),
      timeZone: parseTimeZone(query?.get('time_zone')),
      languageRegion: parseLanguageRegion(request.headers['accept-language']),
      reply: (frame) => services.hub.send(connection, frame),
    }
    if (!services.hub.add(connection, identifiedAt)) return refuse(socket, CLOSE_CODES.notSignedIn)
    socket.once('close', () => services.hub.remove(connection))
    await services.onConnect(caller)
    socket.on('message', createReceiver(connection, caller, services, limits))
    socket.resume()
  } catch (error) {
    services.log.error({ error }, 'a socket could not be opened')
    refuse(socket, 1011)
  }
}

/** Closes a socket that was not read from; it must be read to see the answer to the close frame. */
function refuse(socket: WebSocket, code: number): void {
  socket.close(code)
  socket.resume()
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
function pickIdentity({ personId, sessionId, role, isGuest = false, lang }: Identity): Identity {
  return { personId, sessionId, role, isGuest, lang }
}
