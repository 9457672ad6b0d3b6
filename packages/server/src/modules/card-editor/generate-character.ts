import { collectTexts } from '@everkin/card-formats'
import type { ApiEvent } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { EventReply } from '../../platform/http/stream-reply.ts'
import type { TextModelRequest } from '../models/module.ts'
import { createReplyScreen, describesMinor, isMinor, screenCard, screenText } from '../safety/module.ts'
import { loadCardCreator } from './card-policy.ts'
import { collectOutcome, withErrorEvents } from './event-stream.ts'
import {
  GENERATED_FIELDS,
  type GeneratedFields,
  type GeneratedPiece,
  generateFallback,
  toUnsavedCard,
} from './generated-card.ts'
import { FieldParser, generatorPrompt } from './generator-prompt.ts'
import { GENERATION_LIMIT } from './rules.ts'
import type { CardEditorServices } from './services.ts'

type Event = ApiEvent<'POST /api/chat.Single/create'>
type GeneratorEvent = Exclude<Event, { type: 'error' }>
type Done = Extract<Event, { type: 'done' }>

const MAX_GENERATED_TOKENS = 1_600
/** Slow local models take minutes; a disconnect ends the generation. */
const MODEL_TIMEOUT_MS = 15 * MINUTE_MS

/**
 * Generates a whole character from one sentence, without saving it. Where the model gives no usable answer, or omits a
 * part, built-in texts fill in; the result says so when all of it is built in.
 * @throws AppError AgeNotOpen, TooManyRequests, TokenBudgetSpent, SafetyStop; in an event stream, later errors are events.
 */
export async function generateCharacter(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: { prompt: string; language?: Locale | undefined },
): Promise<Done['card'] | EventReply<Event>> {
  const sentence = input.prompt.toWellFormed().trim().replace(/\s+/g, ' ')
  if (sentence === '') throw invalidInput('prompt', 'required')
  const creator = await loadCardCreator(services, caller)
  await services.limiter.consume(`write-card:${creator.id}`, GENERATION_LIMIT)
  await services.chats.usage.assertBudget(creator.id)
  const isTeen = isMinor(creator.ageState)
  const verdict = screenText(sentence, { surface: 'card', adultMode: false, isTeen })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  // No age would fit the character that it asks for (B5).
  if (describesMinor(sentence)) throw new AppError('SafetyStop', { category: 'minor_safety' })
  const events = generate(services, {
    personId: creator.id,
    isTeen,
    sentence,
    language: input.language ?? caller.locale,
    signal: caller.disconnectSignal(),
  })
  if (caller.wantsEvents) return new EventReply(withErrorEvents(services.chats, caller, events))
  return (await collectOutcome(events)).card
}

interface GenerationRequest {
  personId: string
  isTeen: boolean
  sentence: string
  language: Locale
  signal: AbortSignal
}

async function* generate(services: CardEditorServices, request: GenerationRequest): AsyncGenerator<GeneratorEvent> {
  const fields: GeneratedFields = {}
  if (services.chats.model.kind !== 'demo') {
    for await (const piece of streamModel(services, request)) {
      if (piece === 'retract') {
        // The card of the `done` event corrects what has been sent.
        for (const field of GENERATED_FIELDS) delete fields[field]
        continue
      }
      fields[piece.field] = (fields[piece.field] ?? '') + piece.text
      yield { type: 'field', ...piece }
    }
  }
  const isBuiltIn = Object.keys(fields).length === 0
  const own = generateFallback(services.texts.translate(request.language), request.sentence, fields)
  for (const piece of fallbackPieces(own, fields)) {
    request.signal.throwIfAborted()
    fields[piece.field] = (fields[piece.field] ?? '') + piece.text
    yield { type: 'field', ...piece }
  }
  const card = toUnsavedCard(fields, request.language, services.tagNames)
  const judged = screenCard({ ...card, tags: card.tags.map(({ name }) => name), texts: collectTexts(card.definition) })
  if (judged.state === 'blocked') throw new AppError('SafetyStop', { category: judged.reasons[0] ?? 'minor_safety' })
  if (request.isTeen && !judged.suitsTeens) throw new AppError('SafetyStop', { category: 'romance' })
  yield { type: 'done', card, built_in: isBuiltIn }
}

/** Built-in texts for the fields that are still empty. */
function* fallbackPieces(own: Required<GeneratedFields>, fields: GeneratedFields): Generator<GeneratedPiece> {
  for (const [field, text] of Object.entries(own) as [GeneratedPiece['field'], string][])
    if ((fields[field] ?? '').trim() === '') yield { field, text }
}

/** The model's output, field by field, each word moderated before it is sent (B7). A failure ends it early. */
async function* streamModel(
  services: CardEditorServices,
  request: GenerationRequest,
): AsyncGenerator<GeneratedPiece | 'retract'> {
  const openScreen = () =>
    createReplyScreen({ adultMode: false, isTeen: request.isTeen, previous: [], now: () => performance.now() })
  let screen = openScreen()
  let reader = new FieldParser()
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(MODEL_TIMEOUT_MS)])
  try {
    const by = { personId: request.personId, kind: 'draft' } as const
    const model = services.chats.usage.metered(services.chats.models.find(null), by)
    for await (const part of model.stream(toModelRequest(services, request, signal))) {
      if (part.type === 'retract') {
        screen = openScreen()
        reader = new FieldParser()
        yield 'retract'
      }
      if (part.type !== 'text') continue
      const { release, blocked } = screen.push(part.text)
      yield* reader.push(release)
      if (blocked) throw new AppError('SafetyStop', { category: blocked.category })
    }
    const { release, blocked } = screen.end()
    yield* reader.push(release)
    if (blocked) throw new AppError('SafetyStop', { category: blocked.category })
    yield* reader.end()
  } catch (error) {
    if (error instanceof AppError) throw error
    request.signal.throwIfAborted()
    // What has arrived is kept; built-in texts fill in the rest.
  }
}

function toModelRequest(
  services: CardEditorServices,
  request: GenerationRequest,
  signal: AbortSignal,
): TextModelRequest {
  const room = Math.floor(services.chats.model.contextTokens / 2)
  return {
    messages: generatorPrompt(request.sentence.slice(0, LIMITS.promptLength), request.language),
    maxReplyTokens: Math.min(MAX_GENERATED_TOKENS, room),
    stop: [],
    signal,
    personId: request.personId,
  }
}
