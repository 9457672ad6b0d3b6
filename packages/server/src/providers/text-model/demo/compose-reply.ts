import type { Scene } from '../../../modules/models/module.ts'
import {
  type Answer,
  answerFromBank,
  answerFromCard,
  answerFromTold,
  answerSelfQuestion,
  answerSum,
  findBankFact,
} from './answer-question.ts'
import {
  blankOf,
  type Conversation,
  choose,
  chooseInOrder,
  fill,
  isSaid,
  leastRecent,
  readConversation,
} from './conversation.ts'
import type { CuedIntent } from './grammar/grammar.ts'
import type { GeneralKey } from './phrases/phrases.ts'
import type { ReplyKey } from './voice-bank.ts'

/** A reply has a stage direction, and a question, this often. */
const ACTION_CHANCE = 0.3
const ASK_CHANCE = 0.45
/** Says what kind of voice it is by this turn of the person, if no unanswered question came before. */
const ADMITTED_BY_TURN = 8
/** Beyond this many messages the beginning of the chat is not in the scene. */
const LONG_CHAT = 100

/**
 * Composes one reply from the scene alone: a line that answers what was said, perhaps a stage direction before it and
 * one question after it. No line comes twice in a chat while there are others. The same scene gives the same reply;
 * another `variantIndex` gives another one.
 */
export function composeReply(scene: Scene): string {
  const talk = readConversation(scene)
  const { language } = talk.heard
  const { crisis, ai } = talk.phrases
  if (scene.begun !== '') return continueReply(talk)
  if (talk.isCrisis) return choose(talk, [crisis]) ?? leastRecent(talk, crisis)
  // A truthful answer may be repeated.
  if (talk.heard.asksForHuman) return choose(talk, [ai]) ?? leastRecent(talk, ai)
  const answer = findAnswer(talk)
  const action = !answer.isPlain && !answer.text.includes('*') && talk.chance() < ACTION_CHANCE ? actionFor(talk) : null
  const stop = blankOf(language) === '' ? '。' : '.'
  const parts = [action ? `*${action}${stop}*${blankOf(language)}${answer.text}` : answer.text]
  const admission = discloseDemo(talk, answer)
  if (admission) parts.push(admission)
  else if (!/[?？؟]/.test(answer.text)) parts.push(...(questionAfter(talk, answer) ?? []))
  // A paragraph for what was asked, when it is long.
  const isLong = parts.length > 1 && parts.join('').length > (blankOf(language) === '' ? 70 : 150)
  return parts.join(isLong || admission ? '\n\n' : blankOf(language))
}

function findAnswer(talk: Conversation): Answer {
  for (const rule of RULES) {
    const answer = rule(talk)
    if (answer) return answer
  }
  return lineFor(talk, 'reaction', 'any')
}

type Rule = (talk: Conversation) => Answer | null

/** From the plainest to the vaguest; the first that applies answers. */
const RULES: readonly Rule[] = [
  (talk) => (isIntent(talk, 'goodbye') && !talk.heard.isQuestion ? lineFor(talk, 'goodbye', 'none') : null),
  answerSelfQuestion,
  answerSum,
  giveName,
  tellStory,
  (talk) => (isIntent(talk, 'joke') ? lineFor(talk, 'joke', 'none') : null),
  (talk) => (isIntent(talk, 'insult') ? lineFor(talk, 'insult', 'none') : null),
  (talk) => (isIntent(talk, 'affection') && !talk.heard.isQuestion ? lineFor(talk, 'affection', 'none') : null),
  answerSpecific,
  followUp,
  react('apology', 'none'),
  react('compliment', 'none'),
  react('thanks', 'none'),
  comfort,
  acknowledgeFact,
  reactToAction,
  (talk) => (isIntent(talk, 'help') ? lineFor(talk, 'help', 'none') : null),
  (talk) => (isIntent(talk, 'invite') ? lineFor(talk, 'yes', 'none') : null),
  (talk) => (isIntent(talk, 'request') ? lineFor(talk, 'request', 'none') : null),
  answerFollowUp,
  (talk) =>
    isIntent(talk, 'greeting') && talk.heard.plain.length <= 6 && talk.heard.about === null
      ? lineFor(talk, 'greeting', 'any')
      : null,
  (talk) => (talk.heard.isQuestion ? (answerFromCard(talk) ?? fallbackReply(talk)) : null),
  answerOpening,
  replyAboutTopic,
  react('no', 'any'),
  react('yes', 'any'),
  (talk) => (talk.heard.plain.length <= 1 ? lineFor(talk, 'unclear', 'none') : null),
  answerStatement,
]

