import type { CastMember } from './group-cast.ts'

/** An `@` that is being written: where it stands, and what follows it up to the caret. */
export interface Mention {
  start: number
  query: string
}

/** Longer than any name: what is written after an `@` for so long is no name. */
const LONGEST_QUERY = 40
const LETTER = /[\p{L}\p{N}]/u
const MARKS = /\p{M}/gu
const WORD_GAP = /[\s\u00B7\u30FB]+/gu

/**
 * The `@` before the caret, while what follows may still be a name. One inside a word (an address) is none; where no
 * spaces are written, as in Japanese and Chinese, one may follow a letter of that script.
 */
export function mentionAt(words: string, caret: number): Mention | null {
  const start = Math.max(words.lastIndexOf('@', caret - 1), words.lastIndexOf('＠', caret - 1))
  if (start < 0 || start >= caret) return null
  const query = words.slice(start + 1, caret)
  if (query.length > LONGEST_QUERY || /[\n@＠]/u.test(query) || /^\s/u.test(query)) return null
  const before = words[start - 1] ?? ''
  if (LETTER.test(before) && !isWrittenWithoutSpaces(before)) return null
  return { start, query }
}

/** Those of the cast whose name goes on so from one of its words, whatever its case and accents; everyone for nothing. */
export function membersFor(query: string, members: readonly CastMember[]): CastMember[] {
  const wanted = fold(query)
  if (wanted === '') return [...members]
  return members.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`))
}

/** The words with the name in place of what was written after the `@`, and where the caret stands then. */
export function insertMention(
  words: string,
  caret: number,
  mention: Mention,
  name: string,
): { words: string; caret: number } {
  const after = words.slice(caret)
  const gap = /^\s/u.test(after) ? '' : ' '
  const head = `${words.slice(0, mention.start)}@${name}${gap}`
  return { words: head + after, caret: head.length + (gap === '' ? 1 : 0) }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').replace(WORD_GAP, ' ').toLocaleLowerCase()
}

function isWrittenWithoutSpaces(letter: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(letter)
}
