import type { ApiBody, ApiCall, ApiData, ApiDownload, ApiQuery, ApiUpload } from '@everkin/contract/api-types.ts'
import { SUCCESS } from '@everkin/contract/errors.ts'
import { readCookie } from '../lib/cookies.ts'
import { stoppedText } from '../lib/stopped-text.ts'
import { createNetworkError, isApiError, isEnvelope, parseApiError } from './api-error.ts'
import { readUserCookie } from './user-cookie.ts'

/** Calls with JSON in both directions; the others have their own modules. */
type JsonCall = Exclude<ApiCall, ApiUpload | ApiDownload>

interface CallInput<C extends ApiCall> {
  query?: ApiQuery<C>
  body?: ApiBody<C>
  signal?: AbortSignal
  /** Completes the request even if the page is left. */
  keepalive?: boolean
}

/** The readable half of the session, from the `user` cookie, or of a guest's; useless without the other half. */
export function readSessionToken(): string | null {
  return readCookie('user') ? (readUserCookie()?.token ?? null) : readCookie('guest') || null
}

/**
 * Calls the API as the signed-in person, if any, and returns the response's data. Throws `ApiError` for every error
 * response and for a missing one (`Network`). An aborted call rejects with the signal's reason.
 */
export async function callApi<C extends JsonCall>(call: C, input: CallInput<C> = {}): Promise<ApiData<C>> {
  const reply = await readJson(await sendCall(call, input), input.signal)
  try {
    return openEnvelope(call, reply)
  } catch (error) {
    if (isApiError(error, 'SafetyStop')) stoppedText.set({ call, body: input.body, message: error.message })
    throw error
  }
}

/** Sends a call and returns the response whatever its status; throws as `callApi` does if none arrives. */
export async function sendCall<C extends ApiCall>(
  call: C,
  { query, body, signal, keepalive, accept }: CallInput<C> & { accept?: string },
): Promise<Response> {
  const { method, url } = requestLine(call, query)
  try {
    return await fetch(url, {
      method,
      headers: { ...apiHeaders(body), ...(accept !== undefined && { Accept: accept }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      keepalive,
      credentials: 'same-origin',
    })
  } catch (error) {
    throw signal?.aborted ? error : createNetworkError()
  }
}

/** Returns the data in a response body. @throws ApiError for every body that is not a success. */
export function openEnvelope<C extends ApiCall>(_call: C, reply: unknown): ApiData<C> {
  if (isEnvelope(reply) && reply.code === SUCCESS) return reply.data as ApiData<C> // the server validates its replies against the same schema
  throw parseApiError(reply)
}

/** Parses the error in an unexpected response. */
export async function readApiError(response: Response, signal?: AbortSignal): Promise<Error> {
  return parseApiError(await readJson(response, signal))
}

/** Null for a body that is not JSON or is incomplete. */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

/** The method and address of a call. */
export function requestLine<C extends ApiCall>(call: C, query?: ApiQuery<C>): { method: string; url: string } {
  const space = call.indexOf(' ')
  return { method: call.slice(0, space), url: `${call.slice(space + 1)}${queryString(query)}` }
}

function queryString(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text && `?${text}`
}

/** The headers of a call; pass the JSON body, if there is one. */
export function apiHeaders(body: unknown): Record<string, string> {
  const token = readSessionToken()
  return {
    Platform: '3',
    'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
    // All open pages share the language cookie, so each sends its own language.
    'Page-Language': document.documentElement.lang,
    ...(token === null ? {} : { 'User-Token': token }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
}