function isIntent(talk: Conversation, intent: CuedIntent): boolean {
  return talk.heard.intents.has(intent)
}

/** A reaction to an intent that is no question. */
function react(intent: CuedIntent & ReplyKey, asks: Answer['asks']): Rule {
  return (talk) => (isIntent(talk, intent) && !talk.heard.isQuestion ? lineFor(talk, intent, asks) : null)
}

/** A line of the bank, else of the general phrases, else a reaction: never one that was said, if there is another. */
function lineFor(talk: Conversation, key: GeneralKey & string, asks: Answer['asks']): Answer {
  const own = talk.bank.replies[key as ReplyKey] // undefined for keys that only the general phrases have
  const general = talk.phrases.replies[key]
  const reactions = [talk.bank.replies.reaction, talk.phrases.replies.reaction]
  const text =
    choose(talk, [own, general, ...(key === 'goodbye' ? [] : reactions)]) ??
    leastRecent(talk, [...(own ?? []), ...general])
  return { text, asks }
}

function giveName(talk: Conversation): Answer | null {
  const { name } = talk.heard
  if (name === null || talk.heard.plain.length > 12 || talk.heard.about !== null) return null
  const text = choose(talk, [talk.phrases.replies.name], { name })
  return text === null ? null : { text, asks: 'any' }
}

function tellStory(talk: Conversation): Answer | null {
  if (!isIntent(talk, 'story')) return null
  const about = findBankFact(talk, talk.line)
  const fact =
    about && talk.bank.stories.every((story) => isSaid(talk, story)) ? chooseInOrder(talk, about.lines) : null
  const text = fact ?? choose(talk, [talk.bank.stories, talk.phrases.stories, talk.phrases.replies.story])
  return text === null ? null : { text, asks: 'none' }
}

/** Questions that name a thing, a person or something that everyone asks. */
function answerSpecific(talk: Conversation): Answer | null {
  if (!talk.heard.isQuestion || (isIntent(talk, 'request') && talk.heard.about === null)) return null
  return answerFromBank(talk) ?? answerFromTold(talk)
}

/** “Why?”, “tell me more”: the next line about the same thing. */
function followUp(talk: Conversation): Answer | null {
  const isBareQuestion = talk.heard.isQuestion && talk.heard.plain.length <= 2 && talk.heard.about === null
  if (!isIntent(talk, 'more') && !isBareQuestion) return null
  const fact = talk.facts.find(({ lines }) => lines.some((line) => talk.ownLast.includes(line)))
  const text = fact ? chooseInOrder(talk, fact.lines) : null
  if (text !== null) return { text, asks: 'none' }
  if (
    isIntent(talk, 'more') &&
    [...talk.bank.stories, ...talk.phrases.stories].some((story) => talk.ownLast.includes(story))
  )
    return tellStory({ ...talk, heard: { ...talk.heard, intents: new Set(['story']) } })
  return lineFor(talk, fact ? 'again' : 'more', 'none')
}

/** How the person feels. */
function comfort(talk: Conversation): Answer | null {
  const mood = (['sad', 'tired', 'glad', 'bored'] as const).find((each) => isIntent(talk, each))
  return mood && !talk.heard.isQuestion ? lineFor(talk, mood, 'none') : null
}

/** The answer to the question that the character's last line ended with. */
function answerFollowUp(talk: Conversation): Answer | null {
  const { openAsk, heard } = talk
  if (!openAsk || heard.isQuestion || heard.plain.length === 0) return null
  const wanted = isIntent(talk, 'no') ? openAsk.no : isIntent(talk, 'yes') ? openAsk.yes : undefined
  const text = wanted ?? openAsk.then
  if (text === undefined || isSaid(talk, text)) return null
  return { text, asks: 'any' }
}

