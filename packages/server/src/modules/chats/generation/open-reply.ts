import type { TextModel, TextModelPart } from '../../models/module.ts'
import { speakerOf } from '../context/views.ts'
import { buildPrompt, promptBudget } from '../prompt/build-prompt.ts'
import type { BuildPromptInput, BuiltPrompt } from '../prompt/prompt-input.ts'
import { REPLY_TOKENS } from '../rules.ts'
import type { ChatServices } from '../services.ts'
import type { PathEntry } from '../store/path-cache.ts'
import { isSpoken } from '../store/path-cache.ts'
import type { ReplyContext } from './reply-context.ts'

/** A request to the model that is under way while the message is still being stored. */
export interface OpenedReply {
  replyContext: ReplyContext
  /** What the model was asked with. */
  prompt: Pick<BuiltPrompt, 'sections' | 'scene'>
  abort: AbortController
  parts: AsyncIterator<TextModelPart>
  first: Promise<IteratorResult<TextModelPart>>
}

/** The prompt of a reply, as the model will see it. */
export function buildReplyPrompt(
  services: Pick<ChatServices, 'model' | 'clock'>,
  replyContext: ReplyContext,
): BuiltPrompt {
  const { card, prepared } = replyContext.speaker
  return buildPrompt({
    card: prepared,
    characterName: card.name,
    tagline: card.tagline,
    greeting: card.greetings[0] ?? '',
    ...groupOf(replyContext),
    persona: replyContext.persona,
    note: replyContext.note,
    memory: {
      summary: replyContext.memory.summary,
      facts: replyContext.memory.facts.map((fact) => fact.text),
      passages: replyContext.memory.passages.map((passage) => ({ ...passage, speaker: nameOf(replyContext, passage) })),
    },
    path: replyContext.heard.filter(isSpoken).map((entry) => ({
      // Narration is no speech of the character, and has no name before it.
      role: entry.role === 'character' ? 'character' : 'user',
      speaker: nameOf(replyContext, entry),
      text: entry.text,
      tokens: entry.tokens,
    })),
    tokenBudget: services.model.contextTokens,
    replyTokens: promptTokens(services.model),
    locale: replyContext.locale,
    now: services.clock.now(),
    timeZone: replyContext.person.timeZone,
    chatSeed: replyContext.chatId,
    lastSeq: replyContext.path.at(-1)?.seq,
    variantIndex: replyContext.variantIndex,
    isContinuation: replyContext.isContinuation,
    isUnasked: replyContext.isUnasked,
  })
}

/** The speaker of a line, as prompts name it; empty for a narrator. */
function nameOf({ ready, persona }: ReplyContext, { role, speakerId }: Pick<PathEntry, 'role' | 'speakerId'>): string {
  if (role === 'user') return persona.name
  if (role === 'system') return ''
  const member = ready.members.find(({ card }) => card.id === speakerId)
  if (member) return member.prepared.nickname || member.card.name
  if (ready.card.type === 'multiple' && speakerId === null) return ''
  return speakerOf(speakerId, ready.card)?.name ?? ready.card.name
}

/** The other members and the scene of a group. A member's own scene is only in that member's prompts (LLM-05). */
function groupOf({ ready, speaker }: ReplyContext): Pick<BuildPromptInput, 'group'> {
  if (ready.card.type === 'single') return {}
  const others = ready.members.filter((member) => member.card.id !== speaker.card.id)
  const names = others.map((member) => member.prepared.nickname || member.card.name)
  return { group: { others: names, scenario: ready.card.casting?.scenario ?? '' } }
}

/** A small context leaves a quarter of itself for the reply. */
export function maxReplyTokens(contextTokens: number): number {
  return Math.min(REPLY_TOKENS, Math.floor(contextTokens / 4))
}

/** What a prompt leaves free: the reply, and hidden reasoning up to another quarter of the context. */
export function promptTokens({ contextTokens, reasoningTokens = 0 }: ModelLimits): number {
  return maxReplyTokens(contextTokens) + Math.min(reasoningTokens, Math.floor(contextTokens / 4))
}

type ModelLimits = Pick<TextModel, 'contextTokens' | 'reasoningTokens'>

/** Maximum size in tokens of a prompt for this model. */
export function historyTokensFor(model: ModelLimits): number {
  return promptBudget(model.contextTokens, promptTokens(model))
}

/** Asks the model now. The caller must either write the reply (`streamReply`) or abort it. */
export function openReply(services: ChatServices, replyContext: ReplyContext): OpenedReply {
  const prompt = buildReplyPrompt(services, replyContext)
  const abort = new AbortController()
  const parts = services.model
    .stream({
      messages: prompt.messages,
      scene: prompt.scene,
      maxReplyTokens: maxReplyTokens(services.model.contextTokens),
      stop: prompt.stop,
      signal: abort.signal,
      personId: replyContext.person.id,
      refit: (contextTokens) =>
        buildReplyPrompt({ ...services, model: { ...services.model, contextTokens } }, replyContext).messages,
    })
    [Symbol.asyncIterator]()
  const first = parts.next()
  first.catch(() => undefined) // handled when the reply is written; a message that cannot be stored aborts it first
  return { replyContext, prompt: { sections: prompt.sections, scene: prompt.scene }, abort, parts, first }
}
