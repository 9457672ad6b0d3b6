const NOTE_IN_BRACKETS = /[(（［[].*$/u
const WORD_GAP = /[\s\u00B7\u30FB\uFF65\u2022]+/u

/**
 * What each of a cast is called among themselves, as a chip shows it and an `@` names them: the first name where it
 * tells them apart, else the whole name. Names are never cut inside a word.
 */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map(firstName)
  return short.map((name, at) => {
    const isShared = names.some((other, place) => place !== at && wordsOf(other).includes(name))
    return isShared ? (names[at] ?? name) : name
  })
}

/** "Bram Castellan" is Bram, "Dr. Amara Okonjo" is Amara; with more words than that, the first may be a title. */
function firstName(name: string): string {
  const words = wordsOf(name)
  const [first = name, second = ''] = words
  if (words.length === 3 && first.endsWith('.')) return second
  return words.length === 2 && [...first].length > 1 && !first.endsWith('.') ? first : name
}

function wordsOf(name: string): string[] {
  return name
    .replace(NOTE_IN_BRACKETS, '')
    .split(WORD_GAP)
    .filter((word) => word !== '')
}
