import type { ApiEvent } from '@everkin/contract/api-types.ts'
import { LIMITS } from '@everkin/contract/limits.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { EventReply } from '../../platform/http/event-reply.ts'
import type { TextModelRequest } from '../chats/text-model.ts'
import { screenCard } from '../safety/screen-card.ts'
import { createReplyScreen } from '../safety/screen-stream.ts'
import { screenText } from '../safety/screen-text.ts'
import { writeBuiltIn } from './built-in-writing.ts'
import { textsIn } from './card-content.ts'
import { inEvents, outcomeOf } from './events.ts'
import { findMaker } from './may-make.ts'
import { WRITINGS } from './rules.ts'
import type { MakingServices } from './services.ts'
import { unsavedCard, WRITTEN_FIELDS, type WrittenFields, type WrittenPiece } from './unsaved-card.ts'
import { FieldReader, writingPrompt } from './writing-prompt.ts'

type Event = ApiEvent<'POST /api/chat.Single/create'>
type Told = Exclude<Event, { type: 'error' }>
type Done = Extract<Event, { type: 'done' }>

const WRITING_TOKENS = 1_600
/** Slow models on this machine write for minutes; whoever leaves ends it. */
const MODEL_WAIT_MS = 15 * 60_000

/**
 * Writes a whole character from one sentence, not saved. Where no model answers usably, or leaves something out,
 * built-in writing stands in, and says so where all of it is.
 * @throws AppError AgeNotOpen, TooManyRequests, SafetyStop; in a reply of events what comes later is an event.
 */
export async function writeCard(
  services: MakingServices,
  caller: SignedInCaller,
  wish: { prompt: string; language?: Locale | undefined },
): Promise<Done['card'] | EventReply<Event>> {
  const maker = await findMaker(services, caller)
  services.limiter.take(`write-card:${maker.id}`, WRITINGS)
  const sentence = wish.prompt.toWellFormed().trim().replace(/\s+/g, ' ')
  if (sentence === '') throw new AppError('InvalidInput', { issues: [{ path: 'prompt', message: 'required' }] })
  const verdict = screenText(sentence, { surface: 'card', adultMode: false })
  if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  const events = write(services, { sentence, language: wish.language ?? caller.locale, signal: caller.gone() })
  if (caller.wantsEvents) return new EventReply(inEvents(services.chats, caller, events))
  return (await outcomeOf(events)).card
}

interface Writing {
  sentence: string
  language: Locale
  signal: AbortSignal
}

async function* write(services: MakingServices, writing: Writing): AsyncGenerator<Told> {
  const fields: WrittenFields = {}
  if (services.chats.model.kind !== 'demo') {
    for await (const piece of askModel(services, writing)) {
      if (piece === 'retract') {
        // What has been sent is put right by the card of `done`.
        for (const field of WRITTEN_FIELDS) delete fields[field]
        continue
      }
      fields[piece.field] = (fields[piece.field] ?? '') + piece.text
      yield { type: 'field', ...piece }
    }
  }
  const isBuiltIn = Object.keys(fields).length === 0
  const own = writeBuiltIn(services.texts.translate(writing.language), writing.sentence, fields)
  for (const piece of piecesOf(own, fields)) {
    writing.signal.throwIfAborted()
    fields[piece.field] = (fields[piece.field] ?? '') + piece.text
    yield { type: 'field', ...piece }
  }
  const card = unsavedCard(fields, writing.language, services.tagNames)
  const judged = screenCard({ ...card, tags: card.tags.map(({ name }) => name), texts: textsIn(card.definition) })
  if (judged.state === 'blocked') throw new AppError('SafetyStop', { category: judged.reasons[0] })
  yield { type: 'done', card, built_in: isBuiltIn }
}

/** Built-in writing where nothing is written yet. */
function* piecesOf(own: Required<WrittenFields>, fields: WrittenFields): Generator<WrittenPiece> {
  for (const [field, text] of Object.entries(own) as [WrittenPiece['field'], string][])
    if ((fields[field] ?? '').trim() === '') yield { field, text }
}

/** What the model writes, field by field, each word past the rules before it leaves (B7). A failure ends it early. */
async function* askModel(services: MakingServices, writing: Writing): AsyncGenerator<WrittenPiece | 'retract'> {
  const openScreen = () =>
    createReplyScreen({ adultMode: false, teen: false, previous: [], now: () => performance.now() })
  let screen = openScreen()
  let reader = new FieldReader()
  const signal = AbortSignal.any([writing.signal, AbortSignal.timeout(MODEL_WAIT_MS)])
  try {
    for await (const part of services.chats.model.stream(requestOf(services, writing, signal))) {
      if (part.type === 'retract') {
        screen = openScreen()
        reader = new FieldReader()
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
    writing.signal.throwIfAborted()
    // What has come is kept; built-in writing fills the rest.
  }
}

function requestOf(services: MakingServices, writing: Writing, signal: AbortSignal): TextModelRequest {
  const room = Math.floor(services.chats.model.contextTokens / 2)
  return {
    messages: writingPrompt(writing.sentence.slice(0, LIMITS.promptLength), writing.language),
    maxReplyTokens: Math.min(WRITING_TOKENS, room),
    stop: [],
    signal,
    // Models that read prompts read nothing of the scene.
    scene: {
      locale: writing.language,
      characterName: '',
      personName: '',
      tagline: '',
      description: '',
      personality: '',
      scenario: '',
      greeting: '',
      exampleDialogue: '',
      lore: [],
      turns: [],
      begun: '',
      variantIndex: 0,
    },
  }
}
