import { readdirSync, readFileSync } from 'node:fs'
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree, type Translate } from '@everkin/contract/translate.ts'
import type { Log } from './log.ts'

const FOLDER = new URL('../../../../locales/', import.meta.url)

/** The texts of every language, read once at start. */
export interface Texts {
  translate(locale: Locale): Translate
  /** Raw texts of some domains, for a page in this language. */
  pick(locale: Locale, domains: readonly string[]): TextTree
}

/**
 * Loads `locales/<code>/<domain>.json`. Unreadable files are logged, and English is used instead: for a language, a
 * file or a single text.
 */
export function loadTexts(log: Log, folder: URL = FOLDER): Texts {
  const english = readTree(DEFAULT_LOCALE, folder, log)
  const trees = new Map<Locale, TextTree>()
  for (const locale of LOCALE_CODES) {
    trees.set(locale, locale === DEFAULT_LOCALE ? english : withFallback(readTree(locale, folder, log), english))
  }
  const treeOf = (locale: Locale) => trees.get(locale) ?? english
  const translators = new Map<Locale, Translate>()
  for (const locale of LOCALE_CODES) translators.set(locale, createTranslator(locale, treeOf(locale), english))
  return {
    translate: (locale) => translators.get(locale)!, // every locale was filled above
    pick: (locale, domains) => Object.fromEntries(domains.map((domain) => [domain, treeOf(locale)[domain] ?? {}])),
  }
}

function readTree(locale: Locale, from: URL, log: Log): TextTree {
  const tree: TextTree = {}
  const folder = new URL(`${locale}/`, from)
  let files: string[] = []
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch (error) {
    log.error({ error, locale }, 'a language cannot be read; English stands in')
  }
  for (const file of files) {
    try {
      tree[file.slice(0, -'.json'.length)] = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as TextTree // our own files
    } catch (error) {
      log.error({ error, locale, file }, 'a text file cannot be read; English stands in')
    }
  }
  return tree
}

const PLURAL_FORM = /_(zero|one|two|few|many|other)$/

/** The texts with English in every gap. A text with plural forms counts as one: forms of two languages never mix. */
function withFallback(own: TextTree, english: TextTree): TextTree {
  const filled = { ...own }
  const bases = new Set(Object.keys(own).map((name) => name.replace(PLURAL_FORM, '')))
  for (const [name, text] of Object.entries(english)) {
    const mine = own[name]
    if (typeof mine === 'object' && typeof text === 'object') filled[name] = withFallback(mine, text)
    else if (!bases.has(name.replace(PLURAL_FORM, ''))) filled[name] = text
  }
  return filled
}
