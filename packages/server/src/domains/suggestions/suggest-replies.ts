import { AppError } from '../../platform/app-error.ts'
import { readTurn } from '../chats/read-turn.ts'
import { type ReplySetting, replySetting } from '../chats/reply-setting.ts'
import type { ChatServices } from '../chats/services.ts'
import { isCrisisText } from '../safety/detect-crisis.ts'
import { screenText } from '../safety/screen-text.ts'
import { askPrompt } from './ask-prompt.ts'
import { builtInSuggestions, openingOf } from './built-in.ts'
import { isSame, readAnswer } from './read-answer.ts'
import { ANSWER_TOKENS, MODEL_WAIT_MS, PER_DAY, PER_MINUTE } from './rules.ts'

interface Asked {
  personId: string
  chatId: string
  /** How often it was asked for this message before: other built-in ones come then. */
  round: number
  /** Fires when nobody waits for the answer any more. */
  gone: AbortSignal
}

/**
 * Three different things that the person could say next, in their voice and language, by one call of the model; where
 * its answer can not be used, built-in ones take its place.
 * @throws AppError NotFound, AgeNotOpen, TooManyRequests; Conflict while a reply is being written.
 */
export async function suggestReplies(services: ChatServices, asked: Asked): Promise<[string, string, string]> {
  const turn = await readTurn(services, asked.personId, asked.chatId)
  if (services.replies.find(turn.chat.id)) throw new AppError('Conflict')
  services.limiter.take(`suggestions:minute:${asked.personId}`, PER_MINUTE)
  services.limiter.take(`suggestions:day:${asked.personId}`, PER_DAY)
  const whole = await services.paths.read(services.database, turn.chat)
  const path = whole.filter((entry) => !isCrisisText(entry.text))
  const setting = await replySetting(services, turn, { path })

  const opening = openingOf(path.at(-1)?.text ?? '', !whole.some((entry) => entry.role === 'user'))
  const seed = `${turn.chat.id}/${turn.chat.leafSeq}/${asked.round}`
  const ownOnes = builtInSuggestions(services.texts.translate(turn.locale), opening, seed)
  if (services.model.kind === 'demo') return ownOnes
  const usable = await askModel(services, setting, asked.gone)
  const mixed = [...usable, ...ownOnes.filter((own) => !usable.some((other) => isSame(own, other)))]
  return [mixed[0] ?? ownOnes[0], mixed[1] ?? ownOnes[1], mixed[2] ?? ownOnes[2]]
}

/** What of the model's answer can be shown; nothing when it fails, dawdles or nobody waits for it. */
async function askModel(services: ChatServices, setting: ReplySetting, gone: AbortSignal): Promise<string[]> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(MODEL_WAIT_MS)])
  let answer = ''
  try {
    const parts = services.model.stream({
      messages: askPrompt(setting),
      scene: sceneOf(setting),
      maxReplyTokens: ANSWER_TOKENS,
      stop: [],
      signal,
    })
    for await (const part of parts) {
      if (part.type === 'text') answer += part.text
      else if (part.type === 'retract') answer = ''
    }
  } catch {
    // Half an answer may hold a whole suggestion, but its last line is cut.
    answer = answer.slice(0, Math.max(0, answer.lastIndexOf('\n')))
  }
  const { card } = setting.ready
  const others = [...card.names, ...card.members.flatMap((member) => member.names)]
  const found = readAnswer(answer, { person: setting.persona.name, others })
  return found.filter((words) => isFit(words, setting)).slice(0, 3)
}

/** Nothing goes into anybody's mouth that the rules would stop, or that speaks of wanting to be hurt. */
function isFit(words: string, setting: ReplySetting): boolean {
  const previous = setting.path.slice(-4).map((entry) => entry.text)
  const adultMode = setting.person.nsfw
  return screenText(words, { surface: 'model_reply', previous, adultMode }).kind === 'clear' && !isCrisisText(words)
}

/** Models that read prompts read nothing of the scene; it only says that no reply is begun. */
function sceneOf(setting: ReplySetting) {
  return {
    locale: setting.locale,
    characterName: setting.ready.card.name,
    personName: setting.persona.name,
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
  }
}
