import { LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree } from '@everkin/contract/translate.ts'
import type { Texts } from '@everkin/server/platform/texts.ts'

const ACCENTED: Record<string, string> = {
  a: 'à', c: 'ç', e: 'é', g: 'ĝ', h: 'ĥ', i: 'î', n: 'ñ', o: 'ö', r: 'ř', s: 'š', t: 'ť', u: 'ü', y: 'ý', z: 'ž',
  A: 'Å', C: 'Č', E: 'É', H: 'Ĥ', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', T: 'Ť', U: 'Ü', W: 'Ŵ', Y: 'Ý',
} // biome-ignore format: a table of letters

/** What is not to be changed: placeholders and tags. */
const FIXED = /(\{\{[^}]*\}\}|<\/?[a-z]+>)/g

/**
 * A text as no language writes it, but one that is longer than all of ours might: 60 % more letters, accents above and
 * below, brackets that show where it begins and ends. Placeholders and tags stay as they are.
 */
export function stretch(text: string): string {
  const parts = text.split(FIXED)
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length
  const accented = parts.map((part, at) =>
    at % 2 === 0 ? [...part].map((letter) => ACCENTED[letter] ?? letter).join('') : part,
  )
  return `[${accented.join('')} ${fillers(Math.ceil(letters * 0.6))}]`
}

/** Words of the length of words, so that lines break as they do in a language. */
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

/** The English texts of a server, stretched, under every language's code: so they are seen in both directions. */
export function pseudoTexts(texts: Texts, domains: readonly string[]): Texts {
  const tree = stretchTree(texts.pick('en', domains))
  const translators = new Map(LOCALE_CODES.map((locale) => [locale, createTranslator(locale, tree, tree)]))
  return {
    translate: (locale: Locale) => translators.get(locale) ?? createTranslator(locale, tree, tree),
    pick: (_, wanted) => Object.fromEntries(wanted.map((domain) => [domain, tree[domain] ?? {}])),
  }
}
