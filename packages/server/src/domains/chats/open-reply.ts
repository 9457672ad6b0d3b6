import type { PathEntry } from './path-cache.ts'
import { buildPrompt, promptRoom } from './prompt/build-prompt.ts'
import type { BuildPromptInput, BuiltPrompt } from './prompt/prompt-input.ts'
import { isSaid } from './prompt-path.ts'
import type { ReplySetting } from './reply-setting.ts'
import { REPLY_TOKENS } from './rules.ts'
import type { ChatServices } from './services.ts'
import type { TextModel, TextModelPart } from './text-model.ts'
import { speakerOf } from './views.ts'

/** A model that has been asked: its first part is on the way while the message is still being stored. */
export interface OpenedReply {
  setting: ReplySetting
  abort: AbortController
  parts: AsyncIterator<TextModelPart>
  first: Promise<IteratorResult<TextModelPart>>
}

/** The prompt of a reply, as the model will see it. */
export function promptOf(services: Pick<ChatServices, 'model' | 'clock'>, setting: ReplySetting): BuiltPrompt {
  const { card, prepared } = setting.speaker
  return buildPrompt({
    card: prepared,
    characterName: card.name,
    tagline: card.tagline,
    greeting: card.greetings[0] ?? '',
    ...groupOf(setting),
    persona: setting.persona,
    note: setting.note,
    memory: {
      summary: setting.memory.summary,
      facts: setting.memory.facts.map((fact) => fact.text),
      passages: setting.memory.passages.map((passage) => ({ ...passage, speaker: nameOf(setting, passage) })),
    },
    path: setting.heard.filter(isSaid).map((entry) => ({
      role: entry.role === 'user' ? 'user' : 'character',
      speaker: nameOf(setting, entry),
      text: entry.text,
      tokens: entry.tokens,
    })),
    tokenBudget: services.model.contextTokens,
    replyTokens: replyRoom(services.model),
    locale: setting.locale,
    now: services.clock.now(),
    timeZone: setting.person.timeZone,
    chatSeed: setting.chatId,
    lastSeq: setting.path.at(-1)?.seq,
    variantIndex: setting.variantIndex,
    isContinuation: setting.isContinuation,
    isUnasked: setting.isUnasked,
  })
}

/** Whose line it is, as prompts name them; empty for a group's narrator. */
function nameOf({ ready, persona }: ReplySetting, { role, speakerId }: Pick<PathEntry, 'role' | 'speakerId'>): string {
  if (role === 'user') return persona.name
  const member = ready.members.find(({ card }) => card.id === speakerId)
  if (member) return member.prepared.nickname || member.card.name
  if (ready.card.type === 'multiple' && speakerId === null) return ''
  return speakerOf(speakerId, ready.card)?.name ?? ready.card.name
}

/** Who else is there, and the scene of a group; its members' own stay with them (LLM-05). */
function groupOf({ ready, speaker }: ReplySetting): Pick<BuildPromptInput, 'group'> {
  if (ready.card.type === 'single') return {}
  const others = ready.members.filter((member) => member.card.id !== speaker.card.id)
  const names = others.map((member) => member.prepared.nickname || member.card.name)
  return { group: { others: names, scenario: ready.card.casting?.scenario ?? '' } }
}

/** A small context leaves a quarter of itself for the reply. */
export function replyTokens(contextTokens: number): number {
  return Math.min(REPLY_TOKENS, Math.floor(contextTokens / 4))
}

/** What a prompt leaves free: the reply, and what the model may think beside it, up to another quarter of the context. */
export function replyRoom({ contextTokens, reasoningTokens = 0 }: ReplyRoomModel): number {
  return replyTokens(contextTokens) + Math.min(reasoningTokens, Math.floor(contextTokens / 4))
}

type ReplyRoomModel = Pick<TextModel, 'contextTokens' | 'reasoningTokens'>

/** The tokens that a prompt for this model may have. */
export function roomFor(model: ReplyRoomModel): number {
  return promptRoom(model.contextTokens, replyRoom(model))
}

/** Asks the model now. Whoever opens a reply must write it (`writeReply`) or abort it. */
export function openReply(services: ChatServices, setting: ReplySetting): OpenedReply {
  const prompt = promptOf(services, setting)
  const abort = new AbortController()
  const parts = services.model
    .stream({
      messages: prompt.messages,
      scene: prompt.scene,
      maxReplyTokens: replyTokens(services.model.contextTokens),
      stop: prompt.stop,
      signal: abort.signal,
      refit: (contextTokens) =>
        promptOf({ ...services, model: { ...services.model, contextTokens } }, setting).messages,
    })
    [Symbol.asyncIterator]()
  const first = parts.next()
  first.catch(() => undefined) // looked at when the reply is written; a message that can not be stored aborts it first
  return { setting, abort, parts, first }
}
