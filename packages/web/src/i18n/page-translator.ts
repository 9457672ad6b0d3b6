import { isolateValue } from '@everkin/contract/isolate.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { createTranslator, type TextTree } from '@everkin/contract/translate.ts'
import type { TextKey } from './text-key.ts'

/** `Translate` of the contract with keys that the compiler checks. */
export type TextFunction = (key: TextKey, values?: Record<string, string | number>) => string

/** Around the placeholder that `slot` makes for a name. */
export const SLOT_EDGE = '\uE000'

/**
 * The texts of a page. No value can turn the words around it: names, addresses and quotations are isolated if they run
 * against the language, except slots, which `RichText` isolates.
 */
export function createPageTranslator(locale: Locale, texts: TextTree): TextFunction {
  return createTranslator(locale, texts, texts, (value) =>
    value.startsWith(SLOT_EDGE) ? value : isolateValue(value, locale),
  )
}
