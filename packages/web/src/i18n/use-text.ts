import type { Locale } from '@everkin/contract/locales.ts'
import type { TextTree } from '@everkin/contract/translate.ts'
import { createContext, use } from 'react'
import { createPageTranslator, type TextFunction } from './page-translator.ts'

export interface Language {
  locale: Locale
  text: TextFunction
}

/** The language and texts of this page, provided by the root. A document never changes its language. */
export const LanguageContext = createContext<Language | null>(null)

/** Creates a language from the texts that were sent with a page's data; the server has filled gaps with English. */
export function createLanguage(locale: Locale, texts: TextTree): Language {
  return { locale, text: createPageTranslator(locale, texts) }
}

function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('useText and useLocale need a LanguageContext')
  return language
}

/** Texts in the reader's language: `const text = useText(); text('shell.actions.copy')`. */
export function useText(): TextFunction {
  return useLanguage().text
}

/** The language of this document. */
export function useLocale(): Locale {
  return useLanguage().locale
}

/** Merges trees into a new one; for the same name a later tree wins. */
export function mergeTexts(trees: readonly TextTree[]): TextTree {
  const merged: TextTree = {}
  for (const tree of trees) {
    for (const [name, value] of Object.entries(tree)) {
      const before = merged[name]
      merged[name] = typeof value === 'object' && typeof before === 'object' ? mergeTexts([before, value]) : value
    }
  }
  return merged
}
