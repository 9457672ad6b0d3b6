import { inSpan } from '../../../platform/tracing/span.ts'
import {
  type ModelEntry,
  type RequestMeter,
  streamTraced,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../models/module.ts'
import { isMinor } from '../../safety/module.ts'
import { hasClaimedToBeHuman } from '../context/human-claims.ts'
import type { PlannedPrompt, PromptBasis } from '../context/planned-prompt.ts'
import { limitsOf, maxReplyTokens, type ReplyLimits, reservedTokens } from '../context/reply-writer.ts'
import { calibrateTokenFactor, learnTokenFactor } from '../context/token-factor.ts'
import { speakerOf } from '../context/views.ts'
import { chooseImages, withImages } from '../pictures/prompt-images.ts'
import { finishPrompt, planPrompt } from '../prompt/build-prompt.ts'
import type { BuildPromptInput, BuiltPrompt } from '../prompt/prompt-input.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { isSpoken } from '../store/path-cache.ts'
import type { ReplyContext } from './reply-context.ts'

/** A request to the model that is under way while the message is still being stored. */
export interface OpenedReply {
  replyContext: ReplyContext
  /** What the model was asked with; null once it was forgotten. */
  readonly prompt: BuiltPrompt | null
  /**
   * Releases the prompt, the largest part of what a reply holds in memory. Call it at the first word: the model is not
   * asked again after it.
   */
  forgetPrompt(): void
  /** The model that answers: the one that was asked, or the next one when that cannot be reached. */
  readonly entry: ModelEntry
  /** Compares the estimated size of the prompt with what the model's server counted. */
  learn(usage: TokenUsage): void
  /** Measures the request from now on; pass it every part. */
  meter: RequestMeter
  abort: AbortController
  parts: AsyncIterator<TextModelPart>
  first: Promise<IteratorResult<TextModelPart>>
}

type PromptServices = Pick<ChatServices, 'clock'> & Partial<Pick<ChatServices, 'moderator'>>

/**
 * The prompt of a reply, as the model will see it. `limits` are those of the reply's model and preset. Continues from
 * `planned` unless it was built for a different prompt.
 */
export function buildReplyPrompt(
  services: PromptServices,
  planned: PlannedPrompt | null,
  replyContext: ReplyContext,
  limits: ReplyLimits = limitsOf(replyContext.writer),
): BuiltPrompt {
  const isUsable = planned && isSamePrompt(planned, { services, basis: replyContext, limits })
  const plan = isUsable ? planned.plan : planPrompt(promptInput(services, replyContext, limits))
  return finishPrompt(plan, rememberedTexts(replyContext))
}

/** Which messages are in a reply's prompt, whatever is remembered, and the half of the prompt that had to be built. */
export function findReplyWindow(
  services: PromptServices,
  replyContext: ReplyContext,
): { window: BuiltPrompt['window']; planned: PlannedPrompt } {
  const plan = planPrompt(promptInput(services, replyContext, limitsOf(replyContext.writer)))
  return { window: plan.window, planned: { basis: replyContext, plan } }
}

/** A prompt may tell the time. */
const MAX_PLAN_AGE_MS = 1_000

/** Whether a prompt that is built now can differ from the planned one in its memories only. */
function isSamePrompt(
  { basis: a, plan: { input } }: PlannedPrompt,
  { services, basis: b, limits }: { services: PromptServices; basis: PromptBasis; limits: ReplyLimits },
): boolean {
  return (
    input.isSafeMode === isSafeMode(services, b) &&
    Math.abs(input.now.getTime() - services.clock.now().getTime()) <= MAX_PLAN_AGE_MS &&
    input.tokenBudget === limits.contextTokens &&
    input.replyTokens === reservedTokens(limits) &&
    SHARED_FIELDS.every((field) => a[field] === b[field]) &&
    a.persona.name === b.persona.name &&
    a.persona.text === b.persona.text &&
    a.writer.entry === b.writer.entry
  )
}

const SHARED_FIELDS = [
  'chatId',
  'person',
  'locale',
  'loadedCard',
  'speaker',
  'path',
  'lore',
  'images',
  'note',
  'variantIndex',
  'isContinuation',
  'isProactive',
  'lastActiveAt',
] as const satisfies (keyof PromptBasis)[]

function promptInput(services: PromptServices, replyContext: ReplyContext, limits: ReplyLimits): BuildPromptInput {
  const { card, promptCard } = replyContext.speaker
  const chosen = chooseImages(replyContext.writer.entry.model, replyContext.heard)
  return {
    card: promptCard,
    characterName: card.name,
    cardId: card.id,
    tagline: card.tagline,
    greeting: card.greetings[0] ?? '',
    ...groupOf(replyContext),
    persona: replyContext.persona,
    note: replyContext.note,
    lore: replyContext.lore,
    memory: rememberedTexts(replyContext),
    path: replyContext.heard.filter(isSpoken).map((entry) => ({
      // Narration is not spoken by the character, so no name precedes it.
      role: entry.role === 'character' ? 'character' : 'user',
      speaker: nameOf(replyContext, entry),
      text: entry.text,
      seq: entry.seq,
      ...withImages(entry, chosen, replyContext.images),
    })),
    tokenBudget: limits.contextTokens,
    replyTokens: reservedTokens(limits),
    locale: replyContext.locale,
    isTeen: isMinor(replyContext.person.ageState),
    now: services.clock.now(),
    timeZone: replyContext.person.timeZone,
    chatSeed: replyContext.chatId,
    lastSeq: replyContext.path.at(-1)?.seq,
    variantIndex: replyContext.variantIndex,
    idleMs: replyContext.lastActiveAt && services.clock.now().getTime() - replyContext.lastActiveAt.getTime(),
    modelName: replyContext.writer.entry.model.name,
    hasClaimedHuman: hasClaimedToBeHuman(replyContext.path),
    isContinuation: replyContext.isContinuation,
    isProactive: replyContext.isProactive,
    isSafeMode: isSafeMode(services, replyContext),
  }
}

function rememberedTexts(replyContext: ReplyContext): BuildPromptInput['memory'] {
  const { summary, facts, passages } = replyContext.memory
  return {
    summary,
    facts: facts.flatMap((fact) => (fact.isStable ? [fact.text] : [])),
    recalledFacts: facts.flatMap((fact) => (fact.isStable ? [] : [fact.text])),
    passages: passages.map((passage) => ({ ...passage, speaker: nameOf(replyContext, passage) })),
  }
}

/** M2: an adult chat falls back to safe mode while the moderation model gives no verdicts. */
function isSafeMode({ moderator }: PromptServices, { person }: PromptBasis): boolean {
  return person.nsfw && moderator?.state() === 'down'
}

/** The speaker of a line, as prompts name it; empty for a narrator. */
function nameOf(
  { loadedCard, persona }: ReplyContext,
  { role, speakerId }: Pick<PathEntry, 'role' | 'speakerId'>,
): string {
  if (role === 'user') return persona.name
  if (role === 'system') return ''
  const member = loadedCard.members.find(({ card }) => card.id === speakerId)
  if (member) return member.promptCard.nickname || member.card.name
  if (loadedCard.card.type === 'multiple' && speakerId === null) return ''
  return speakerOf(speakerId, loadedCard.card)?.name ?? loadedCard.card.name
}

/** The other members and the scene of a group. A member's own scene is only in that member's prompts (LLM-05). */
function groupOf({ loadedCard, speaker }: ReplyContext): Pick<BuildPromptInput, 'group'> {
  if (loadedCard.card.type === 'single') return {}
  const others = loadedCard.members.filter((member) => member.card.id !== speaker.card.id)
  const names = others.map((member) => member.promptCard.nickname || member.card.name)
  return { group: { others: names, scenario: loadedCard.card.casting?.scenario ?? '', cardId: loadedCard.card.id } }
}

/** Ends the request of a reply that is not written. */
export function abandonReply(opened: OpenedReply, reason: unknown = new Error('not needed')): void {
  opened.abort.abort(reason)
  closeParts(opened)
}

/** Ends the model's stream. Aborting alone does not while nothing asks for its next part. */
export function closeParts({ parts }: Pick<OpenedReply, 'parts'>): void {
  parts.return?.().catch(() => undefined)
}

/**
 * Builds the prompt, and returns the context without the planned half, which is as large and may be used once. On its
 * own, because functions that live as long as the reply keep every variable around them.
 */
function takePlannedPrompt(services: ChatServices, loaded: ReplyContext) {
  const built = inSpan('prompt', () => buildReplyPrompt(services, loaded.planned, loaded))
  return { built, replyContext: { ...loaded, planned: null } }
}

/** Asks the model now. The caller must either write the reply (`streamReply`) or end the request (`abandonReply`). */
export function openReply(services: ChatServices, loaded: ReplyContext, abort = new AbortController()): OpenedReply {
  const { built, replyContext } = takePlannedPrompt(services, loaded)
  // The only variable with the prompt that the functions below keep.
  let prompt: BuiltPrompt | null = built
  const { entry, preset } = replyContext.writer
  const limits = limitsOf(replyContext.writer)
  calibrateTokenFactor(entry.model, built.messages[0]?.content ?? '')
  const hasImages = built.messages.some(({ images }) => images !== undefined && images.length > 0)
  let sentTokens = hasImages ? null : built.tokens
  let answering = entry
  const meter = services.usage.startMeter()
  const request: TextModelRequest = {
    messages: built.messages,
    stableMessages: built.stableMessages,
    get scene() {
      if (!prompt) throw new Error('the prompt was forgotten')
      return prompt.scene
    },
    isContinuation: replyContext.isContinuation,
    samplers: preset.samplers,
    effort: preset.effort,
    maxReplyTokens: maxReplyTokens(limits),
    // The speaker stop stops at names, and knows blocks of code.
    stop: [...preset.stop],
    signal: abort.signal,
    personId: replyContext.person.id,
    onAnswering: (modelId) => {
      answering = services.models.find(modelId)
    },
    refit: (contextTokens) => {
      const smaller = { ...limits, contextTokens: Math.min(contextTokens, limits.contextTokens) }
      const rebuilt = buildReplyPrompt(services, null, replyContext, smaller)
      if (sentTokens !== null) sentTokens = rebuilt.tokens
      return rebuilt.messages
    },
  }
  const parts = streamTraced(entry.model, request, 'reply')[Symbol.asyncIterator]()
  const first = parts.next()
  first.catch(() => undefined) // handled when the reply is written; a message that cannot be stored aborts it first
  return {
    replyContext,
    get prompt() {
      return prompt
    },
    forgetPrompt() {
      prompt = null
      request.messages = []
    },
    get entry() {
      return answering
    },
    learn: ({ promptTokens: counted }) => {
      if (sentTokens !== null) learnTokenFactor(answering.model, sentTokens, counted)
    },
    meter,
    abort,
    parts,
    first,
  }
}
