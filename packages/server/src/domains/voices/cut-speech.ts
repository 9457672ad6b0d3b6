import type { Locale } from '@everkin/contract/locales.ts'

/** Longest piece; one that is longer is cut where a clause ends, else between words. */
const PIECE_LENGTH = 240
/** The first piece is what the listener waits for. */
const FIRST_LENGTH = 90
/** A clause shorter than this is no gain. */
const LEAST_CLAUSE = 24

const CLAUSE_END = /[,;:—–،؛、，；：…](?=\s|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|$)/gu

/** Words in pieces that can be spoken one by one: the sentences of every line, the first piece short. */
export function cutSpeech(words: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const pieces: string[] = []
  for (const line of words.split('\n')) {
    for (const { segment } of segmenter.segment(line)) {
      let left = segment.trim()
      while (left !== '') {
        const most = pieces.length === 0 ? FIRST_LENGTH : PIECE_LENGTH
        const end = left.length <= most ? left.length : cutBefore(left, most)
        pieces.push(left.slice(0, end).trim())
        left = left.slice(end).trim()
      }
    }
  }
  return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

/** Where the last clause that fits ends, else the last word, else the last whole character. */
function cutBefore(text: string, most: number): number {
  const beginning = text.slice(0, most)
  let end = 0
  for (const match of beginning.matchAll(CLAUSE_END)) if (match.index >= LEAST_CLAUSE) end = match.index + 1
  if (end > 0) return end
  const blank = beginning.lastIndexOf(' ')
  if (blank >= LEAST_CLAUSE) return blank
  return /[\uD800-\uDBFF]$/.test(beginning) ? most - 1 : most
}

/** The sentences of a text that is still being written that are finished, so far as can be told; '' when none is. */
export function finishedPart(text: string): string {
  let end = 0
  for (const match of text.matchAll(/[.!?…؟](?=["'”’»)*_]*\s)["'”’»)*_]*|[。！？]["”’」』）*_]*|\n+/gu))
    end = match.index + match[0].length
  const finished = text.slice(0, end)
  // An action that is still open must not be read as words.
  const open = (finished.match(/(?<!\\)\*/g) ?? []).length % 2 === 1 ? finished.lastIndexOf('*') : finished.length
  return finished.slice(0, open)
}
