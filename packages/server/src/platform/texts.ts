import { readdirSync, readFileSync } from 'node:fs'
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree, type Translate } from '@everkin/contract/translate.ts'
import type { Log } from './log.ts'

const FOLDER = new URL('../../../../locales/', import.meta.url)

/** The texts of every language, read once at start. */
export interface Texts {
  translate(locale: Locale): Translate
  /** Raw texts of some domains, for a page that is drawn in this language. */
  pick(locale: Locale, domains: readonly string[]): TextTree
}

/** Loads `locales/<code>/<domain>.json`. A file that can not be read is logged, and English stands in for it. */
export function loadTexts(log: Log): Texts {
  const trees = new Map<Locale, TextTree>()
  const translators = new Map<Locale, Translate>()
  for (const locale of LOCALE_CODES) trees.set(locale, readTree(locale, log))
  const english = trees.get(DEFAULT_LOCALE) ?? {}
  for (const locale of LOCALE_CODES) translators.set(locale, createTranslator(locale, trees.get(locale) ?? {}, english))
  return {
    translate: (locale) => translators.get(locale)!, // every locale was filled above
    pick: (locale, domains) =>
      Object.fromEntries(domains.map((domain) => [domain, trees.get(locale)?.[domain] ?? english[domain] ?? {}])),
  }
}

function readTree(locale: Locale, log: Log): TextTree {
  const tree: TextTree = {}
  const folder = new URL(`${locale}/`, FOLDER)
  let files: string[] = []
  try {
    files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch (error) {
    log.error({ error, locale }, 'a language can not be read; English stands in')
  }
  for (const file of files) {
    try {
      tree[file.slice(0, -'.json'.length)] = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as TextTree // our own files
    } catch (error) {
      log.error({ error, locale, file }, 'a text file can not be read; English stands in')
    }
  }
  return tree
}
