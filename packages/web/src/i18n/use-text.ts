import type { Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree } from '@everkin/contract/translate.ts'
import { createContext, use } from 'react'
import type { TextKey } from './text-key.ts'

/** `Translate` of the contract with the keys checked by the compiler. */
export type Text = (key: TextKey, values?: Record<string, string | number>) => string

export interface Language {
  locale: Locale
  text: Text
}

/** What this page can say, and in which language. The root provides it; a document never changes its language. */
export const LanguageContext = createContext<Language | null>(null)

/** The language of a page from the texts that travelled with its data; English has been filled in by the server. */
export function languageOf(locale: Locale, texts: TextTree): Language {
  return { locale, text: createTranslator(locale, texts, texts) }
}

function useLanguage(): Language {
  const language = use(LanguageContext)
  if (!language) throw new Error('There is no language here: render inside LanguageContext')
  return language
}

/** Texts in the reader's language: `const text = useText(); text('explore.question')`. */
export function useText(): Text {
  return useLanguage().text
}

/** The language this document is written in. */
export function useLocale(): Locale {
  return useLanguage().locale
}
