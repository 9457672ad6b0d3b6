import { characterKind, foldedString, foldText } from './fold-text.ts'
import { compilePhrases, type Phrase, type PhraseAutomaton } from './phrase-automaton.ts'
import { undisguiseLetter } from './undisguise.ts'

/** Numbers 0 to 17 in words, each with its spellings, for the `{n}` of a phrase. */
export type NumberWords = readonly (readonly string[])[]

/** The same phrases twice: for plain text, and for the second reading of `undisguise`. */
export type Lexicon = { plain: PhraseAutomaton; undisguised: PhraseAutomaton; groups: Int32Array }

const UNDER_AGE = 18
const ARABIC = /^[\u0621-\u064a]/
/** Arabic writes “and, the, with, for, so, like” onto the word. */
const ARABIC_PREFIXES = ['', 'و', 'ال', 'وال', 'ب', 'بال', 'ل', 'لل', 'ف', 'ك']

/**
 * Phrases of one group, ready to compile. In the data `*` at the end lets the word go on, `{n}` is any number under
 * 18 in digits or words, and `{y}` any year in which someone under 18 today was born.
 */
export function expandPhrases(written: readonly string[], group: number, numbers: NumberWords, year: number): Phrase[] {
  const phrases: Phrase[] = []
  for (const entry of written) {
    const open = entry.endsWith('*')
    for (const variant of fillIn(open ? entry.slice(0, -1) : entry, numbers, year)) {
      const text = foldPhrase(variant)
      if (text === '') throw new Error('a phrase of the safety lexicon is empty')
      const startsWord = characterKind(text.charCodeAt(0)) === 1
      const endsWord = !open && characterKind(text.charCodeAt(text.length - 1)) === 1
      for (const spelled of withPrefixes(text)) phrases.push({ text: spelled, group, startsWord, endsWord })
    }
  }
  return phrases
}

function fillIn(entry: string, numbers: NumberWords, year: number): string[] {
  if (entry.includes('{y}')) {
    return Array.from({ length: UNDER_AGE }, (_, age) => entry.replace('{y}', String(year - age)))
  }
  if (!entry.includes('{n}')) return [entry]
  return Array.from({ length: UNDER_AGE }, (_, age) => [String(age), ...(numbers[age] ?? [])]).flatMap((spellings) =>
    spellings.map((spelling) => entry.replace('{n}', spelling)),
  )
}

const foldPhrase = (phrase: string): string => foldedString(foldText(phrase)).replaceAll('.', ' ').trim()

function withPrefixes(text: string): string[] {
  if (!ARABIC.test(text)) return [text]
  if (text.startsWith('ال')) return ['', 'و', 'ب', 'ف', 'ك'].map((prefix) => prefix + text)
  return ARABIC_PREFIXES.map((prefix) => prefix + text)
}

/** Compiles a lexicon; the same phrase twice in one group counts once. Throws when there is nothing to compile [M2]. */
export function compileLexicon(phrases: readonly Phrase[]): Lexicon {
  if (phrases.length === 0) throw new Error('the safety lexicon is empty')
  const unique = [
    ...new Map(phrases.map((phrase) => [`${phrase.group} ${phrase.endsWord} ${phrase.text}`, phrase])).values(),
  ]
  const respelled = unique.map((phrase) => ({ ...phrase, text: respell(phrase.text) }))
  return {
    plain: compilePhrases(unique),
    undisguised: compilePhrases(respelled),
    groups: Int32Array.from(unique, (phrase) => phrase.group),
  }
}

/** A phrase as `undisguise` would spell it. */
function respell(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    result += String.fromCharCode(undisguiseLetter(text.charCodeAt(index)))
  }
  return result
}
