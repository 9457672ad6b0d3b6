import {
  type Cue,
  compileLexicon,
  createCueReader,
  expandContractions,
  expandPhrases,
  type LazyLexicon,
  type Phrase,
  type PhraseSlots,
} from '@everkin/text-safety'
import { DAY_MS } from '../../platform/durations.ts'
import ar from './data/crisis/ar.json' with { type: 'json' }
import de from './data/crisis/de.json' with { type: 'json' }
import en from './data/crisis/en.json' with { type: 'json' }
import es from './data/crisis/es.json' with { type: 'json' }
import fr from './data/crisis/fr.json' with { type: 'json' }
import ja from './data/crisis/ja.json' with { type: 'json' }
import placeholders from './data/crisis/placeholders.json' with { type: 'json' }
import pt from './data/crisis/pt.json' with { type: 'json' }
import zh from './data/crisis/zh.json' with { type: 'json' }
import { CUE } from './rules.ts'

/** `crisis_imminent` shows the emergency number first [C2]. */
export type CrisisLevel = 'none' | 'crisis' | 'crisis_imminent'

type CrisisWords = {
  fillers: readonly string[]
  /** Words that may stand in the same place of a phrase: `{pills}` is any of `slots.pills`. */
  slots: PhraseSlots
  crisis: readonly string[]
  weak: readonly string[]
  imminent: readonly string[]
  /** Found as pairs: a wish near death, or something against life near life. */
  wish: readonly string[]
  death: readonly string[]
  against: readonly string[]
  life: readonly string[]
  now: readonly string[]
  /** Found as pairs: the person's own absence near its benefit to others. */
  absence: readonly string[]
  relief: readonly string[]
  /** Found as pairs: “doing it” near a sign of finality, and a farewell near “tonight”. */
  deed: readonly string[]
  final: readonly string[]
  farewell: readonly string[]
  /** What someone would do to themselves: a crisis by itself, imminent after an intention (“I am going to”). */
  act: readonly string[]
  /** Acts in words that are often harmless alone (“overdose”): a crisis near a wish, imminent after an intention. */
  dose: readonly string[]
  intention: readonly string[]
  shield: readonly string[]
  fiction: readonly string[]
}

const LANGUAGES: Record<string, CrisisWords> = { ar, de, en, es, fr, ja, pt, zh, placeholders }
/** The shield bit is the screening one, so that the same function removes shielded cues. */
const GROUP = {
  crisis: 1,
  imminent: 2,
  now: 4,
  fiction: 8,
  wish: 128,
  death: 256,
  against: 512,
  life: 1024,
  absence: 2048,
  relief: 4096,
  deed: 8192,
  final: 16384,
  farewell: 32768,
  act: 1 << 25,
  dose: 1 << 26,
  intention: 1 << 27,
  shield: CUE.shield,
}
const FIRST_WEAK_BIT = 16
const WEAK = new Map(Object.keys(LANGUAGES).map((language, index) => [language, 1 << (FIRST_WEAK_BIT + index)]))
const ANY_WEAK = [...WEAK.values()].reduce((all, bit) => all | bit, 0)
/** The largest distance between the halves of a pair, in folded characters. */
const PAIR_REACH = 24
/** The largest distance for pairs with more words between them: “if I were gone” and “they would all be happier”. */
const WIDE_PAIR_REACH = 40
/** The largest distance of words like “tonight” that make a crisis imminent, in folded characters. */
const IMMINENT_REACH = 60

/**
 * Whether a message expresses self-harm or suicide, in any of eight languages; phrases that are also everyday sighs (“I
 * can't do this anymore”) count in the reader's own language only. If it fails, help is shown [C1, C2, M4].
 */
export function detectCrisis(text: string, locale: string): CrisisLevel {
  return crisisOnError(() => detectIn(text, locale))
}

/**
 * Whether a text is a crisis message, in any language, including every language's everyday sighs. Crisis messages stay
 * in the conversation but are never used for anything else: not for the demo model's recall lines, memory, suggestions,
 * proactive messages or chat-list excerpts. Computed each time instead of stored, so that it also applies to older
 * rows, edits, imports, copies and other branches.
 */
export function isCrisisText(text: string): boolean {
  return crisisOnError(() => classifyCrisisCues(text, ANY_WEAK)) !== 'none'
}

/**
 * Whether a text is a crisis message in any language, apart from everyday sighs: for a text whose language is not
 * known.
 */
export function isOpenCrisisText(text: string): boolean {
  return crisisOnError(() => classifyCrisisCues(text, 0)) !== 'none'
}

/** The result of a detection, or `crisis` when it throws: a needless card does less harm than a missing one [M4]. */
export function crisisOnError(detect: () => CrisisLevel): CrisisLevel {
  try {
    return detect()
  } catch {
    return 'crisis'
  }
}

function detectIn(text: string, locale: string): CrisisLevel {
  return classifyCrisisCues(text, WEAK.get(locale.slice(0, 2)) ?? 0)
}

/** `weak`: the bits of the languages whose everyday sighs count. */
function classifyCrisisCues(text: string, weak: number): CrisisLevel {
  const { cues } = readMessage(text)
  if (cues.length === 0) return 'none'
  if (isImminent(cues)) return 'crisis_imminent'
  const crisis = [
    ...cues.filter(({ group }) => group === GROUP.crisis || group === GROUP.act),
    ...pairsOf(cues, GROUP.wish, GROUP.death, PAIR_REACH),
    ...pairsOf(cues, GROUP.wish, GROUP.dose, PAIR_REACH),
    ...pairsOf(cues, GROUP.against, GROUP.life, PAIR_REACH),
    ...pairsOf(cues, GROUP.absence, GROUP.relief, WIDE_PAIR_REACH),
  ].sort((one, other) => one.position - other.position)
  if (crisis.length > 0) return isNow(crisis, cues) ? 'crisis_imminent' : fromFiction(cues)
  return cues.some(({ group }) => (group & weak) !== 0) ? fromFiction(cues) : 'none'
}

