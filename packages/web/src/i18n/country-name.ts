import { LOCALES, type Locale } from '@everkin/contract/locales.ts'

/** A country's name in a language, by its code; the code itself where there is none. */
export function countryName(country: string, locale: Locale): string {
  return new Intl.DisplayNames(LOCALES[locale].intl, { type: 'region' }).of(country) ?? country
}
