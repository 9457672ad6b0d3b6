import type { ApiData, ApiEvent } from '@everkin/contract/api-types.ts'
import type { cardEditor } from '@everkin/contract/http/card-editor.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { z } from 'zod'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import { yieldIfDue } from '../../platform/event-loop.ts'
import type { SignedInCaller } from '../../platform/http/caller.ts'
import { EventReply } from '../../platform/http/stream-reply.ts'
import type { Person } from '../accounts/module.ts'
import type { CardForChat } from '../characters/module.ts'
import {
  buildReplyPrompt,
  createReplyModeration,
  type LoadedCard,
  maxReplyTokens,
  NO_LORE,
  NO_MEMORY,
  type PathEntry,
  prepareCard,
  type ReplyContext,
  recordCrisisHelp,
} from '../chats/module.ts'
import { countTokens, type ModelEntry, NO_PRESET, TextModelError } from '../models/module.ts'
import { detectCrisis, findHelp, isMinor, screenText } from '../safety/module.ts'
import { emptySingle, type SingleContent } from './card-content.ts'
import { assertRatingAllowed, assertTeenMayStore, loadCardCreator, moderateSingle } from './card-policy.ts'
import { assertValidSingle, mergeSingle, sanitizeUnicode } from './content-input.ts'
import { collectOutcome, withErrorEvents } from './event-stream.ts'
import { REPLY_PREVIEW_LIMIT } from './rules.ts'
import type { CardEditorServices } from './services.ts'

/** A line of a test chat. */
interface PreviewLine {
  role: 'user' | 'character'
  text: string
}

const PREVIEW_ID = 'test'

/** The context of a test reply: the card as it is in its form, and the messages of the test. */
function createPreviewContext(
  content: SingleContent,
  lines: readonly PreviewLine[],
  person: Person,
  locale: Locale,
  entry: ModelEntry,
): ReplyContext {
  const card = toCardForChat(content, person.id)
  const loadedCard: LoadedCard = { card, promptCard: prepareCard(content.definition), album: null, members: [] }
  const path = lines.map((line, index) => toPathEntry(line, index + 1))
  return {
    chatId: `${PREVIEW_ID}/${person.id}`,
    person,
    locale,
    loadedCard,
    forReader: { locale, card },
    speaker: loadedCard,
    path,
    heard: path,
    variantIndex: 0,
    isContinuation: false,
    isProactive: false,
    note: null,
    attached: [],
    persona: { name: person.nickname, text: '' },
    memory: NO_MEMORY,
    planned: null,
    lastActiveAt: null,
    writer: { entry, preset: NO_PRESET },
    lore: NO_LORE,
    images: new Map(),
  }
}

function toCardForChat(content: SingleContent, creatorId: string): CardForChat {
  const { definition } = content
  return {
    id: PREVIEW_ID,
    type: 'single',
    state: 'published',
    visibility: 'private',
    restriction: null,
    creatorId,
    name: content.name,
    originalName: content.name,
    names: [content.name],
    tagline: content.tagline,
    language: content.language,
    avatar: null,
    cover: null,
    gender: content.gender,
    age: content.age,
    tags: content.tags,
    rating: content.rating,
    suitsTeens: false,
    voice: null,
    definition,
    casting: null,
    members: [],
    greetings: [definition.first_mes, ...definition.alternate_greetings],
    definitionIsPublic: false,
    turnPolicy: 'natural',
    replyLimit: 1,
    updatedAt: new Date(0),
  }
}

function toPathEntry({ role, text }: PreviewLine, seq: number): PathEntry {
  return { seq, role, speakerId: role === 'user' ? null : PREVIEW_ID, text, tokens: countTokens(text) }
}

type PreviewReplyInput = z.output<typeof cardEditor.testReply.body>
type Event = ApiEvent<'POST /api/editor/testReply'>
type Done = ApiData<'POST /api/editor/testReply'>

/**
 * A test reply of a character that is being edited, with the prompt and the rules of a real reply. Nothing is stored.
 * After a crisis message there are help lines in place of a reply, whatever else would refuse it (C1).
 * @throws AppError AgeNotOpen, TooManyRequests, TokenBudgetSpent, InvalidInput, TooLarge, SafetyStop, NoModel; in an
 * event stream, later errors are events.
 */
