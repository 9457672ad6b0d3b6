import type { Locale } from '@everkin/contract/locales.ts'
import hankenUrl from '../ui/fonts/hanken-grotesk-latin.woff2?url'
import literataUrl from '../ui/fonts/literata-latin.woff2?url'
import naskhUrl from '../ui/fonts/noto-naskh-arabic.woff2?url'
import sansArabicUrl from '../ui/fonts/noto-sans-arabic.woff2?url'

const LATIN = [literataUrl, hankenUrl]
/** By language. Japanese and Chinese use system fonts. */
const FONTS: Record<Locale, string[]> = {
  en: LATIN,
  ar: [naskhUrl, sansArabicUrl],
  de: LATIN,
  es: LATIN,
  fr: LATIN,
  ja: [],
  pt: LATIN,
  zh: [],
}

/** Preloads the fonts that every page in this language needs, before the style sheet requests them. */
export function FontPreloads({ locale }: { locale: Locale }) {
  return FONTS[locale].map((url) => (
    <link key={url} rel="preload" href={url} as="font" type="font/woff2" crossOrigin="anonymous" />
  ))
}
