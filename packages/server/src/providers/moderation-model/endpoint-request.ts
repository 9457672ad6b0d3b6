import { ModerationError, type ModerationFault, type ModerationInput } from '../../modules/safety/module.ts'
import { systemErrorCause } from '../../platform/system-error.ts'

export interface ModerationEndpoint {
  /** Ends in /v1 for most servers; with or without a trailing slash. */
  baseUrl: string
  apiKey: string | null
  /** Null: the name that most servers know. */
  name: string | null
}

const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * Posts a body and returns the parsed answer. No error contains the key, the address or the upstream's words.
 * @throws ModerationError; the reason of `signal` when it is aborted.
 */
export async function postJson(
  { baseUrl, apiKey }: ModerationEndpoint,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
  const url = `${baseUrl.replace(/\/+$/, '')}${path}`
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' })
  } catch (error) {
    throw faultOf(error, signal)
  }
  if (response.ok) return readBody(response, signal)
  await response.body?.cancel().catch(() => undefined)
  throw new ModerationError(faultOfStatus(response.status), undefined, response.status)
}

/** Statuses by which a server that reads text alone refuses a picture. */
const UNSUPPORTED_STATUSES = [400, 415, 422]

/** The error of a request about `input`: `unsupported` where the server cannot read pictures. */
export function faultOfInput(input: ModerationInput, error: unknown): unknown {
  if (!(error instanceof ModerationError) || error.fault !== 'refused' || input.kind !== 'image') return error
  return UNSUPPORTED_STATUSES.includes(error.status ?? 0)
    ? new ModerationError('unsupported', undefined, error.status)
    : error
}

async function readBody(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of response.body ?? []) {
      size += piece.byteLength
      if (size > MAX_ANSWER_BYTES) throw new ModerationError('garbled')
      pieces.push(piece)
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch (error) {
    if (error instanceof ModerationError) throw error
    throw error instanceof SyntaxError ? new ModerationError('garbled') : faultOf(error, signal)
  }
}

/** A caller that aborts gets its own reason; a deadline is a fault of the model. */
function faultOf(error: unknown, signal: AbortSignal): unknown {
  if (!signal.aborted) return new ModerationError('unreachable', systemErrorCause(error))
  const { reason } = signal
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? new ModerationError('timeout') : reason
}

function faultOfStatus(status: number): ModerationFault {
  if (status === 429) return 'rate_limited'
  return status >= 500 && status !== 501 ? 'overloaded' : 'refused'
}

export function dataUrl(bytes: Uint8Array, mediaType: string): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}
