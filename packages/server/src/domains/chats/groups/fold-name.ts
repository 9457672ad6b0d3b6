/**
 * A text in the form in which names are compared: compatibility forms, case, accents and Arabic vowel marks make no
 * difference, kana keep their voicing marks, and ى stays apart from ي, since “on” is no Ali. Decomposed, so that the fold of a beginning is a beginning of the fold.
 */
export function foldLoose(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ة', 'ه')
    .toUpperCase() // ß and ſ have no other way to their plain form
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

/** The same, with letters that were taken apart put together again: what whole words are compared in. */
export function foldName(text: string): string {
  return foldLoose(text).normalize('NFC')
}

/** Latin, Greek and Cyrillic accents; Arabic vowel marks, hamza signs and the stretching stroke. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640]/g
