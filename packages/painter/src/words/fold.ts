/** Marks that make no difference to a word: accents, Arabic vowels and the stroke that stretches a word. */
const MARKS = /[\p{Mn}\u0640]/gu

/** Folds case, accents, widths and the ways of writing one Arabic letter, so that words are found however they stand. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ß/g, 'ss')
    .replace(/[‐‑–]/g, '-')
}
