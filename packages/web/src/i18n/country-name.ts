import { LOCALES, type Locale } from '@everkin/contract/locales.ts'

/** Name of a country in a language; the code itself if the name is unknown. */
export function countryName(country: string, locale: Locale): string {
  return new Intl.DisplayNames(LOCALES[locale].intl, { type: 'region' }).of(country) ?? country
}
