import type { ApiBody, ApiEvent, ApiStream } from '@everkin/contract/api-types.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { createNetworkError, parseApiError } from './api-error.ts'
import { readApiError, sendCall } from './client.ts'

/** The event that ends a stream with an error. */
interface ErrorEvent {
  type: 'error'
}

/**
 * Calls the API for a stream of events. Throws `ApiError` for an error event, for every other response, and for one
 * that is missing or breaks off; an aborted call rejects with the signal's reason.
 */
export async function* streamEvents<Call extends ApiStream>(
  call: Call,
  body: ApiBody<Call>,
  signal: AbortSignal,
): AsyncGenerator<Exclude<ApiEvent<Call>, ErrorEvent>> {
  const response = await sendCall(call, { body, signal, accept: 'text/event-stream' })
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    throw await readApiError(response, signal)
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await readPart(reader, signal)
      if (done) return
      const event = JSON.parse(value.data) as ApiEvent<Call> // checked by the server
      if (isErrorEvent(event)) throw parseApiError(event)
      yield event as Exclude<ApiEvent<Call>, ErrorEvent> // error events were thrown above
    }
  } finally {
    await reader.cancel().catch(() => undefined) // a stream that broke off cannot be cancelled
  }
}

async function readPart<Part>(
  reader: ReadableStreamDefaultReader<Part>,
  signal: AbortSignal,
): Promise<ReadableStreamReadResult<Part>> {
  try {
    return await reader.read()
  } catch (error) {
    throw signal.aborted ? error : createNetworkError()
  }
}

function isErrorEvent(event: unknown): event is ErrorEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'error'
}
