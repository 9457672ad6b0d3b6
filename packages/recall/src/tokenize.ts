const LETTER_FORMS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  آ: 'ا',
  أ: 'ا',
  إ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
  ـ: '',
}
const LETTER_FORM = new RegExp(`[${Object.keys(LETTER_FORMS).join('')}]`, 'gu')

// Combining accents and the vowel signs of Arabic and Hebrew; never the voicing marks that turn か into が.
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g
const KATAKANA = /[\u30a1-\u30f6]/g
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
const APOSTROPHES = /(?<=\p{L})['’ʼ＇](?=\p{L})/gu

/**
 * Text as search compares it: compatibility forms, case, accents, variants of Arabic letters, and hiragana and katakana
 * are made equal.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(LETTER_FORM, (letter) => LETTER_FORMS[letter] ?? letter)
    .normalize('NFD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .replace(LETTER_FORM, (letter) => LETTER_FORMS[letter] ?? letter)
    .replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
}

const RUNS = /[\p{L}\p{N}\p{M}\u30fc]+/gu
/** Scripts written without spaces between words. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+)/u

/** The maximum number of letters of a word that count. */
export const MAX_WORD_LENGTH = 40

/**
 * The words of a text, folded. `isUnspaced` marks a run of a script without spaces, in which a word may begin anywhere.
 */
export function splitIntoRuns(text: string): { run: string; isUnspaced: boolean }[] {
  return [...normalizeForSearch(text).matchAll(RUNS)].flatMap(([whole]) =>
    whole
      .split(UNSPACED)
      .filter((run) => run !== '')
      .map((run) => ({ run: run.slice(0, MAX_WORD_LENGTH * 4), isUnspaced: UNSPACED.test(run) })),
  )
}

/**
 * The terms by which a text is found: its words, Arabic words also without their article, and for scripts without
 * spaces every character and every pair of neighbours, so that any part of a name finds it.
 */
export function indexTerms(text: string): string[] {
  const terms = new Set<string>()
  for (const { run, isUnspaced } of splitIntoRuns(text)) {
    if (isUnspaced) {
      const letters = [...run]
      letters.forEach((letter, index) => {
        terms.add(letter)
        if (index > 0) terms.add(letters[index - 1] + letter)
      })
      continue
    }
    const word = run.slice(0, MAX_WORD_LENGTH)
    terms.add(word)
    const bare = stripArabicArticle(word)
    if (bare !== null) terms.add(bare)
  }
  return [...terms]
}

/** An Arabic word without its article; null for one that has none. */
export function stripArabicArticle(word: string): string | null {
  return word.startsWith('ال') && word.length > 3 ? word.slice(2) : null
}

/** Whether a text contains a character of a script written without spaces. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text)
}

const MAX_QUERY_WORDS = 8

/** The words that a card must contain to match a query, at most eight; each pair of neighbours counts as one. */
export function queryWords(query: string): string[] {
  const words = splitIntoRuns(query).flatMap(({ run, isUnspaced }) => {
    const letters = [...run]
    if (!isUnspaced) return [run.slice(0, MAX_WORD_LENGTH)]
    return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter)
  })
  return [...new Set(words)].slice(0, MAX_QUERY_WORDS)
}

const MAX_HASHES = 400
const STEM_LENGTH = 5
const SPACED_SCRIPTS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{N}]+$/u

/**
 * The words of a text as 52-bit numbers, folded as search folds them. A longer word is also added by its prefix, so
 * that "sisters" finds "sister" in every language that inflects at the end. Scripts without spaces use pairs of
 * neighbouring characters. At most 401 numbers, in the order of the text; they never change, because they are stored.
 */
export function termHashes(text: string): number[] {
  const hashes = new Set<number>()
  for (const term of indexTerms(text)) {
    hashes.add(hash52(term))
    if (term.length > STEM_LENGTH && SPACED_SCRIPTS.test(term)) hashes.add(hash52(`${term.slice(0, STEM_LENGTH)}~`))
    if (hashes.size >= MAX_HASHES) break
  }
  return [...hashes]
}

/** The share of `terms` that are in `within`: 1 when all are, 0 when there are none. */
export function overlapShare(terms: readonly number[], within: ReadonlySet<number>): number {
  if (terms.length === 0) return 0
  return terms.reduce((count, term) => count + (within.has(term) ? 1 : 0), 0) / terms.length
}

/** Two runs of FNV-1a from different starts, 26 bits of each: integers that every database accepts. */
function hash52(text: string): number {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low ^= low >>> 13
  }
  return (high >>> 6) * 0x4000000 + (low >>> 6)
}
