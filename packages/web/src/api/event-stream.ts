import type { ApiBody, ApiCall, ApiEvent } from '@everkin/contract/api-types.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError, apiHeaders, createNetworkError } from './client.ts'

/**
 * Calls the API for a reply that comes as events while it is made. Throws `ApiError` for every other answer, for none,
 * and for one that breaks off; an aborted call rejects with the signal's own reason.
 */
export async function* streamApiEvents<C extends ApiCall>(
  call: C,
  body: ApiBody<C>,
  signal: AbortSignal,
): AsyncGenerator<ApiEvent<C>> {
  const [method, path = ''] = call.split(' ', 2)
  const response = await withNetworkError(signal, () =>
    fetch(path, {
      method,
      headers: { ...apiHeaders(body), Accept: 'text/event-stream' },
      body: JSON.stringify(body),
      signal,
      credentials: 'same-origin',
    }),
  )
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw ApiError.fromReply(await response.json().catch(() => null)) ?? createNetworkError()
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await withNetworkError(signal, () => reader.read())
      if (done) return
      yield JSON.parse(value.data) as ApiEvent<C> // checked by the server
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function withNetworkError<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? error : createNetworkError()
  }
}