/** Something that the person told about themselves, or asks to be remembered. */
function acknowledgeFact(talk: Conversation): Answer | null {
  if (talk.heard.isQuestion && !isIntent(talk, 'remember')) return null
  const fact = talk.heard.told.find(({ kind }) => kind !== 'name')
  if (isIntent(talk, 'remember')) return lineFor(talk, 'remember', 'none')
  if (!fact) return null
  const { followUps } = talk.phrases
  const asks =
    fact.kind === 'named'
      ? followUps.named
      : fact.kind === 'home' || fact.kind === 'origin'
        ? followUps.home
        : fact.kind === 'work' || fact.kind === 'study'
          ? followUps.work
          : followUps.other
  const isShort = fact.value.length <= 24 && !/\d/.test(fact.value)
  return { ...lineFor(talk, 'told', isShort ? asks : 'none'), askWords: { value: fact.value } }
}

/** What the person does in the story. */
function reactToAction(talk: Conversation): Answer | null {
  if (!talk.heard.isDeed) return null
  const fact = findBankFact(talk, talk.line)
  const text = fact ? chooseInOrder(talk, fact.lines) : null
  return text === null ? lineFor(talk, 'deed', 'any') : { text, asks: 'none' }
}

/** The first answer to the question that the greeting ended with. */
function answerOpening(talk: Conversation): Answer | null {
  const { scene, bank, personTurns } = talk
  const [opening] = scene.turns
  if (personTurns !== 1 || opening?.role !== 'character' || opening.text.trim() !== scene.greeting.trim()) return null
  const text = choose(talk, [bank.replies.first])
  return text === null ? null : { text, asks: 'any' }
}

/** A statement that mentions something of the character's world. */
function replyAboutTopic(talk: Conversation): Answer | null {
  if (talk.heard.plain.length > 25) return null
  const fact = findBankFact(talk, talk.line)
  const text = fact ? chooseInOrder(talk, fact.lines) : null
  return text === null ? null : { text, asks: 'any' }
}

function answerStatement(talk: Conversation): Answer | null {
  const fromCard = talk.bank.facts.length === 0 && talk.heard.plain.length > 3 && talk.chance() < 0.4
  const card = fromCard ? answerFromCard(talk) : null
  if (card) return card
  const remark = talk.chance() < 0.35 ? choose(talk, [talk.remarks]) : null
  return remark === null ? lineFor(talk, 'reaction', 'any') : { text: remark, asks: 'none' }
}

/** No answer: says so, in character. */
function fallbackReply(talk: Conversation): Answer {
  return { ...lineFor(talk, 'unknown', 'any'), isLost: true }
}

/** Says once per chat that this is the built-in demo, and that a language model can be connected. */
function discloseDemo(talk: Conversation, answer: Answer): string | null {
  const { bank, phrases, personTurns, scene } = talk
  const lines = [...(bank.replies.voice ?? []), ...phrases.replies.voice]
  if (personTurns < 2 || scene.turns.length >= LONG_CHAT || scene.variantIndex > 0) return null
  if (!answer.isLost && (personTurns < ADMITTED_BY_TURN || answer.asks !== 'any')) return null
  // Filled in, so that a line with a name is found again.
  if (lines.some((line) => talk.spoken.includes(fill(line, talk.words) ?? line))) return null
  return choose(talk, [bank.replies.voice, phrases.replies.voice])
}

function actionFor(talk: Conversation): string | null {
  return choose(talk, [talk.bank.actions.length > 0 ? talk.bank.actions : talk.material.actions, talk.phrases.actions])
}

/** At most one question, never one that was asked before. */
function questionAfter(talk: Conversation, { asks, askWords = {} }: Answer): string[] | null {
  if (asks === 'none' || talk.chance() > ASK_CHANCE) return null
  const question =
    asks === 'any'
      ? choose(talk, [talk.bank.asks.map(({ ask }) => ask), talk.phrases.asks])
      : choose(talk, [asks, talk.phrases.followUps.other], askWords)
  return question === null ? null : [question]
}

function continueReply(talk: Conversation): string {
  const { onward } = talk.phrases
  const line = choose(talk, [onward]) ?? leastRecent(talk, onward)
  return `${/\s$/.test(talk.scene.begun) ? '' : blankOf(talk.heard.language)}${line}`
}
