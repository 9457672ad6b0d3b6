import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import type { Phrases } from './phrases.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

const LANGUAGES: Record<string, Phrases> = { ar, de, en, es, fr, ja, pt, zh }

/** The general phrases of a language; English for an unsupported one. */
export function phrasesOf(locale: string): Phrases {
  return LANGUAGES[locale] ?? en
}
