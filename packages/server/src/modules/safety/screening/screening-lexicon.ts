import {
  compileLexicon,
  createCueReader,
  expandPhrases,
  type LazyLexicon,
  type NumberWords,
  type PhraseSlots,
} from '@everkin/text-safety'
import arAgeSigns from '../data/age-signs/ar.json' with { type: 'json' }
import deAgeSigns from '../data/age-signs/de.json' with { type: 'json' }
import enAgeSigns from '../data/age-signs/en.json' with { type: 'json' }
import esAgeSigns from '../data/age-signs/es.json' with { type: 'json' }
import frAgeSigns from '../data/age-signs/fr.json' with { type: 'json' }
import jaAgeSigns from '../data/age-signs/ja.json' with { type: 'json' }
import ptAgeSigns from '../data/age-signs/pt.json' with { type: 'json' }
import zhAgeSigns from '../data/age-signs/zh.json' with { type: 'json' }
import ar from '../data/screen/ar.json' with { type: 'json' }
import de from '../data/screen/de.json' with { type: 'json' }
import en from '../data/screen/en.json' with { type: 'json' }
import es from '../data/screen/es.json' with { type: 'json' }
import fr from '../data/screen/fr.json' with { type: 'json' }
import ja from '../data/screen/ja.json' with { type: 'json' }
import placeholders from '../data/screen/placeholders.json' with { type: 'json' }
import pt from '../data/screen/pt.json' with { type: 'json' }
import zh from '../data/screen/zh.json' with { type: 'json' }
import arTeens from '../data/teens/ar.json' with { type: 'json' }
import deTeens from '../data/teens/de.json' with { type: 'json' }
import enTeens from '../data/teens/en.json' with { type: 'json' }
import esTeens from '../data/teens/es.json' with { type: 'json' }
import frTeens from '../data/teens/fr.json' with { type: 'json' }
import jaTeens from '../data/teens/ja.json' with { type: 'json' }
import placeholderTeens from '../data/teens/placeholders.json' with { type: 'json' }
import ptTeens from '../data/teens/pt.json' with { type: 'json' }
import zhTeens from '../data/teens/zh.json' with { type: 'json' }
import { CUE, CUES_INSIDE_SHIELDS, type CueName } from '../rules.ts'

type CueWords = Partial<Record<CueName, readonly string[]>>
type ScreeningWords = CueWords & { numbers: NumberWords; slots?: PhraseSlots }

const LANGUAGES: Record<string, ScreeningWords> = { ar, de, en, es, fr, ja, pt, zh }
/** Patterns that hint at an age under 18, and in which words of childhood mean something else. */
const AGE_SIGNS: Record<string, CueWords & { slots: PhraseSlots }> = {
  ar: arAgeSigns,
  de: deAgeSigns,
  en: enAgeSigns,
  es: esAgeSigns,
  fr: frAgeSigns,
  ja: jaAgeSigns,
  pt: ptAgeSigns,
  zh: zhAgeSigns,
}
/** Words that only matter for teens. */
const TEEN_WORDS: Record<string, CueWords> = {
  ar: arTeens,
  de: deTeens,
  en: enTeens,
  es: esTeens,
  fr: frTeens,
  ja: jaTeens,
  pt: ptTeens,
  zh: zhTeens,
}
/** The numbers under 18 in words, by language. */
export const numberWords: Record<string, NumberWords> = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, { numbers }]) => [language, numbers]),
)

const REQUIRED_CUES: readonly CueName[] = ['minor', 'act', 'body', 'romance', 'selfHarmUrge', 'selfHarm', 'instruction']

/**
 * One screening lexicon for all eight languages, because people mix them. Throws when a language lacks one of the kinds
 * that B1 and B3 need: a server without its rules must not chat [M2].
 */
function loadScreeningLexicon(year: number): LazyLexicon {
  for (const [language, words] of Object.entries(LANGUAGES)) assertHasCues(language, words)
  for (const language of Object.keys(LANGUAGES)) {
    if (!TEEN_WORDS[language]?.courtship?.length) throw new Error(`the safety lexicon of ${language} has no courtship`)
    if (!AGE_SIGNS[language]?.childhood?.length) throw new Error(`the safety lexicon of ${language} has no childhood`)
  }
  const others = [placeholders, placeholderTeens, ...Object.values(TEEN_WORDS)]
  const all: readonly ScreeningWords[] = [
    ...Object.values(LANGUAGES),
    ...Object.entries(AGE_SIGNS).map(([language, signs]) => ({ numbers: numberWords[language]!, ...signs })),
    ...others.map((words) => ({ numbers: [], ...words })),
  ]
  return compileLexicon(() =>
    all.flatMap((words) =>
      wordGroups(words).flatMap(([name, written]) =>
        expandPhrases(written, CUE[name], words.numbers, year, words.slots),
      ),
    ),
  )
}

function wordGroups(words: ScreeningWords): [CueName, readonly string[]][] {
  // The keys of CUE are exactly the cue names; Object.keys only knows strings.
  const names = Object.keys(CUE) as CueName[]
  return names.flatMap((name): [CueName, readonly string[]][] => (words[name] ? [[name, words[name]]] : []))
}

function assertHasCues(language: string, words: ScreeningWords): void {
  for (const kind of REQUIRED_CUES) {
    if (!words[kind]?.length) throw new Error(`the safety lexicon of ${language} has no ${kind}`)
  }
}

/** Birth years of people under 18 depend on the current year, which is read once, when the rules load. */
export const screeningLexicon: LazyLexicon = loadScreeningLexicon(new Date().getUTCFullYear())

/** About a thousand turns of conversations in progress. */
const REMEMBERED_CHARACTERS = 1_000_000

/** The cues of a turn, which is read as it is written and again before each of the next ones. */
export const readTurn = createCueReader(screeningLexicon, CUE.shield, REMEMBERED_CHARACTERS, CUES_INSIDE_SHIELDS)
