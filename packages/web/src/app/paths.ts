import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'

interface Page {
  /** The path without language prefix, in React Router's writing. */
  path: string
  /** Signed-out requests go to sign-in and come back afterwards. */
  guarded?: true
  /** The frame it stands in: header and tab bar, the rail alone, or nothing. */
  frame?: 'main' | 'rail' | 'bare'
  /** Module under `app/pages`, without extension; missing while the page is still to be written. */
  file?: string
}

/** Every route of the specification (§2), by page name; each also exists under each language's prefix. */
export const PAGES = {
  index: { path: '/', frame: 'main', file: 'explore-page' },
  chathistory: { path: '/chathistory', guarded: true, frame: 'main', file: 'chat-history-page' },
  createSingle: { path: '/createSingle', guarded: true, frame: 'main' },
  groups: { path: '/groups', frame: 'main' },
  me: { path: '/me', guarded: true, frame: 'main' },
  'me-groups': { path: '/me/groups', guarded: true, frame: 'main' },
  card: { path: '/card/:id', frame: 'main', file: 'card-page' },
  group: { path: '/group/:id', frame: 'main', file: 'group-page' },
  chat: { path: '/chat', guarded: true, frame: 'rail', file: 'chat-page' },
  login: { path: '/login', frame: 'bare', file: 'login-page' },
  'login-emailLogin': { path: '/login/emailLogin', frame: 'bare', file: 'login-email-page' },
  'login-verifyCode': { path: '/login/verifyCode', frame: 'bare', file: 'login-code-page' },
  'login-reset': { path: '/login/reset' },
  'login-resetemail': { path: '/login/resetemail' },
  safety: { path: '/safety', frame: 'main', file: 'safety-page' },
  PrivacyPolicy: { path: '/PrivacyPolicy', frame: 'main', file: 'privacy-page' },
  TermsofUse: { path: '/TermsofUse', frame: 'main', file: 'terms-page' },
  'linkverse-privacy': { path: '/linkverse-privacy' },
  'linkverse-terms': { path: '/linkverse-terms' },
  soulcardprivacy: { path: '/soulcardprivacy' },
  soulcardtos: { path: '/soulcardtos' },
  AboutView: { path: '/AboutView' },
  AiGeneratedImage: { path: '/AiGeneratedImage', guarded: true },
  createGroups: { path: '/createGroups', guarded: true },
  dopaming: { path: '/dopaming' },
  dopamingsv2: { path: '/dopamingsv2' },
  getAPP: { path: '/getAPP' },
  getIOSAPP: { path: '/getIOSAPP' },
  IosLanding: { path: '/IosLanding' },
  'index copy': { path: '/index copy' },
  invitation: { path: '/invitation' },
  landPage: { path: '/landPage' },
  loadingServer: { path: '/loadingServer' },
  set: { path: '/set', guarded: true },
  templatedateils: { path: '/templatedateils' },
  orders: { path: '/orders', guarded: true },
  admin: { path: '/admin', guarded: true },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof PAGES

export const PAGE_NAMES = Object.keys(PAGES) as PageName[] // Object.keys forgets the key type of a const object

/** The table's row, with the optional fields readable. */
export function pageNamed(name: PageName): Page {
  return PAGES[name]
}

/** Whether the page has been written; what has not must not be linked to. */
export function pageExists(name: PageName): boolean {
  return pageNamed(name).file !== undefined
}

type Query = Record<string, string | number | undefined>

/** Address of a page in a language: `pathTo('card', 'ar', { id })` → `/ar/card/…`. Undefined query values are left out. */
export function pathTo(name: PageName, locale: Locale, params: Record<string, string> = {}, query: Query = {}): string {
  const path = PAGES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const address = inLanguage(path, locale).replaceAll(' ', '%20')
  return search.size > 0 ? `${address}?${search}` : address
}

/** The same page in another language: the prefix exchanged, the rest as it was. */
export function pathInLocale(pathname: string, locale: Locale): string {
  return inLanguage(withoutPrefix(pathname), locale)
}

/** Id of a route: the page's name and the language, as `<page>___<locale>`. */
export function routeId(name: PageName, locale: Locale): string {
  return `${name}___${locale}`
}

/** The page that an address belongs to, or null for an unknown one. */
export function pageAt(pathname: string): PageName | null {
  const segments = safelyDecoded(withoutPrefix(pathname)).split('/').filter(Boolean)
  return PAGE_NAMES.find((name) => matches(PAGES[name].path, segments)) ?? null
}

/** A place on this site to go to after signing in; anything that leads elsewhere becomes the home page. */
export function safeNext(next: string | null | undefined, locale: Locale): string {
  const home = pathTo('index', locale)
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\t\r\n]/.test(next)) return home
  const path = next.split(/[?#]/, 1)[0] ?? ''
  return pageAt(path)?.startsWith('login') ? home : next
}

function inLanguage(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

function withoutPrefix(pathname: string): string {
  const locale = localeOfPath(pathname)
  if (locale === DEFAULT_LOCALE) return pathname
  return pathname.slice(locale.length + 1) || '/'
}

function safelyDecoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path // not an address of ours anyway
  }
}

function matches(pattern: string, segments: string[]): boolean {
  const wanted = pattern.split('/').filter(Boolean)
  return wanted.length === segments.length && wanted.every((part, at) => part.startsWith(':') || part === segments[at])
}
