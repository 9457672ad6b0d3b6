import { deobfuscateLetter } from './deobfuscate.ts'
import { characterKind, foldedString, foldText } from './fold-text.ts'
import { compilePhrases, type PhraseMatcher } from './phrase-matcher.ts'
import type { Phrase } from './phrase-trie.ts'

/** Numbers 0 to 17 in words, each with its spellings, for the `{n}` of a phrase. */
export type NumberWords = readonly (readonly string[])[]

/** Words that may stand in the same place of a phrase, by the name of that place: `{toy}` is any of `slots.toy`. */
export type PhraseSlots = Readonly<Record<string, readonly string[]>>

/** Each phrase twice: for plain text, and for the second reading of `deobfuscate`. */
export type Lexicon = {
  readonly plain: PhraseMatcher
  readonly deobfuscated: PhraseMatcher
}

const ADULT_AGE = 18
/** Below it a number of years is seldom said without a unit, and often means something else (“one”, “a”). */
const LOWEST_BARE_AGE = 4
const SLOT = /\{(\w+)\}/ // our own phrases, never people's text

/**
 * The phrases of one group, ready to compile. In the data `*` at the end allows any ending, `{n}` is any number under
 * 18 in digits or words, `{a}` one from 4 to 17, `{y}` any year in which a person under 18 today was born, and any
 * other name one of the words of that slot. Throws for a slot without words.
 */
export function expandPhrases(
  written: readonly string[],
  group: number,
  numbers: NumberWords,
  year: number,
  slots: PhraseSlots = {},
): Phrase[] {
  const phrases: Phrase[] = []
  const fillings = { ...slots, ...numberSlots(numbers, year) }
  for (const entry of written) {
    const open = entry.endsWith('*')
    for (const variant of fillIn(open ? entry.slice(0, -1) : entry, fillings)) {
      const text = foldPhrase(variant)
      if (text === '') throw new Error('a phrase of the safety lexicon is empty')
      const endsWord = !open && characterKind(text.charCodeAt(text.length - 1)) === 1
      phrases.push({ text, group, endsWord })
    }
  }
  return phrases
}

function numberSlots(numbers: NumberWords, year: number): PhraseSlots {
  const ages = Array.from({ length: ADULT_AGE }, (_, age) => [String(age), ...(numbers[age] ?? [])])
  return {
    n: ages.flat(),
    a: ages.slice(LOWEST_BARE_AGE).flat(),
    y: ages.map((_, age) => String(year - age)),
  }
}

/** Every way to fill the slots of an entry. */
function fillIn(entry: string, slots: PhraseSlots): string[] {
  const name = SLOT.exec(entry)?.[1]
  if (name === undefined) return [entry]
  const words = slots[name]
  if (!words?.length) throw new Error(`the safety lexicon has no words for {${name}}`)
  return words.flatMap((word) => fillIn(entry.replace(`{${name}}`, word), slots))
}

/** Folding leaves these unchanged; most phrases are such, and there are tens of thousands. */
const IS_FOLDED = /^[a-z0-9]+(?: [a-z0-9]+)*$/

const foldPhrase = (phrase: string): string =>
  IS_FOLDED.test(phrase) ? phrase : foldedString(foldText(phrase)).replaceAll('.', ' ').trim()

/**
 * A lexicon whose matchers are built when a text is first read, so that a test or a command that reads none starts at
 * once. The same phrase twice in one group counts once. Reading throws when there is nothing to compile: the caller
 * must then refuse to screen [M2].
 */
export function compileLexicon(collect: () => readonly Phrase[]): LazyLexicon {
  return new LazyLexicon(collect)
}

/**
 * Builds what has not been used yet of these lexicons, and calls `yieldToOthers` after each part, of which the largest takes
 * about a tenth of a second: a server that has just started has the time, a person who waits for an answer has not.
 */
export async function buildLexicons(
  lexicons: readonly LazyLexicon[],
  yieldToOthers: () => Promise<void>,
): Promise<void> {
  for (const lexicon of lexicons) {
    for (const _part of lexicon.build()) await yieldToOthers()
  }
}

/** See `compileLexicon`. */
export class LazyLexicon implements Lexicon {
  private readonly collect: () => readonly Phrase[]
  /** Forgotten when both matchers are built: they are tens of thousands of small objects. */
  private phrases: readonly Phrase[] | null = null
  private plainMatcher: PhraseMatcher | null = null
  private deobfuscatedMatcher: PhraseMatcher | null = null

  constructor(collect: () => readonly Phrase[]) {
    this.collect = collect
  }

  get plain(): PhraseMatcher {
    if (!this.plainMatcher) {
      this.plainMatcher = compilePhrases(this.collected())
      this.forgetPhrases()
    }
    return this.plainMatcher
  }

  get deobfuscated(): PhraseMatcher {
    if (!this.deobfuscatedMatcher) {
      this.deobfuscatedMatcher = compilePhrases(this.collected(), deobfuscateLetter)
      this.forgetPhrases()
    }
    return this.deobfuscatedMatcher
  }

  /** Each step builds a part. */
  *build(): Generator<unknown> {
    if (!this.isBuilt()) yield this.collected()
    yield this.plain
    yield this.deobfuscated
  }

  private collected(): readonly Phrase[] {
    this.phrases ??= this.collect()
    if (this.phrases.length === 0) throw new Error('the safety lexicon is empty')
    return this.phrases
  }

  private forgetPhrases(): void {
    if (this.isBuilt()) this.phrases = null
  }

  private isBuilt(): boolean {
    return this.plainMatcher !== null && this.deobfuscatedMatcher !== null
  }
}

/** English contractions as in the phrase files (folded, without their apostrophe), and their full forms. */
const CONTRACTIONS: Record<string, string> = {
  arent: 'are not',
  cant: 'can not',
  couldnt: 'could not',
  didnt: 'did not',
  doesnt: 'does not',
  dont: 'do not',
  ill: 'i will',
  im: 'i am',
  isnt: 'is not',
  ive: 'i have',
  shouldnt: 'should not',
  theres: 'there is',
  wasnt: 'was not',
  wont: 'will not',
  wouldnt: 'would not',
}
const CONTRACTION = new RegExp(`\\b(?:${Object.keys(CONTRACTIONS).join('|')})\\b`, 'g') // our own phrases, never people's text

/**
 * Each phrase as written, and with its contractions expanded: “I do not want to” means the same as “I don't want to”.
 * “Cannot” is written as one word or as two.
 */
export function expandContractions(phrases: readonly string[]): string[] {
  return phrases.flatMap((phrase) => {
    const full = phrase.replace(CONTRACTION, (short) => CONTRACTIONS[short] ?? short)
    if (full === phrase) return [phrase]
    return full.includes('can not') ? [phrase, full, full.replaceAll('can not', 'cannot')] : [phrase, full]
  })
}
