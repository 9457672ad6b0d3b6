import type { Queryable } from '../../platform/db/database.ts'
import { slipsBetween, slipsForgiven, slipsOf } from './fold-words.ts'
import { selectNearTerms, selectTerms } from './search-store.ts'
import { genderTerm, tagTerm } from './shelve-cards.ts'
import type { TagNames } from './tag-names.ts'

/** The terms that one word of a query may mean, each with how well it fits (1: the very word), and how many cards. */
export interface Meaning {
  terms: Map<string, number>
  /** At most; a card that holds two of the terms counts twice. */
  cards: number
}

interface Where {
  type: string
  ratings: readonly string[]
  most: number
}

const QUALITY = { whole: 1, beginning: 0.7, slips: [1, 0.5, 0.35] } as const
const NEAR_PER_SLIP = 20
const NEAR_KEPT = 8

/**
 * What each word of a query means: the word itself, words that begin with it, tags that are called so in any language;
 * and only where there is none of these, words of names and tags that differ by a slip or two. A tag and a gender to filter by are words
 * like any other. Null when a word means nothing here, so that nothing can be found.
 */
export async function findMeaning(
  db: Queryable,
  tagNames: TagNames,
  query: { words: readonly string[]; tag?: string | undefined; gender?: string | undefined },
  where: Where,
): Promise<Meaning[] | null> {
  const { words } = query
  const filters = [query.tag && tagTerm(query.tag), query.gender && genderTerm(query.gender)].filter(isGiven)
  const tags = words.flatMap((text, word) => tagNames.tagsNamed(text).map((named) => ({ word, ...named })))
  const further = [
    ...tags.filter(({ slips }) => slips === 0).map(({ word, tag }) => ({ word, term: tagTerm(tag) })),
    ...filters.map((term, index) => ({ word: words.length + index, term })),
  ]
  const meanings: Meaning[] = [...words, ...filters].map(() => ({ terms: new Map(), cards: 0 }))
  for (const { word, term, cards } of await selectTerms(db, words, where, further)) {
    if (cards === 0) continue
    const isTag = tags.find((named) => named.word === word && tagTerm(named.tag) === term)
    const isWhole = term === words[word] || isTag?.isWhole || word >= words.length
    addTerm(meanings[word], term, isWhole ? QUALITY.whole : QUALITY.beginning, cards)
  }
  const isMeaningless = (word: number) => meanings[word]?.terms.size === 0
  await addNearTerms(db, words, meanings, isMeaningless, where)
  const nearTags = tags.filter(({ word, slips }) => slips > 0 && isMeaningless(word))
  for (const { word, tag, slips } of nearTags) addTerm(meanings[word], tagTerm(tag), slipQuality(slips), where.most)
  return meanings.every(({ terms }) => terms.size > 0) ? meanings : null
}

async function addNearTerms(
  db: Queryable,
  words: readonly string[],
  meanings: readonly Meaning[],
  isMeaningless: (word: number) => boolean,
  where: Where,
): Promise<void> {
  const near = (
    await Promise.all(words.map((text, word) => (isMeaningless(word) ? nearTerms(db, text, word) : [])))
  ).flat()
  if (near.length === 0) return
  const counted = await selectTerms(db, [], where, near)
  for (const { word, term, cards } of counted) {
    const slips = near.find((one) => one.word === word && one.term === term)?.slips ?? 2
    if (cards > 0) addTerm(meanings[word], term, slipQuality(slips), cards)
  }
}

async function nearTerms(
  db: Queryable,
  text: string,
  word: number,
): Promise<{ word: number; term: string; slips: number }[]> {
  const most = slipsForgiven(text)
  if (most === 0) return []
  const rows = await selectNearTerms(db, slipsOf(text), NEAR_PER_SLIP)
  return rows
    .map(({ term }) => ({ word, term, slips: slipsBetween(text, term, most) }))
    .filter(({ slips }) => slips <= most)
    .sort((one, other) => one.slips - other.slips || (one.term < other.term ? -1 : 1))
    .slice(0, NEAR_KEPT)
}

function addTerm(meaning: Meaning | undefined, term: string, quality: number, cards: number): void {
  if (!meaning) return
  meaning.terms.set(term, Math.max(quality, meaning.terms.get(term) ?? 0))
  meaning.cards += cards
}

const slipQuality = (slips: number) => QUALITY.slips[slips] ?? 0

const isGiven = (term: string | undefined): term is string => typeof term === 'string' && term !== ''
