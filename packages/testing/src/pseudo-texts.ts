import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree } from '@everkin/contract/translate.ts'
import type { Texts } from '@everkin/server/platform/texts.ts'

const ACCENTED: Record<string, string> = {
  a: 'à', c: 'ç', e: 'é', g: 'ĝ', h: 'ĥ', i: 'î', n: 'ñ', o: 'ö', r: 'ř', s: 'š', t: 'ť', u: 'ü', y: 'ý', z: 'ž',
  A: 'Å', C: 'Č', E: 'É', H: 'Ĥ', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', T: 'Ť', U: 'Ü', W: 'Ŵ', Y: 'Ý',
} // biome-ignore format: a table of letters

/** Text that must not be changed: placeholders and tags. */
const FIXED = /(\{\{[^}]*\}\}|<\/?[a-z]+>)/g

/**
 * A text that is longer than in any of our languages: 60 % more letters, accents above and below, brackets that mark
 * its start and end. Placeholders and tags are kept.
 */
export function stretch(text: string): string {
  const parts = text.split(FIXED)
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length
  const accented = parts.map((part, at) =>
    at % 2 === 0 ? [...part].map((letter) => ACCENTED[letter] ?? letter).join('') : part,
  )
  return `[${accented.join('')} ${fillers(Math.ceil(letters * 0.6))}]`
}

/** Words of usual length, so that lines break as in a real language. */
function fillers(letters: number): string {
  const words: string[] = []
  for (let rest = letters; rest > 0; rest -= 8) words.push('~'.repeat(Math.min(rest, 7)))
  return words.join(' ')
}

function stretchTree(tree: TextTree): TextTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, text]) => [name, typeof text === 'string' ? stretch(text) : stretchTree(text)]),
  )
}

/**
 * The English texts of a server, made longer, under every language's code, so that they are tested in both directions.
 */
export function pseudoTexts(texts: Texts, domains: readonly string[]): Texts {
  const tree = stretchTree(texts.pick('en', domains))
  const translators = new Map(LOCALE_CODES.map((locale) => [locale, createTranslator(locale, tree, tree)]))
  return {
    translate: (locale: Locale) => translators.get(locale) ?? createTranslator(locale, tree, tree),
    pick: (_, wanted) => Object.fromEntries(wanted.map((domain) => [domain, tree[domain] ?? {}])),
  }
}
