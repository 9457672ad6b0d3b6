import type { SignedInCaller } from '../../platform/http/caller.ts'
import { toWireError } from '../../platform/http/error-response.ts'
import type { CardEditorServices } from './services.ts'

interface ErrorEvent {
  type: 'error'
  code: number
  msg: string
  data: unknown
}

/** The same events, and what fails among them as one of its own, in the reader's language. */
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

/** What the last event of a stream says, for whoever wants no events. */
export async function collectOutcome<Event extends { type: string }>(
  events: AsyncIterable<Event>,
): Promise<Omit<Extract<Event, { type: 'done' }>, 'type'>> {
  for await (const event of events) {
    if (event.type !== 'done') continue
    const { type: _type, ...outcome } = event as Extract<Event, { type: 'done' }> // by its type
    return outcome
  }
  throw new Error('a stream of events ended without its last one')
}
