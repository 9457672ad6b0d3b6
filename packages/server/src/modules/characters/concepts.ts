import { editDistance, maxTypos, normalizeForSearch, splitIntoRuns, stripArabicArticle } from '@everkin/recall'
import { z } from 'zod'
import { readLibraryFile } from '../../platform/library-file.ts'

/**
 * What words mean, in every language: "ghost", "fantôme" and "幽霊" are one concept. The words of a concept are in
 * `library/search/concepts.json` (an underscore joins the words of a phrase), the concepts of the library's cards in
 * `cards.json`, most important first.
 */
export interface Concepts {
  /** The concepts that a folded word stands for; of a longer word, also without its ending. */
  conceptsOfWord(word: string): readonly string[]
  /** The concepts of the words most like a misspelt one, and how many typos that takes; empty above the allowed number. */
  conceptsNearWord(word: string): { concepts: readonly string[]; slips: number }
  /** Splits a query into what it asks for; words such as "the" or "someone" are left out. */
  readQuery(query: string): QueryPart[]
  /** The concepts that a text mentions, most frequent first. */
  conceptsInText(text: string): string[]
  /** The concepts of a card of the library. */
  conceptsOfLibraryCard(id: string): readonly string[]
  isStopWord(word: string): boolean
  /** Each concept with its words, for a model that compares meanings. */
  readonly descriptions: ReadonlyMap<string, string>
}

/** A word of a query, or a phrase that stands for concepts. */
export interface QueryPart {
  word: string | null
  concepts: readonly string[]
}

/** Concepts that are tags as well, so that cards that only have the tag are found too. */
const TAGS_OF_CONCEPTS: Readonly<Record<string, string>> = {
  funny: 'comedy',
  calm: 'wellness',
  cook: 'food',
  baker: 'food',
  maths: 'study',
  chinese: 'language',
  portuguese: 'language',
  everyday: 'slice-of-life',
  robot: 'nonhuman',
  ghost: 'nonhuman',
  dragon: 'nonhuman',
  detective: 'mystery',
}
const GENDERS_OF_CONCEPTS: Readonly<Record<string, string>> = { woman: 'female', man: 'male' }

/** The tag that comes close to a concept, whether or not anyone uses it. */
export function tagOfConcept(concept: string): string {
  return TAGS_OF_CONCEPTS[concept] ?? concept
}

/** The gender that a concept names. */
export function genderOfConcept(concept: string): string | null {
  return GENDERS_OF_CONCEPTS[concept] ?? null
}

const ConceptWords = z.record(z.string(), z.record(z.string(), z.string()))
const CardConcepts = z.record(z.string(), z.array(z.string()))
const StopWords = z.record(z.string(), z.string())

interface Phrase {
  text: string
  concepts: readonly string[]
}

/** Words of more letters may have an ending of so many more letters. */
const ENDINGS = [
  { from: 6, letters: 3 },
  { from: 4, letters: 2 },
  { from: 3, letters: 1 },
] as const

let loaded: Concepts | null = null

/** Reads the vocabulary once in a process. */
export function loadConcepts(): Concepts {
  loaded ??= createConcepts(
    readLibraryFile(ConceptWords, 'search/concepts.json'),
    readLibraryFile(CardConcepts, 'search/cards.json'),
    readLibraryFile(StopWords, 'search/stop-words.json'),
  )
  return loaded
}

