import { isUnspaced, normalizeForSearch, stripArabicArticle } from '@everkin/recall'
import type { SearchQuery } from './parse-query.ts'

/** A text folded letter by letter, with the original offset of each folded character. */
interface Folded {
  text: string
  /** UTF-16 offsets into the original, one more than the folded text has characters. */
  from: number[]
}

/** A letter with its combining marks. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gsu
const APOSTROPHE = /^['’ʼ＇]$/
const LETTER = /^[\p{L}\p{N}\p{M}]/u

function foldByLetter(text: string): Folded {
  const pieces: string[] = []
  const from: number[] = []
  let before = ''
  for (const match of text.matchAll(CLUSTERS)) {
    const cluster = match[0]
    const after = text.slice(match.index + cluster.length, match.index + cluster.length + 2)
    // An apostrophe within a word is not a letter (“don’t”), as in the index.
    const isSilent = APOSTROPHE.test(cluster) && LETTER.test(before) && LETTER.test(after)
    const folded = isSilent ? '' : normalizeForSearch(cluster)
    for (let index = 0; index < folded.length; index++) from.push(match.index)
    pieces.push(folded)
    before = cluster
  }
  from.push(text.length)
  return { text: pieces.join(''), from }
}

/** Start and end of a match, as UTF-16 offsets into the text. */
export type Highlight = [number, number]

/** Maximum number of highlights in one text; more would not help the reader. */
const MAX_HIGHLIGHTS = 50

/** The positions of everything in the query in a text, in order; null when something is missing. */
export function findHighlights(text: string, wanted: readonly SearchQuery[]): Highlight[] | null {
  const folded = foldByLetter(text)
  const marks: Highlight[] = []
  for (const one of wanted) {
    const found = placesOf(folded.text, one)
    if (found.length === 0) return null
    marks.push(...found.map(([start, end]): Highlight => [folded.from[start] ?? 0, folded.from[end] ?? text.length]))
  }
  return joined(marks).slice(0, MAX_HIGHLIGHTS)
}

function placesOf(text: string, { run, isUnspaced: anywhere, isBeginning }: SearchQuery): Highlight[] {
  const places: Highlight[] = []
  const bare = stripArabicArticle(run)
  for (const sought of bare === null ? [run] : [run, bare]) {
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const end = at + sought.length
      const wordEnd = anywhere ? end : endOfWord(text, end)
      const start = anywhere ? at : wordStart(text, at)
      if (start !== null && (anywhere || isBeginning || wordEnd === end)) places.push([start, wordEnd])
      if (places.length >= MAX_HIGHLIGHTS) return places
    }
  }
  return places
}

/** The start of the word that begins at `at`, including an Arabic article before it; null in the middle of a word. */
function wordStart(text: string, at: number): number | null {
  const isBegin = (place: number) => !isPartOfWord(lastOf(text.slice(Math.max(0, place - 2), place)))
  if (isBegin(at)) return at
  return text.startsWith('ال', at - 2) && isBegin(at - 2) ? at - 2 : null
}

function endOfWord(text: string, from: number): number {
  let end = from
  for (const letter of text.slice(from, from + 80)) {
    if (!isPartOfWord(letter)) break
    end += letter.length
  }
  return end
}

function isPartOfWord(letter: string): boolean {
  return LETTER.test(letter) && !isUnspaced(letter)
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? ''
}

function joined(marks: Highlight[]): Highlight[] {
  const result: Highlight[] = []
  for (const [start, end] of marks.sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = result.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else if (end > start) result.push([start, end])
  }
  return result
}

/** Number of UTF-16 code units around a hit that its line shows. */
const SNIPPET_LENGTH = 180
/** How many of them come before the first highlight. */
const LENGTH_BEFORE_HIT = 50

/** A text as one line without the asterisks of its actions, as a list of hits shows it. */
export function plainLine(text: string): string {
  return text
    .replace(/(^|[\s\p{P}\p{S}])\*+(?=\S)|\*+(?=$|[\s\p{P}\p{S}])/gmu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The part of a line around its first highlight, cut between words if possible, with the highlights in it. */
export function snippetOf(line: string, marks: readonly Highlight[]): { snippet: string; marks: Highlight[] } {
  const first = marks[0]?.[0] ?? 0
  if (line.length <= SNIPPET_LENGTH) return { snippet: line, marks: marks.map(([start, end]) => [start, end]) }
  const from = first <= LENGTH_BEFORE_HIT ? 0 : wordAfter(line, first - LENGTH_BEFORE_HIT, first)
  const to = from + SNIPPET_LENGTH >= line.length ? line.length : wholeEnd(line, from + SNIPPET_LENGTH)
  const head = from > 0 ? '…' : ''
  const tail = to < line.length ? '…' : ''
  const shift = head.length - from
  return {
    snippet: `${head}${line.slice(from, to)}${tail}`,
    marks: marks
      .filter(([start, end]) => start >= from && start < to && end > from)
      .map(([start, end]) => [start + shift, Math.min(end, to) + shift]),
  }
}

function wordAfter(line: string, from: number, most: number): number {
  const space = line.indexOf(' ', from)
  const at = space >= 0 && space < most ? space + 1 : from
  return isHalf(line, at) ? at - 1 : at
}

function wholeEnd(line: string, to: number): number {
  const space = line.lastIndexOf(' ', to)
  const at = space > to - 30 ? space : to
  return isHalf(line, at) ? at - 1 : at
}

/** Whether a cut here would split a character. */
function isHalf(line: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') && /[\uD800-\uDBFF]/.test(line[at - 1] ?? '')
}
