import type { Locale } from '@everkin/contract/locales.ts'
import { createTranslator, isolateValue, type TextTree } from '@everkin/contract/translate.ts'
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
  const translate = createTranslator(locale, texts, texts)
  return (key, values) => translate(key, values && isolateValues(values, locale))
}

function isolateValues(values: Record<string, string | number>, locale: Locale): Record<string, string | number> {
  const isolated: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) {
    isolated[name] = typeof value === 'string' && !value.startsWith(SLOT_EDGE) ? isolateValue(value, locale) : value
  }
  return isolated
}
