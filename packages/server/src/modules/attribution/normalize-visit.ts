import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'

/** The pages that record visits, by path. Any other path counts as `other`. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['/', 'index'],
  ...['landPage', 'dopaming', 'dopamingsv2', 'IosLanding', 'getAPP', 'getIOSAPP', 'invitation'].map(
    (name) => [`/${name}`, name] as const,
  ),
])

/** What is stored of a page's path: its name and its language; no query, no ids. */
export function normalizePath(path: string): { page: string; locale: Locale } {
  const pathname = path.split(/[?#]/, 1)[0] ?? ''
  const locale = localeOfPath(pathname)
  const unprefixed = locale === DEFAULT_LOCALE ? pathname : pathname.slice(locale.length + 1)
  return { page: PAGES.get(unprefixed.replace(/\/+$/, '') || '/') ?? 'other', locale }
}

/** What is stored of the referrer: its origin, if it has one. */
export function normalizeOrigin(referrer: string): string {
  try {
    const { protocol, origin } = new URL(referrer)
    return protocol === 'https:' || protocol === 'http:' ? origin.slice(0, 200) : ''
  } catch {
    return ''
  }
}

/** A campaign word; dropped when it could be an email address. */
export function normalizeCampaign(word: string | undefined): string {
  return word === undefined || word.includes('@') ? '' : word
}
