import type { ApiBody, ApiCall, ApiData, ApiQuery } from '@everkin/contract/api-types.ts'
import { type ErrorName, errorNameOf, SUCCESS } from '@everkin/contract/errors.ts'
import { readCookie } from '../lib/cookies.ts'

/** Why a call failed; `message` is ready to show, in the reader's language. */
export class ApiError extends Error {
  override readonly name: ErrorName | 'Network'
  /** The code on the wire; 0 where no reply came. */
  readonly code: number
  readonly data: unknown

  constructor(name: ErrorName | 'Network', code: number, message: string, data: unknown) {
    super(message)
    this.name = name
    this.code = code
    this.data = data
  }

  /** What a reply refuses with; null for one that is no envelope of ours. */
  static fromReply(reply: unknown): ApiError | null {
    return isEnvelope(reply)
      ? new ApiError(errorNameOf(reply.code) ?? 'Internal', reply.code, reply.msg, reply.data)
      : null
  }
}

interface CallInput<C extends ApiCall> {
  query?: ApiQuery<C>
  body?: ApiBody<C>
  signal?: AbortSignal
}

let networkMessage = ''

/** Says what to show when no reply comes at all: the one error text that the server can not send. */
export function setNetworkErrorMessage(text: string): void {
  networkMessage = text
}

/** The readable half of the session, from the `user` cookie; it opens nothing without the other half. */
export function readSessionToken(): string | null {
  const cookie = readCookie('user')
  if (cookie === null) return null
  try {
    const user: unknown = JSON.parse(cookie)
    return user !== null && typeof user === 'object' && 'token' in user && typeof user.token === 'string'
      ? user.token
      : null
  } catch {
    return null // whatever is in the cookie, it is no session
  }
}

/**
 * Calls the API as the signed-in person, if there is one. Gives the reply's data; throws `ApiError` for every other
 * answer and for none (`Network`). An aborted call rejects with the signal's own reason.
 */
export async function callApi<C extends ApiCall>(call: C, input: CallInput<C> = {}): Promise<ApiData<C>> {
  const [method, path] = call.split(' ', 2)
  const data = await requestData(`${path}${queryString(input.query)}`, {
    method,
    headers: apiHeaders(input.body),
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
    credentials: 'same-origin',
  })
  return data as ApiData<C> // the server validates its replies against the same schema
}

/** Sends a request and opens the envelope of its reply; throws as `callApi` does. */
export async function requestData(url: string, request: RequestInit): Promise<unknown> {
  const reply = await send(url, request)
  if (reply.code === SUCCESS) return reply.data
  throw ApiError.fromReply(reply)
}

function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

/** The headers of a call; `body` is what goes as JSON, if anything does. */
export function apiHeaders(body: unknown): Record<string, string> {
  const token = readSessionToken()
  return {
    Platform: '3',
    'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    // The cookie of the language is one for all pages that are open: each says its own.
    'Page-Language': document.documentElement.lang,
    ...(token === null ? {} : { 'User-Token': token }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}

async function send(url: string, request: RequestInit): Promise<{ code: number; msg: string; data: unknown }> {
  try {
    const response = await fetch(url, request)
    const reply: unknown = await response.json()
    if (isEnvelope(reply)) return reply
  } catch (error) {
    if (request.signal?.aborted) throw error
  }
  throw createNetworkError()
}

/** No reply came, or none of ours. */
export function createNetworkError(): ApiError {
  return new ApiError('Network', 0, networkMessage, null)
}

function isEnvelope(reply: unknown): reply is { code: number; msg: string; data: unknown } {
  return (
    reply !== null &&
    typeof reply === 'object' &&
    'code' in reply &&
    typeof reply.code === 'number' &&
    'msg' in reply &&
    typeof reply.msg === 'string' &&
    'data' in reply
  )
}