function createConcepts(
  vocabulary: z.output<typeof ConceptWords>,
  cards: z.output<typeof CardConcepts>,
  stopLists: z.output<typeof StopWords>,
): Concepts {
  const words = new Map<string, string[]>()
  const phrases = new Map<string, string[]>()
  const unspaced = new Map<string, string[]>()
  for (const [concept, byLanguage] of Object.entries(vocabulary)) {
    for (const entry of Object.values(byLanguage).flatMap((list) => list.split(' '))) {
      const runs = splitIntoRuns(entry.replaceAll('_', ' '))
      const isUnspaced = runs.every((run) => run.isUnspaced)
      const text = runs.map(({ run }) => run).join(isUnspaced ? '' : ' ')
      add(isUnspaced ? unspaced : runs.length === 1 ? words : phrases, text, concept)
    }
  }
  const stopRuns = Object.values(stopLists).flatMap((list) => splitIntoRuns(list))
  const stopWords = new Set(stopRuns.map(({ run }) => run))
  const stopTexts = stopRuns.flatMap(({ run, isUnspaced }) => (isUnspaced ? run : [])).sort(longestFirst)
  const spacedPhrases = toPhrases(phrases)
  const unspacedPhrases = toPhrases(unspaced)
  const spacedWords = [...words.keys()]

  function conceptsOfWord(word: string): readonly string[] {
    const exact = words.get(word) ?? unspaced.get(word)
    if (exact) return exact
    const bare = stripArabicArticle(word)
    if (bare !== null && words.has(bare)) return words.get(bare) ?? []
    for (let cut = 1; cut <= 3; cut++) {
      const stem = word.slice(0, -cut)
      const isAllowed = ENDINGS.some(({ from, letters }) => stem.length >= from && cut <= letters)
      const found = isAllowed ? words.get(stem) : undefined
      if (found) return found
    }
    return []
  }

  function readQuery(query: string): QueryPart[] {
    const runs = splitIntoRuns(query)
    const parts: QueryPart[] = []
    const spaced = takePhrases(
      runs.flatMap(({ run, isUnspaced }) => (isUnspaced ? [] : run)).join(' '),
      spacedPhrases,
      parts,
    )
    for (const word of spaced.split(' ')) {
      if (word !== '' && !stopWords.has(word)) parts.push({ word, concepts: conceptsOfWord(word) })
    }
    for (const { run } of runs.filter(({ isUnspaced }) => isUnspaced)) {
      let rest = run
      for (const { text, concepts } of unspacedPhrases) {
        if (!rest.includes(text)) continue
        parts.push({ word: text.length <= 2 ? text : null, concepts })
        rest = rest.replaceAll(text, ' ')
      }
      for (const text of stopTexts) rest = rest.replaceAll(text, ' ')
      // A character that is left alone is a particle rather than a word.
      for (const piece of rest.split(/\s+/).filter((left) => left.length > 1 || left === run))
        parts.push(...pairsOf(piece).map((word) => ({ word, concepts: [] })))
    }
    return parts
  }

  return {
    conceptsOfWord,
    readQuery,
    conceptsNearWord(word) {
      const most = maxTypos(word)
      let slips: number = most
      const near = new Set<string>()
      for (const known of most === 0 ? [] : spacedWords) {
        if (known.length < 3) continue
        const distance = editDistance(word, known, slips)
        if (distance > slips) continue
        if (distance < slips) near.clear()
        slips = distance
        for (const concept of words.get(known) ?? []) near.add(concept)
      }
      return { concepts: [...near], slips }
    },
    conceptsInText(text) {
      const counts = new Map<string, number>()
      for (const { concepts } of readQuery(text)) {
        for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
      }
      return [...counts].sort((one, other) => other[1] - one[1]).map(([concept]) => concept)
    },
    conceptsOfLibraryCard: (id) => cards[id] ?? [],
    isStopWord: (word) => stopWords.has(word),
    descriptions: new Map(
      Object.entries(vocabulary).map(([concept, byLanguage]) => [
        concept,
        (byLanguage.en ?? concept).replaceAll('_', ' '),
      ]),
    ),
  }
}

/** Moves the phrases that a text contains, between word limits, to `parts`; returns what is left of it. */
function takePhrases(text: string, phrases: readonly Phrase[], parts: QueryPart[]): string {
  let rest = ` ${text} `
  for (const { text: phrase, concepts } of phrases) {
    if (!rest.includes(` ${phrase} `)) continue
    parts.push({ word: null, concepts })
    rest = rest.replace(` ${phrase} `, ' ')
  }
  return rest
}

function add(map: Map<string, string[]>, text: string, concept: string): void {
  const concepts = map.get(text) ?? []
  if (!concepts.includes(concept)) concepts.push(concept)
  map.set(text, concepts)
}

const longestFirst = (one: string, other: string) => other.length - one.length

function toPhrases(map: ReadonlyMap<string, string[]>): Phrase[] {
  return [...map]
    .map(([text, concepts]) => ({ text, concepts }))
    .sort((one, other) => longestFirst(one.text, other.text))
}

/** Neighbouring characters in pairs, as texts without spaces are indexed. */
function pairsOf(piece: string): string[] {
  const letters = [...normalizeForSearch(piece)]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter)
}
