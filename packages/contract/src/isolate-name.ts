import { isolated, runsAgainst } from './isolate.ts'
import type { Locale } from './locales.ts'

// A file of its own: few pages need it, and the others load `isolate.ts` alone.

/** They could end the isolation, or turn the text around a name. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g
const DIGIT_OR_BRACKET_AT_AN_EDGE = /^[\p{N}()[\]{}«»<>]|[\p{N}()[\]{}«»<>]$/u

/**
 * Wraps a name, address or id in bidi isolation for places without markup (attributes, titles, mails): only when its
 * first letter runs against the language, or digits or brackets are at an edge (docs/languages/guide.md). Direction controls
 * in the name are removed.
 */
export function isolateName(name: string, locale: Locale): string {
  const plain = name.replace(DIRECTION_CONTROLS, '')
  return runsAgainst(plain, locale) || DIGIT_OR_BRACKET_AT_AN_EDGE.test(plain) ? isolated(plain) : plain
}
