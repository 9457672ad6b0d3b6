import { findClosest, isSameText } from './card-material.ts'
import { type Conversation, choose, chooseInOrder } from './conversation.ts'
import type { AboutKey } from './grammar/grammar.ts'
import { fold, longestCue, meaningfulTerms, toPlainText } from './match-cues.ts'
import { findSum } from './sums.ts'
import { answerAboutSelf, findFactNamed, findToldFacts, noteOf } from './told-facts.ts'

/** A line that answers, and the questions that may follow it. */
export interface Answer {
  text: string
  /** Asked after it, now and then: `any` of the character's, one of these, or none. */
  asks: 'any' | 'none' | readonly string[]
  /** Questions about these words of the person. */
  askWords?: Record<string, string>
  /** The answer admits that there is none: the moment to say what kind of voice this is. */
  isLost?: boolean
  /** Stands alone: no stage direction before it. */
  isPlain?: boolean
}

/** Questions about a thing come before these when the character has a line about that thing. */
const LESS_SPECIFIC: readonly AboutKey[] = [
  'likes',
  'family',
  'past',
  'place',
  'self',
  'lonely',
  'wish',
  'doing',
  'fear',
]

/** The entry of the bank that a line leads to: the one with the longest cue. */
export function findBankFact({ facts }: Conversation, line: string) {
  const plain = toPlainText(line)
  let best: Conversation['facts'][number] | null = null
  let longest = 0
  for (const fact of facts) {
    const length = longestCue(plain, fact.cues)
    if (length > longest) {
      best = fact
      longest = length
    }
  }
  return best
}

/** Answers a question about the person, from what they have told; null when it is not about them. */
export function answerSelfQuestion(talk: Conversation): Answer | null {
  const { heard, phrases, said, noted, line } = talk
  if (!heard.isAboutSelf) return null
  const found = answerAboutSelf(line, { said, noted, grammar: heard.grammar })
  const { replies, labels } = phrases
  const say = (pools: (readonly string[])[], words: Record<string, string> = {}) => {
    const text = choose(talk, pools, words) ?? choose({ ...talk, spoken: '' }, pools, words)
    return text === null ? null : ({ text: capitalised(text), asks: 'none' } as const)
  }
  if (found.kind === 'nothing') {
    // A longer question is rather about advice: “What should I do about my neighbour?”
    if (heard.plain.length > 8 || heard.intents.has('help')) return null
    const { name } = talk.words
    const asksName = heard.grammar.askedKind.name
    if (name && asksName && new RegExp(asksName, 'u').test(heard.plain.spaced))
      return say([replies.known], { value: name })
    return say([replies.nothing])
  }
  if (found.kind === 'quote') return say([replies.quoted], { quote: found.sentence })
  if (found.kind === 'list') {
    const period = /[\p{sc=Han}\p{sc=Hiragana}]/u.test(labels.home) ? '。' : '. '
    const list = found.facts.map((fact) => noteOf(fact, labels) + period).join('')
    return say([replies.listed], { list: list.trim() })
  }
  const { key, value, kind } = found.fact
  if (['trait', 'like', 'dislike', 'have'].includes(kind)) return say([replies.quoted], { quote: found.fact.sentence })
  return key === null ? say([replies.known], { value }) : say([replies.knownOf, replies.known], { value, key })
}

function capitalised(text: string): string {
  const [first = '', ...rest] = [...text]
  return first.toUpperCase() + rest.join('')
}

/** Answers “what is 12 times 12?”; null for other lines. */
export function answerSum(talk: Conversation): Answer | null {
  const found = findSum(talk.line, talk.heard.grammar.arithmetic)
  if (!found || talk.heard.plain.length > 14) return null
  const text = choose(talk, [talk.phrases.replies.sum], found)
  return text === null ? null : { text, asks: 'none' }
}

/** Answers from the character's own lines: about itself, its people and its things. */
export function answerFromBank(talk: Conversation): Answer | null {
  const { heard, bank, line } = talk
  const fact = findBankFact(talk, line)
  const { about } = heard
  if (about && !(fact && LESS_SPECIFIC.includes(about))) {
    const lines = bank.about[about]
    const text = lines === undefined ? null : chooseInOrder(talk, Array.isArray(lines) ? lines : [lines])
    if (text !== null) return { text, asks: 'any' }
  }
  if (!fact) return null
  const text = chooseInOrder(talk, fact.lines) ?? choose(talk, [bank.replies.again, talk.phrases.replies.again])
  return text === null ? null : { text, asks: 'any' }
}

/** Answers with what the person told: “Who is Ana?”. */
export function answerFromTold(talk: Conversation): Answer | null {
  const { heard, said, line, phrases } = talk
  if (!heard.isQuestion) return null
  const terms = [...meaningfulTerms(line, heard.grammar.stopWords)]
  const near = said.filter((text) => terms.some((term) => fold(text).includes(term)))
  const facts = near.flatMap((text) => findToldFacts(text, heard.grammar))
  const fact = findFactNamed(line, facts, heard.grammar)
  if (!fact) return null
  const text = choose(talk, [phrases.replies.quoted], { quote: fact.sentence })
  return text === null ? null : { text, asks: 'none' }
}

/** Answers from the card: example lines, then sentences about the character or the place. */
export function answerFromCard(talk: Conversation): Answer | null {
  const { heard, material, line, phrases, scene } = talk
  const { stopWords } = heard.grammar
  const isFresh = (text: string) => !talk.spoken.includes(text)
  const example = findClosest(
    material.examples.filter((each) => isFresh(each.line)),
    line,
    { textOf: ({ cue }) => cue, stopWords, atLeast: heard.plain.length > 4 ? 2 : 1 },
  )
  if (example && scene.variantIndex === 0) return { text: example.line, asks: 'none' }
  const { about } = heard
  // What a character of the library says of itself is written; its card is not taken apart.
  if (talk.bank.facts.length > 0) return null
  if (about === 'self' || about === 'work' || about === 'past') {
    const own = sayOfCard(talk, material.sentences.filter(({ spoken }) => spoken?.startsWith('I ')).slice(0, 4))
    if (own) return own
  }
  if (about === 'place') {
    const place = sayOfCard(talk, material.setting)
    if (place) return place
  }
  const isGeneral = about === 'feeling' || about === 'self' || about === 'place'
  const pools = isGeneral ? [phrases.replies[about as 'feeling' | 'self' | 'place']] : [] // checked by isGeneral
  const general = choose(talk, pools)
  if (general !== null) return { text: general, asks: 'any' }
  const sentences = [...material.sentences, ...material.setting].filter(({ text }) => isFresh(text))
  const near = findClosest(sentences, line, { textOf: ({ text }) => text, stopWords })
  return near ? sayOfCard(talk, [near]) : null
}

function sayOfCard(talk: Conversation, sentences: Conversation['material']['sentences']): Answer | null {
  const fresh = sentences.filter(
    ({ text, spoken }) => !talk.spoken.includes(text) && !(spoken && talk.spoken.includes(spoken)),
  )
  const chosen = fresh.find(({ spoken }) => spoken !== null) ?? fresh[0]
  if (!chosen || talk.material.tagline === chosen.text) return null
  if (chosen.spoken !== null) return { text: chosen.spoken, asks: 'any' }
  const text = choose(talk, [talk.phrases.replies.ofCard], { sentence: chosen.text })
  return text === null || isSameText(text, chosen.text) ? null : { text, asks: 'any' }
}
