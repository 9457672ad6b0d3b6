/** The eight languages, as equals. One line per language; everything else (routes, files, formats) follows from it. */
export const LOCALES = {
  en: { name: 'English', direction: 'ltr', intl: 'en-GB' },
  ar: { name: 'العربية', direction: 'rtl', intl: 'ar-u-nu-arab' },
  de: { name: 'Deutsch', direction: 'ltr', intl: 'de-DE' },
  es: { name: 'Español', direction: 'ltr', intl: 'es' },
  fr: { name: 'Français', direction: 'ltr', intl: 'fr-FR' },
  ja: { name: '日本語', direction: 'ltr', intl: 'ja-JP' },
  pt: { name: 'Português', direction: 'ltr', intl: 'pt-BR' },
  zh: { name: '中文', direction: 'ltr', intl: 'zh-CN' },
} as const satisfies Record<string, { name: string; direction: 'ltr' | 'rtl'; intl: string }>

export type Locale = keyof typeof LOCALES

export const LOCALE_CODES = Object.keys(LOCALES) as Locale[] // Object.keys loses the key type of a const object

export const DEFAULT_LOCALE: Locale = 'en'

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value)
}

/** The locale of a path: `/ar/chat` → `ar`; English has no prefix. */
export function localeOfPath(pathname: string): Locale {
  const first = pathname.split('/', 2)[1]
  return isLocale(first) && first !== DEFAULT_LOCALE ? first : DEFAULT_LOCALE
}

/** The first supported language of the header (RFC 4647 lookup on the primary subtag), else English. */
export function localeFromAcceptLanguage(header: string | undefined): Locale {
  if (!header) return DEFAULT_LOCALE
  const preferences = header
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith('q='))
      return { primary: tag.trim().toLowerCase().split('-')[0], quality: quality ? Number(quality.slice(2)) || 0 : 1 }
    })
    .filter((preference) => preference.quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const preference of preferences) if (isLocale(preference.primary)) return preference.primary
  return DEFAULT_LOCALE
}
