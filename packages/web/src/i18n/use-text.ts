import type { Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree } from '@everkin/contract/translate.ts'
import { createContext, use } from 'react'
import type { TextKey } from './text-key.ts'

/** `Translate` of the contract with the keys checked by the compiler. */
export type TextFunction = (key: TextKey, values?: Record<string, string | number>) => string

export interface Language {
  locale: Locale
  text: TextFunction
}

/** What this page can say, and in which language. The root provides it; a document never changes its language. */
export const LanguageContext = createContext<Language | null>(null)

/** The language of a page from the texts that travelled with its data; English has been filled in by the server. */
export function createLanguage(locale: Locale, texts: TextTree): Language {
  return { locale, text: createTranslator(locale, texts, texts) }
}

function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('There is no language here: render inside LanguageContext')
  return language
}

/** Texts in the reader's language: `const text = useText(); text('explore.question')`. */
export function useText(): TextFunction {
  return useLanguage().text
}

/** The language this document is written in. */
export function useLocale(): Locale {
  return useLanguage().locale
}

/** One tree of several; where two hold the same name the later one counts. The given trees stay as they are. */
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
