import { fold } from '../match-cues.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Grammar, GrammarData } from './grammar.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

const DATA: Record<string, GrammarData> = { en, de, fr, es, pt, ja, zh, ar }

export const LANGUAGES: readonly string[] = Object.keys(DATA)

const grammars = new Map<GrammarData, Grammar>()

/** How a language is understood; English for an unsupported one. Prepared when first needed. */
export function grammarOf(language: string): Grammar {
  const data = DATA[language] ?? en
  let grammar = grammars.get(data)
  if (!grammar) {
    grammar = prepare(data)
    grammars.set(data, grammar)
  }
  return grammar
}

function prepare(data: GrammarData): Grammar {
  return {
    ...data,
    stopWords: wordsOf(data.stopWords),
    intents: mapValues(data.intents, cuesOf),
    about: mapValues(data.about, cuesOf),
    questions: cuesOf(data.questions),
    tellMe: cuesOf(data.tellMe),
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(' ')
      .flatMap((word) => fold(word).split(' '))
      .filter((word) => word !== ''),
  )
}

function cuesOf(text: string): string[] {
  return text.split(' | ').filter((cue) => cue !== '')
}

function mapValues<Key extends string, From, To>(
  values: Record<Key, From>,
  change: (value: From) => To,
): Record<Key, To> {
  // The keys are those of the record that is given.
  return Object.fromEntries(Object.entries<From>(values).map(([key, value]) => [key, change(value)])) as Record<Key, To>
}