export async function previewReply(
  services: CardEditorServices,
  caller: SignedInCaller,
  input: PreviewReplyInput,
): Promise<Done | EventReply<Event>> {
  const help = await findHelpForLast(services, caller, input.messages)
  if (help) return caller.wantsEvents ? new EventReply(asEvent(help)) : help
  const creator = await loadCardCreator(services, caller)
  await services.limiter.consume(`test-reply:${creator.id}`, REPLY_PREVIEW_LIMIT)
  await services.chats.usage.assertBudget(creator.id)
  const content = mergeSingle(emptySingle(caller.locale), sanitizeUnicode(input.card), services.tagNames)
  assertValidSingle(content)
  assertRatingAllowed(services, creator, caller, content.rating)
  const judgement = await moderateSingle(services, 'test', content, { isShared: true })
  assertTeenMayStore(creator, 'private', judgement)
  const { blockers } = judgement
  // B5: nobody talks with a character without an age, not even in a test.
  const blocker = blockers.find((one) => one !== 'unchecked')
  if (blocker !== undefined) throw invalidInput('age', blocker)
  await assertLinesAllowed(input.messages, creator, caller.locale)
  const context = createPreviewContext(
    content,
    input.messages,
    creator,
    caller.locale,
    services.chats.models.find(null),
  )
  const events = streamPreview(services, context, caller.disconnectSignal())
  return caller.wantsEvents ? new EventReply(withErrorEvents(services, caller, events)) : collectOutcome(events)
}

/** The help lines after a crisis message, which is recorded as in a chat; null where the last line is none. */
async function findHelpForLast(
  services: CardEditorServices,
  caller: SignedInCaller,
  lines: readonly PreviewLine[],
): Promise<Done | null> {
  const last = lines.at(-1)
  const level = last?.role === 'user' ? detectCrisis(last.text, caller.locale) : 'none'
  if (level === 'none') return null
  await recordCrisisHelp(services.chats, caller.identity.personId, level)
  const help = { imminent: level === 'crisis_imminent', ...findHelp(caller, caller.locale) }
  return { text: '', voice_demo: false, help }
}

async function* asEvent(outcome: Done): AsyncGenerator<Event> {
  yield { type: 'done', ...outcome }
}

/**
 * The whole test chat comes from the client, so every line is screened, whatever its role (B6).
 * @throws AppError SafetyStop.
 */
async function assertLinesAllowed(
  lines: readonly PreviewLine[],
  { nsfw: adultMode, ageState }: Person,
  locale: Locale,
): Promise<void> {
  const isTeen = isMinor(ageState)
  for (const [place, { role, text }] of lines.entries()) {
    await yieldIfDue()
    const previous = lines.slice(Math.max(0, place - 4), place).map((line) => line.text)
    const isCrisis = role === 'user' && detectCrisis(text, locale) !== 'none'
    const verdict = screenText(text, { surface: 'user_message', previous, adultMode, isTeen, isCrisis })
    if (verdict.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  }
}

async function* streamPreview(
  services: CardEditorServices,
  context: ReplyContext,
  signal: AbortSignal,
): AsyncGenerator<Exclude<Event, { type: 'error' }>> {
  const { model } = services.chats
  const prompt = buildReplyPrompt(services.chats, null, context)
  const reply = { text: '' }
  let buffered = ''
  const openModeration = () =>
    createReplyModeration(context, reply, {
      now: services.clock.now(),
      send(text) {
        reply.text += text
        buffered += text
      },
      // The loop ends with the next part.
      model: { moderator: services.chats.moderator, onHit: () => undefined },
    })
  let moderation = openModeration()
  const takeBuffered = () => {
    const text = buffered
    buffered = ''
    return text
  }
  try {
    const { messages, scene } = prompt
    const by = { personId: context.person.id, kind: 'draft' } as const
    const parts = services.chats.usage.metered(services.chats.models.find(null), by).stream({
      messages,
      scene,
      stop: [],
      signal,
      personId: context.person.id,
      maxReplyTokens: maxReplyTokens(model),
    })
    for await (const part of parts) {
      if (part.type === 'text') moderation.push(part.text)
      if (part.type === 'retract') {
        // The text of the `done` event corrects what has been sent.
        moderation.discard()
        moderation = openModeration()
        reply.text = buffered = ''
      }
      if (buffered !== '') yield { type: 'delta', text: takeBuffered() }
      if (moderation.verdict()) break
    }
  } catch (error) {
    throw error instanceof TextModelError ? new AppError('NoModel') : error
  } finally {
    await moderation.end()
  }
  const verdict = moderation.verdict()
  if (verdict?.kind === 'blocked') throw new AppError('SafetyStop', { category: verdict.category })
  if (buffered !== '') yield { type: 'delta', text: takeBuffered() }
  yield { type: 'done', text: reply.text, voice_demo: model.kind === 'demo', help: null }
}
