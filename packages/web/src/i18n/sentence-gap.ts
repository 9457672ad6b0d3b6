import type { Locale } from '@everkin/contract/locales.ts'

/** What stands between two sentences of one paragraph: Japanese and Chinese set none after their full-width marks. */
export function sentenceGap(locale: Locale): '' | ' ' {
  return locale === 'ja' || locale === 'zh' ? '' : ' '
}