function isImminent(cues: readonly Cue[]): boolean {
  if (cues.some(({ group }) => group === GROUP.imminent)) return true
  const pairs = [
    ...pairsOf(cues, GROUP.deed, GROUP.final, WIDE_PAIR_REACH),
    ...pairsOf(cues, GROUP.farewell, GROUP.now, IMMINENT_REACH),
    ...intended(cues, GROUP.act),
    ...intended(cues, GROUP.dose),
  ]
  return pairs.length > 0 && fromFiction(cues) !== 'none'
}

/** A person who talks about a song or a novel gets no help card, unless the words are now their own. */
const fromFiction = (cues: readonly Cue[]): CrisisLevel =>
  cues.some(({ group }) => group === GROUP.fiction) ? 'none' : 'crisis'

/** Cues of one kind near one of the other: the later of the two, in one pass. */
function pairsOf(cues: readonly Cue[], one: number, other: number, reach: number): Cue[] {
  const last = new Map<number, Cue>()
  const pairs: Cue[] = []
  for (const cue of cues) {
    if (cue.group !== one && cue.group !== other) continue
    const partner = last.get(cue.group === one ? other : one)
    if (partner && cue.position - partner.positionEnd <= reach) pairs.push(cue)
    last.set(cue.group, cue)
  }
  return pairs
}

/** Cues of a kind after an intention. */
const intended = (cues: readonly Cue[], group: number): Cue[] =>
  pairsOf(cues, GROUP.intention, group, PAIR_REACH).filter((cue) => cue.group === group)

function isNow(crisis: readonly Cue[], cues: readonly Cue[]): boolean {
  if (cues.some(({ group }) => group === GROUP.fiction)) return false
  const now = cues.filter(({ group }) => group === GROUP.now)
  let next = 0
  return crisis.some((cue) => {
    while (next < now.length && now[next]!.positionEnd < cue.position - IMMINENT_REACH) next += 1
    return next < now.length && now[next]!.position - cue.positionEnd <= IMMINENT_REACH
  })
}

function compileCrisisLexicon(): LazyLexicon {
  const collect = ([language, written]: [string, CrisisWords]): Phrase[] => {
    const words = language === 'en' ? expandAllContractions(written) : written
    return [
      ...phrasesOf(words.crisis, GROUP.crisis, words.fillers, words.slots),
      ...phrasesOf(words.weak, WEAK.get(language)!, words.fillers),
      ...phrasesOf(words.imminent, GROUP.imminent, words.fillers, words.slots),
      ...phrasesOf(words.wish, GROUP.wish, []),
      ...phrasesOf(words.death, GROUP.death, []),
      ...phrasesOf(words.against, GROUP.against, []),
      ...phrasesOf(words.life, GROUP.life, []),
      ...phrasesOf(words.now, GROUP.now, []),
      ...phrasesOf(words.absence, GROUP.absence, []),
      ...phrasesOf(words.relief, GROUP.relief, []),
      ...phrasesOf(words.deed, GROUP.deed, []),
      ...phrasesOf(words.final, GROUP.final, []),
      ...phrasesOf(words.farewell, GROUP.farewell, []),
      ...phrasesOf(words.act, GROUP.act, [], words.slots),
      ...phrasesOf(words.dose, GROUP.dose, [], words.slots),
      ...phrasesOf(words.intention, GROUP.intention, []),
      ...phrasesOf(words.shield, GROUP.shield, [], words.slots),
      ...phrasesOf(words.fiction, GROUP.fiction, []),
    ]
  }
  return compileLexicon(() => Object.entries(LANGUAGES).flatMap(collect))
}

function expandAllContractions({ fillers, slots, ...phrases }: CrisisWords): CrisisWords {
  const expanded = { ...expandLists(phrases), fillers, slots: expandLists(slots) }
  return expanded as CrisisWords // the same lists, longer
}

const expandLists = (lists: Readonly<Record<string, readonly string[]>>): PhraseSlots =>
  Object.fromEntries(Object.entries(lists).map(([name, written]) => [name, expandContractions(written)]))

/** `_` in a phrase matches nothing, or one or two of the usual small words. */
function phrasesOf(
  written: readonly string[],
  group: number,
  fillers: readonly string[],
  slots: PhraseSlots = {},
): Phrase[] {
  const pairs = fillers.flatMap((one) => fillers.map((other) => `${one} ${other}`))
  const filled = written.flatMap((phrase) =>
    phrase.includes('_') ? ['', ...fillers, ...pairs].map((filler) => phrase.replaceAll('_', filler)) : [phrase],
  )
  return expandPhrases(filled, group, [], 0, slots)
}

export const crisisLexicon = compileCrisisLexicon()
/** A message is looked at by several features in a row: before it is stored, for the chat list, for memory. */
const REMEMBERED_CHARACTERS = 200_000
const readMessage = createCueReader(crisisLexicon, CUE.shield, REMEMBERED_CHARACTERS)

const OFFER_PAUSE_MS = DAY_MS

/** False for 24 hours after a crisis message: no offer, unlock prompt, streak or gift is shown [C3]. */
export function canShowOffers(lastCrisisAt: Date | null, now: Date): boolean {
  return lastCrisisAt === null || now.getTime() - lastCrisisAt.getTime() >= OFFER_PAUSE_MS
}
