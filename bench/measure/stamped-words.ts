/**
 * Words that are the time at which they were written, in microseconds, as eleven letters. A reply of them has the words and
 * sentences of prose; a number with a decimal point would count as two sentences.
 */
const LETTERS = 26
const FIRST_LETTER = 97 // a
const WORDS_PER_SENTENCE = 10

/** The word for a time in milliseconds; `index` counts the words of the reply, from 1. A space follows. */
export function stampedWord(timeMs: number, index: number): string {
  let left = Math.round(timeMs * 1000)
  let word = ''
  while (left > 0) {
    word = String.fromCharCode(FIRST_LETTER + (left % LETTERS)) + word
    left = Math.floor(left / LETTERS)
  }
  return `${word}${index % WORDS_PER_SENTENCE === 0 ? '.' : ''} `
}

/** The time at which a word was written, in milliseconds. `watch-replies.ts` does the same in the page. */
export function timeOfWord(word: string): number {
  let time = 0
  for (const letter of word.replace('.', '')) time = time * LETTERS + letter.charCodeAt(0) - FIRST_LETTER
  return time / 1000
}
