import type { Translate } from '@everkin/contract/translate.ts'
import { AppError } from '../../platform/app-error.ts'
import { createSeededRandom } from '../../platform/seeded-random.ts'
import {
  type ChatReader,
  type ChatServices,
  loadChatContext,
  loadReplyContext,
  type ReplyContext,
} from '../chats/module.ts'
import { isCrisisText, isMinor, screenText } from '../safety/module.ts'
import { LIMIT_PER_DAY, LIMIT_PER_MINUTE, MAX_ANSWER_TOKENS, MODEL_TIMEOUT_MS, TONES } from './rules.ts'
import { isSameSuggestion, parseSuggestions, suggestionPrompt } from './suggestion-prompt.ts'

interface SuggestionRequest {
  reader: ChatReader
  chatId: string
  /** The number of earlier requests for this message; each gets other built-in suggestions. */
  round: number
  /** Aborted when nobody waits for the answer any more. */
  disconnectSignal: AbortSignal
}

/**
 * Three different things that the person could say next, in their voice and language, from one model call. Built-in
 * suggestions replace unusable ones.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests; Conflict while a reply is being written.
 */
export async function suggestReplies(
  services: ChatServices,
  request: SuggestionRequest,
): Promise<[string, string, string]> {
  const { personId } = request.reader.identity
  const context = await loadChatContext(services, request.reader, request.chatId)
  if (services.replies.find(context.chat.id)) throw new AppError('Conflict')
  await services.limiter.consume(`suggestions:minute:${personId}`, LIMIT_PER_MINUTE)
  await services.limiter.consume(`suggestions:day:${personId}`, LIMIT_PER_DAY)
  const fullPath = await services.paths.read(services.database, context.chat)
  const path = fullPath.filter((entry) => !isCrisisText(entry.text))
  const reply = await loadReplyContext(services, context, { path })

  const form = classifyMessageForm(path.at(-1)?.text ?? '', !fullPath.some((entry) => entry.role === 'user'))
  const seed = `${context.chat.id}/${context.chat.leafSeq}/${request.round}`
  const fallbacks = fallbackSuggestions(services.texts.translate(context.locale), form, seed)
  if (reply.writer.entry.model.kind === 'demo') return fallbacks
  const usable = await requestSuggestions(services, reply, request.disconnectSignal)
  const mixed = [
    ...usable,
    ...fallbacks.filter((fallback) => !usable.some((other) => isSameSuggestion(fallback, other))),
  ]
  return [mixed[0] ?? fallbacks[0], mixed[1] ?? fallbacks[1], mixed[2] ?? fallbacks[2]]
}

/**
 * The usable suggestions of the model's answer; none when it fails, times out, nobody waits for it, or the tokens of the
 * day are used up.
 */
async function requestSuggestions(
  services: ChatServices,
  reply: ReplyContext,
  disconnectSignal: AbortSignal,
): Promise<string[]> {
  const signal = AbortSignal.any([disconnectSignal, AbortSignal.timeout(MODEL_TIMEOUT_MS)])
  let answer = ''
  try {
    await services.usage.assertBudget(reply.person.id)
    const by = { personId: reply.person.id, kind: 'suggestions' } as const
    const parts = services.usage.metered(reply.writer.entry, by).stream({
      messages: suggestionPrompt(reply),
      maxReplyTokens: MAX_ANSWER_TOKENS,
      stop: [],
      signal,
      personId: reply.person.id,
    })
    for await (const part of parts) {
      if (part.type === 'text') answer += part.text
      else if (part.type === 'retract') answer = ''
    }
  } catch {
    // A truncated answer may contain whole suggestions, but its last line is cut.
    answer = answer.slice(0, Math.max(0, answer.lastIndexOf('\n')))
  }
  const { card } = reply.loadedCard
  const others = [...card.names, ...card.members.flatMap((member) => member.names)]
  const found = parseSuggestions(answer, { person: reply.persona.name, others })
  return found.filter((words) => isAllowed(words, reply)).slice(0, 3)
}

/** Rejects suggestions that moderation would block or that express a wish to be hurt. */
function isAllowed(words: string, reply: ReplyContext): boolean {
  const previous = reply.path.slice(-4).map((entry) => entry.text)
  const { nsfw: adultMode, ageState } = reply.person
  const context = { surface: 'model_reply', previous, adultMode, isTeen: isMinor(ageState) } as const
  return screenText(words, context).kind === 'clear' && !isCrisisText(words)
}

/** The form of the last message; enough to choose a fitting suggestion. */
export type MessageForm = 'beginning' | 'question' | 'action' | 'statement'

const VARIANTS = ['a', 'b', 'c'] as const

/** Classifies the message that is to be answered; the first one is always a beginning. */
export function classifyMessageForm(lastText: string, isBeginning: boolean): MessageForm {
  if (isBeginning) return 'beginning'
  const spoken = lastText.replace(/\*[^*]*\*/g, ' ').trim()
  if (!/[\p{L}\p{N}]/u.test(spoken)) return 'action'
  const end = spoken.slice(-60)
  return /[?？؟][\s"'”’»」』)）]*$/u.test(end) ||
    /(?:か|かな|の)[。\s」』]*$/u.test(end) ||
    /[吗呢][。\s”』」]*$/u.test(end)
    ? 'question'
    : 'statement'
}

/** Three built-in suggestions, one for each tone; the same for the same seed. */
export function fallbackSuggestions(translate: Translate, form: MessageForm, seed: string): [string, string, string] {
  const chance = createSeededRandom(seed)
  const pick = (tone: (typeof TONES)[number]) => {
    const variant = VARIANTS[Math.floor(chance() * VARIANTS.length)] ?? VARIANTS[0]
    return translate(`suggestions.builtIn.${form}.${tone}.${variant}`)
  }
  return [pick(TONES[0]), pick(TONES[1]), pick(TONES[2])]
}
