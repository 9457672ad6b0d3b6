import type { Scene } from '../../../modules/models/module.ts'
import { contentWords } from './parse-message.ts'

/** What a card provides for replies, in the reader's language. */
export interface CardMaterial {
  /** One line about the character; empty when it is in another language. */
  tagline: string
  /** Stage directions, without asterisks. */
  actions: string[]
  /** The character's example lines, with the lines they answer. */
  examples: { cue: Set<string>; line: string }[]
  /** Sentences about the character and the world, in the narrator's voice. */
  facts: string[]
}

const MAX_FACT_LENGTH = 160

/**
 * Collects what may be quoted. Greeting and tagline are in the reader's language; the rest of a card is usually English
 * and is used for readers of English only.
 */
export function collectMaterial(scene: Scene): CardMaterial {
  const greeting = isReadersLanguage(scene.greeting, scene.locale) ? scene.greeting : ''
  const tagline = isReadersLanguage(scene.tagline, scene.locale) ? asSentence(scene.tagline.trim()) : ''
  if (scene.locale !== 'en') return { tagline, actions: directionsOf(greeting), examples: [], facts: [] }
  const examples = examplesOf(scene)
  return {
    tagline,
    actions: [...directionsOf(greeting), ...examples.flatMap((example) => directionsOf(example.line))],
    examples,
    facts: [...scene.lore, scene.description].flatMap(factsOf),
  }
}

/** Whether a text may be used for this reader: not in another script, and not evidently English. */
function isReadersLanguage(text: string, locale: string): boolean {
  if (text.trim() === '') return false
  const latin = (text.match(/\p{sc=Latin}/gu)?.length ?? 0) / Math.max(1, text.match(/\p{L}/gu)?.length ?? 0)
  if (locale === 'ar' || locale === 'ja' || locale === 'zh') return latin < 0.5
  if (latin < 0.5) return false
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const english = words.filter((word) => /^(?:the|of|and|you|is|with|to|that|her|his|for|who)$/.test(word)).length
  return locale === 'en' || english / Math.max(1, words.length) < 0.08
}

function asSentence(text: string): string {
  return text === '' || /[.!?。！？؟…]$/u.test(text) ? text : `${text}.`
}

function directionsOf(text: string): string[] {
  return [...text.matchAll(/\*([^*\n]{3,140})\*/g)]
    .map(([, direction = '']) => direction.trim())
    .filter((direction) => !/[?？؟]/.test(direction))
}

/** Pairs of a person's line and the character's answer, from `mes_example` with names filled in. */
function examplesOf(scene: Scene): CardMaterial['examples'] {
  const pairs: CardMaterial['examples'] = []
  for (const block of scene.exampleDialogue.split(/<START>/i)) {
    let cue = new Set<string>()
    for (const line of block.split('\n')) {
      const [, speaker = '', text = ''] = /^([^:\n]{1,100}):\s*(.+)$/.exec(line.trim()) ?? []
      if (speaker === scene.characterName && cue.size > 0) pairs.push({ cue, line: text })
      cue = speaker === scene.personName ? contentWords(text) : new Set()
    }
  }
  return pairs
}

function factsOf(text: string): string[] {
  return [
    ...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text.replaceAll('*', '').replace(/\n+/g, ' ')),
  ]
    .map(({ segment }) => segment.trim())
    .filter(
      (fact) => fact.length > 20 && fact.length <= MAX_FACT_LENGTH && !/[?"“”]|\bsecret|\b(?:AI|human)\b/i.test(fact),
    )
}

/** The item that shares the most words with a line; null when none shares any. */
export function findClosest<Item>(
  items: readonly Item[],
  line: string,
  wordsOf: (item: Item) => Set<string>,
): Item | null {
  const words = contentWords(line)
  let best: Item | null = null
  let bestShared = 0
  for (const item of items) {
    const shared = [...wordsOf(item)].filter((word) => words.has(word)).length
    if (shared > bestShared) {
      best = item
      bestShared = shared
    }
  }
  return best
}
