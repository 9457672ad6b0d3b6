import { foldName, isUnspaced, nameForms, plainWords } from './name-forms.ts'

/** A person or character that can be called: their names in every language that may be used. */
export interface Named {
  id: string
  names: readonly string[]
}

/** A person named in a text, in text order. `isCalled` when an “@” precedes the name at least once. */
export interface FoundName {
  id: string
  isCalled: boolean
}

interface Hit {
  id: string
  start: number
  end: number
}

interface Word {
  text: string
  start: number
  end: number
}

/**
 * Finds the people named in a text, in any script, by whole, first or last name. A name must match whole words in
 * scripts with spaces; in other scripts it matches anywhere. Where a longer name covers a shorter one, only the longer
 * counts. A name shared by several people names all of them.
 */
export function findNames(text: string, people: readonly Named[]): FoundName[] {
  const folded = foldName(text)
  const words = wordsOf(folded)
  const hits: Hit[] = []
  for (const { id, names } of people) {
    for (const form of nameForms(names)) {
      const spans = isUnspaced(form) ? spansAnywhere(folded, form) : spansOfWords(words, form.split(' '))
      for (const { start, end } of spans) hits.push({ id, start, end })
    }
  }
  const found = new Map<string, FoundName>()
  for (const { id, start } of uncovered(hits)) {
    const isCalled = folded[start - 1] === '@' || (found.get(id)?.isCalled ?? false)
    found.set(id, { id, isCalled })
  }
  return [...found.values()]
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Words by Unicode segmentation, also split where an apostrophe or a dot joins two (“Coral’s”, “d’Odile”). */
function wordsOf(folded: string): Word[] {
  const words: Word[] = []
  for (const { segment, index, isWordLike } of segmenter.segment(folded)) {
    if (!isWordLike) continue
    let from = 0
    for (const text of plainWords(segment)) {
      from = segment.indexOf(text, from)
      words.push({ text, start: index + from, end: index + from + text.length })
      from += text.length
    }
  }
  return words
}

function spansOfWords(words: readonly Word[], form: readonly string[]): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  const last = form.length - 1
  for (let at = 0; at + last < words.length; at++) {
    const isThere = form.every((part, place) => {
      const word = words[at + place]!.text
      return word === part || (place === 0 && hasArabicPrefix(word, part)) || (place === last && isMarked(word, part))
    })
    if (isThere) spans.push({ start: words[at]!.start, end: words[at + last]!.end })
  }
  return spans
}

/** “and”, “so”, “by”, “like”, “to”, “oh” and the article, which Arabic attaches to the next word. */
const ARABIC_PREFIX = /^(?:يا|[وف]?[بكل]?(?:ال)?|[وف]?لل)$/

function hasArabicPrefix(word: string, part: string): boolean {
  return word.endsWith(part) && /^\p{sc=Arabic}/u.test(part) && ARABIC_PREFIX.test(word.slice(0, -part.length))
}

/** Korean attaches particles to a name. */
function isMarked(word: string, part: string): boolean {
  return word.startsWith(part) && /\p{sc=Hangul}$/u.test(part) && word.length - part.length <= 3
}

function spansAnywhere(folded: string, form: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = []
  // A foreign name in kana or Chinese has a dot between its parts; its form has a blank.
  const pattern = new RegExp(form.split(' ').map(escaped).join('[\\s·・‧=＝,、，-]{0,2}'), 'gu')
  for (const match of folded.matchAll(pattern)) {
    const [start, end] = [match.index, match.index + match[0].length]
    if (!isInsideWord(folded, start, end)) spans.push({ start, end })
  }
  return spans
}

/** A run of katakana is one word: プリン does not call リン. */
function isInsideWord(folded: string, start: number, end: number): boolean {
  const before = folded[start - 1] ?? ''
  const after = folded[end] ?? ''
  if (/[\u3099\u309a]/.test(after)) return true
  const first = folded[start] ?? ''
  const last = folded[end - 1] ?? ''
  return (KATAKANA.test(first) && KATAKANA.test(before)) || (KATAKANA.test(last) && KATAKANA.test(after))
}

const KATAKANA = /[\p{sc=Katakana}ー]/u

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** Matches that no longer match covers, in text order. */
function uncovered(hits: Hit[]): Hit[] {
  const sorted = hits.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const kept: Hit[] = []
  let cover: Hit | null = null
  for (const hit of sorted) {
    const isEqual = cover !== null && cover.start === hit.start && cover.end === hit.end
    if (cover && hit.end <= cover.end && !isEqual) continue
    kept.push(hit)
    cover = hit
  }
  return kept
}
