import { guessLanguage } from '@everkin/contract/detect-language.ts'
import type { Scene } from '../../../modules/models/module.ts'
import { fold, meaningfulTerms } from './match-cues.ts'

/** What a card provides for replies, as far as it is in the language of the conversation. */
export interface CardMaterial {
  /** One line about the character; empty when it is in another language. */
  tagline: string
  /** Stage directions of greeting and examples, without asterisks. */
  actions: string[]
  /** The character's example lines, with the lines they answer. */
  examples: { cue: string; line: string }[]
  /** Sentences about the character and its world. */
  readonly sentences: CardSentence[]
  /** Sentences about where the scene is. */
  readonly setting: CardSentence[]
}

interface CardSentence {
  text: string
  /** How the character says it of itself; null where grammar does not allow it safely. */
  spoken: string | null
}

const MAX_SENTENCE_LENGTH = 170
/** Cards are read up to this length. */
const MAX_CARD = 4_000

/** Collects what may be said or quoted. */
export function collectMaterial(scene: Scene, language: string): CardMaterial {
  const inLanguage = (text: string) => (guessLanguage(text, language) === language ? text : '')
  const greeting = inLanguage(scene.greeting)
  const examples = examplesOf(scene).filter(({ line }) => inLanguage(line) !== '')
  const sentencesIn = (texts: readonly string[]) =>
    texts
      .map((text) => inLanguage(text.slice(0, MAX_CARD)))
      .flatMap((text) => factsOf(text, language))
      .map((text) => ({ text, spoken: language === 'en' ? asSpoken(text, scene) : null }))
  return {
    tagline: asSentence(inLanguage(scene.tagline).trim(), language),
    actions: [...directionsOf(greeting), ...examples.flatMap(({ line }) => directionsOf(line))],
    examples,
    // Read when asked for: a character of the library hardly ever needs them.
    get sentences() {
      return sentencesIn([...scene.lore, scene.description, scene.personality])
    },
    get setting() {
      return sentencesIn([scene.scenario])
    },
  }
}

function asSentence(text: string, language: string): string {
  if (text === '' || /[.!?。！？؟…]$/u.test(text)) return text
  return text + (language === 'ja' || language === 'zh' ? '。' : '.')
}

function directionsOf(text: string): string[] {
  return [...text.matchAll(/\*([^*\n]{3,100})\*/g)]
    .map(([, direction = '']) => direction.trim().replace(/[.。]$/u, ''))
    .filter((direction) => !/[?？؟:]/.test(direction) && !/\byou\b/i.test(direction))
}

/** Pairs of a person's line and the character's answer, from `mes_example` with names filled in. */
function examplesOf(scene: Scene): CardMaterial['examples'] {
  const pairs: CardMaterial['examples'] = []
  for (const block of scene.exampleDialogue.slice(0, MAX_CARD).split(/<START>/i)) {
    let cue = ''
    for (const line of block.split('\n')) {
      const [, speaker = '', text = ''] = /^([^:\n]{1,100}):\s*(.+)$/.exec(line.trim()) ?? []
      if (speaker === scene.characterName && cue !== '') pairs.push({ cue, line: text })
      cue = speaker === scene.personName ? text : ''
    }
  }
  return pairs
}

function factsOf(text: string, language: string): string[] {
  const clean = text.replaceAll('*', '').replace(/\s+/g, ' ')
  return [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(clean)]
    .map(({ segment }) => segment.trim())
    .filter(
      (fact) =>
        fact.length >= (language === 'ja' || language === 'zh' ? 8 : 18) &&
        fact.length <= MAX_SENTENCE_LENGTH &&
        !/[?"“”„«»「」{}<>#]|\bsecret|\b(?:AI|human)\b|^\W*(?:you|never|always|write|speak|reply|respond)\b/i.test(
          fact,
        ),
    )
}

const IRREGULAR: Record<string, string> = { is: 'am', has: 'have', does: 'do', was: 'was', goes: 'go' }
const PRONOUNS = { she: /\b(?:she|her|hers|herself)\b/gi, he: /\b(?:he|him|his|himself)\b/gi } as const

/**
 * A sentence about the character in its own words, for sentences that begin with it and have one verb: “She keeps bees
 * on the roof” becomes “I keep bees on the roof”. A sentence that does not mention it stays as it is. Null for others.
 */
function asSpoken(text: string, { characterName, description }: Scene): string | null {
  const names = [characterName, characterName.split(' ')[0] ?? ''].filter((name) => name.length > 1)
  const pronoun = count(description, PRONOUNS.she) >= count(description, PRONOUNS.he) ? 'she' : 'he'
  const subject = new RegExp(`^(?:${names.map(escapeForPattern).join('|')}|${pronoun})\\s+`, 'i').exec(text)?.[0]
  const mentions = new RegExp(`\\b(?:${names.map(escapeForPattern).join('|')})\\b`, 'i')
  if (subject === undefined) {
    const isAboutOthers = !mentions.test(text) && !/\b(?:she|he|her|his|him|they|their|hers|you|your)\b/i.test(text)
    return isAboutOthers && /\b(?:is|are|was|were|has|have)\b/.test(text) ? text : null
  }
  const [verb = '', ...rest] = text.slice(subject.length).split(' ')
  const base = firstPerson(verb)
  const tail = rest.join(' ')
  if (base === null || mentions.test(tail)) return null
  if (/[;:]|\b(?:she|he|him|they|their|them|you|who|which|that)\b| (?:and|but|or) \w+s\b/i.test(tail)) return null
  const own = tail
    .replace(/\b(?:her|his)(?= [a-z])(?! (?:to|in|at|on|with|and|for|by|from|when|if|as|about)\b)/gi, 'my')
    .replace(/\b(?:herself|himself)\b/gi, 'myself')
    .replace(/\bher\b/gi, 'me')
  return `I ${base} ${own}`.trim()
}

function firstPerson(verb: string): string | null {
  const word = verb.toLowerCase()
  if (!/^[a-z]+$/.test(word)) return null
  if (IRREGULAR[word]) return IRREGULAR[word]
  if (/(?:ed|ould|an|ill|ight|ust)$/.test(word)) return word
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|zz)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : null
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

function escapeForPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The item that shares the most meaningful words with a line; null when none shares any. */
export function findClosest<Item>(
  items: readonly Item[],
  line: string,
  {
    textOf,
    stopWords,
    atLeast = 1,
  }: { textOf: (item: Item) => string; stopWords: ReadonlySet<string>; atLeast?: number },
): Item | null {
  const words = meaningfulTerms(line, stopWords)
  let best: Item | null = null
  let bestShared = atLeast - 1
  for (const item of items) {
    let shared = 0
    for (const word of meaningfulTerms(textOf(item), stopWords)) if (words.has(word)) shared++
    if (shared > bestShared) {
      best = item
      bestShared = shared
    }
  }
  return best
}

/** Whether two texts are the same but for case and punctuation. */
export function isSameText(a: string, b: string): boolean {
  return fold(a).replace(/[^\p{L}\p{N}]/gu, '') === fold(b).replace(/[^\p{L}\p{N}]/gu, '')
}
