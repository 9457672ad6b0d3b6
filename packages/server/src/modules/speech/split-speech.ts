import type { Locale } from '@everkin/contract/locales.ts'

/** The longest piece; longer sentences are split at the end of a clause, otherwise between words. */
const MAX_PIECE_LENGTH = 240
/** The listener waits for the first piece, so it is short. */
const MAX_FIRST_PIECE_LENGTH = 90
/** A clause shorter than this is not worth a split. */
const MIN_CLAUSE_LENGTH = 24

const CLAUSE_END = /[,;:—–،؛、，；：…](?=\s|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|$)/gu

/** Text in pieces that can be spoken one by one: the sentences of every line, the first piece short. */
export function splitSpeech(words: string, locale: Locale): string[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' })
  const pieces: string[] = []
  for (const line of words.split('\n')) {
    for (const { segment } of segmenter.segment(line)) {
      let remaining = segment.trim()
      while (remaining !== '') {
        const maxLength = pieces.length === 0 ? MAX_FIRST_PIECE_LENGTH : MAX_PIECE_LENGTH
        const end = remaining.length <= maxLength ? remaining.length : splitIndex(remaining, maxLength)
        pieces.push(remaining.slice(0, end).trim())
        remaining = remaining.slice(end).trim()
      }
    }
  }
  return pieces.filter((piece) => /[\p{L}\p{N}]/u.test(piece))
}

/** The end of the last clause that fits, else of the last word, else of the last whole character. */
function splitIndex(text: string, maxLength: number): number {
  const beginning = text.slice(0, maxLength)
  let end = 0
  for (const match of beginning.matchAll(CLAUSE_END)) if (match.index >= MIN_CLAUSE_LENGTH) end = match.index + 1
  if (end > 0) return end
  const blank = beginning.lastIndexOf(' ')
  if (blank >= MIN_CLAUSE_LENGTH) return blank
  return /[\uD800-\uDBFF]$/.test(beginning) ? maxLength - 1 : maxLength
}
