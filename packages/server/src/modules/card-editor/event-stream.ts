import type { SignedInCaller } from '../../platform/http/caller.ts'
import { toWireError } from '../../platform/http/error-response.ts'
import type { CardEditorServices } from './services.ts'

interface ErrorEvent {
  type: 'error'
  code: number
  msg: string
  data: unknown
}

/** Passes the events on and turns an error into an event, in the reader's language. */
export async function* withErrorEvents<Event>(
  { texts, log }: Pick<CardEditorServices['chats'], 'texts' | 'log'>,
  caller: Pick<SignedInCaller, 'locale' | 'requestId'>,
  events: AsyncIterable<Event>,
): AsyncGenerator<Event | ErrorEvent> {
  try {
    yield* events
  } catch (error) {
    const { code, msg, data } = toWireError(error, caller.locale, texts, log, caller.requestId).body
    yield { type: 'error', code, msg, data }
  }
}

/** The last event of a stream, for callers that do not want a stream. */
export async function collectOutcome<Event extends { type: string }>(
  events: AsyncIterable<Event>,
): Promise<Omit<Extract<Event, { type: 'done' }>, 'type'>> {
  for await (const event of events) {
    if (event.type !== 'done') continue
    const { type: _type, ...outcome } = event as Extract<Event, { type: 'done' }> // by its type
    return outcome
  }
  throw new Error('the event stream ended without its last event')
}
