import { LOCALES, type Locale } from './locales.ts'

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_DIRECTIONAL_ISOLATE = '\u2069'
/** What is isolated already, or another direction control. */
const ISOLATED_OR_CONTROL = /(\u2068[^\u202A-\u202E\u2066-\u2069]*\u2069)|[\u202A-\u202E\u2066-\u2069]/g
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u

/**
 * Any value of a sentence so that the words around it keep their order: isolated if its first letter runs against the
 * language. What is isolated already stays; other direction controls are removed.
 */
export function isolateValue(value: string, locale: Locale): string {
  const plain = value.replace(ISOLATED_OR_CONTROL, '$1')
  return runsAgainst(plain, locale) && !plain.startsWith(FIRST_STRONG_ISOLATE) ? isolated(plain) : plain
}

/** Wraps a text in bidi isolation. */
export function isolated(text: string): string {
  return `${FIRST_STRONG_ISOLATE}${text}${POP_DIRECTIONAL_ISOLATE}`
}

/** Whether the first letter of a text runs against the language. */
export function runsAgainst(text: string, locale: Locale): boolean {
  const letter = text.match(/\p{L}/u)
  return letter !== null && RIGHT_TO_LEFT.test(letter[0]) !== (LOCALES[locale].direction === 'rtl')
}
