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

/** Whether a character belongs to a script written without spaces. */
export function isUnspaced(character: string): boolean {
  return UNSPACED.test(character)
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

/** The number of typos allowed in a word of this length: one from four letters on, two from seven. */
export function maxTypos(word: string): 0 | 1 | 2 {
  if (UNSPACED.test(word) || word.length < 4) return 0
  return word.length < 7 ? 1 : 2
}

const DELETION_PREFIX_LENGTH = 7

/**
 * The prefix of a word with up to as many letters left out as typos are allowed (symmetric deletes). Two words within
 * that distance share a variant, so that an index finds similar words.
 */
export function deletionVariants(word: string): string[] {
  const variants = new Set<string>()
  let layer = [word.slice(0, DELETION_PREFIX_LENGTH)]
  const depth = maxTypos(word)
  if (depth === 0) return []
  for (let left = 0; left <= depth; left++) {
    for (const variant of layer) variants.add(variant)
    layer = layer.flatMap((variant) =>
      Array.from(variant, (_, index) => variant.slice(0, index) + variant.slice(index + 1)),
    )
  }
  return [...variants]
}

/**
 * The number of letters changed, left out, inserted or swapped with their neighbour between two words; `maxDistance` +
 * 1 for anything above.
 */
export function editDistance(one: string, other: string, maxDistance: number): number {
  if (Math.abs(one.length - other.length) > maxDistance) return maxDistance + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1)) // all filled above
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwap) least = Math.min(least, before[j - 2]! + 1) // filled two rows ago
      row.push(least)
    }
    before = last
    last = row
  }
  return Math.min(last[other.length] ?? maxDistance + 1, maxDistance + 1)
}
