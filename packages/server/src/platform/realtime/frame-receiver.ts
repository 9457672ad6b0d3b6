import { CLOSE_CODES } from '@everkin/contract/errors.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { ClientFrame, GUEST_FRAMES } from '@everkin/contract/realtime/frames.ts'
import type { ClientFrame as ClientFrameType, ServerFrame } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../app-error.ts'
import { asOperation } from '../event-loop.ts'
import type { Identity } from '../http/caller.ts'
import { toWireError } from '../http/error-response.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { unstorableReason } from '../storable-json.ts'
import type { Texts } from '../texts.ts'
import type { Connection } from './frame-delivery.ts'
import { costOfFrame, type SocketLimits } from './socket-limits.ts'

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

export interface ReceiverServices {
  texts: Texts
  log: Log
  /** Throws `AppError`, which becomes a `nack` or an `error` frame. */
  handle(frame: ClientFrameType, caller: RealtimeCaller): Promise<void>
}

const MAX_INVALID_FRAMES = 20
const INVALID_FRAME_WINDOW_MS = 10_000
/** A socket with this many frames waiting is not read from until one of them has been handled. */
const MAX_WAITING_FRAMES = 16
/** A close code of the protocol. */
const POLICY_VIOLATION = 1008

/**
 * The listener for the frames of one socket. It parses them, enforces the limits, and handles one after the other, so that
 * a socket never has more than one of them at work. Pings are answered at once.
 */
export function createReceiver(
  connection: Connection,
  caller: RealtimeCaller,
  services: ReceiverServices,
  limits: SocketLimits,
) {
  const { socket } = connection
  const { personId } = caller.identity
  const invalid: number[] = []
  const waiting: ClientFrameType[] = []
  let isWorking = false

  const isTooInvalid = () => {
    const now = performance.now()
    while (invalid[0] !== undefined && invalid[0] <= now - INVALID_FRAME_WINDOW_MS) invalid.shift()
    invalid.push(now)
    return invalid.length > MAX_INVALID_FRAMES
  }

  const work = async () => {
    isWorking = true
    // Also after the client has closed: what it sent before is not lost.
    for (let frame = waiting.shift(); frame && !connection.isRevoked; frame = waiting.shift()) {
      if (socket.isPaused) socket.resume()
      try {
        await asOperation(`frame ${frame.type}`, () => services.handle(frame, caller))
      } catch (error) {
        sendError(error, frame, caller, services)
      }
    }
    isWorking = false
  }

  return (data: Buffer, isBinary: boolean): void => {
    if (socket.readyState !== socket.OPEN) return // it is being closed, and the client goes on sending
    if (isBinary) return socket.close(1003)
    const frame = parseFrame(data)
    const cost = frame instanceof AppError ? 1 : costOfFrame(frame)
    if (!limits.consumeFrame(personId, cost)) return socket.close(CLOSE_CODES.tooManyFrames)
    if (frame instanceof AppError) {
      if (isTooInvalid()) return socket.close(POLICY_VIOLATION)
      return sendError(frame, rawFields(data), caller, services)
    }
    if (frame.type === 'ping') return caller.reply({ type: 'pong', t: frame.t })
    if (caller.identity.isGuest && !GUEST_FRAMES.includes(frame.type))
      return sendError(new AppError('NotSignedIn'), frame, caller, services)
    waiting.push(frame)
    if (waiting.length >= MAX_WAITING_FRAMES) socket.pause()
    if (!isWorking) void work()
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
  services: ReceiverServices,
): void {
  const { body } = toWireError(error, caller.locale, services.texts, services.log, newId())
  const text = (value: unknown) => (typeof value === 'string' && value.length <= 64 ? value : null)
  const clientId = text(frame.client_id)
  if (frame.type === 'message.send' && clientId) caller.reply({ type: 'nack', client_id: clientId, ...body })
  else caller.reply({ type: 'error', ...body, chat_id: text(frame.chat_id), message_id: text(frame.message_id) })
}
