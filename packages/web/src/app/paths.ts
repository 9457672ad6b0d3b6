import { DEFAULT_LOCALE, type Locale, localeOfPath } from '@everkin/contract/locales.ts'

interface Page {
  /** The path without language prefix, in React Router's syntax. */
  path: string
  /** Signed-out requests are redirected to sign-in and return afterwards. */
  guarded?: true
  /** Open to everyone, but excluded from search engines. */
  unlisted?: true
  /** The page that search engines should index instead of this one. */
  canonical?: string
  /**
   * The page is the same for every visitor, so it is rendered once and cached for some seconds. Only these query
   * parameters may vary it; an address with any other parameter is rendered for its reader alone.
   */
  forVisitors?: readonly string[]
  /** Title in the route's meta, where there is one; the browser's tab shows the loader's title. */
  metaTitle?: string
  /** Layout: header and tab bar, the rail alone, the campaign's plain header and footer, or none. */
  frame: Frame
}

export const FRAMES = ['main', 'rail', 'campaign', 'bare'] as const

export type Frame = (typeof FRAMES)[number]

/** Query parameters of campaign links; they are preserved on the way to sign-in. */
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign']
const SHELF = ['show', 'sort', 'tag', 'gender', 'cursor', ...CAMPAIGN]

/** A page of the desk. */
const deskPage = <const Section extends string>(section: Section) =>
  ({ path: `/admin/${section}`, guarded: true, frame: 'bare' }) as const

/** Every route by page name; each also exists under every language's prefix. `page-files.ts` has their modules. */
const PAGES = {
  index: { path: '/', metaTitle: 'home', forVisitors: SHELF, frame: 'main' },
  chathistory: { path: '/chathistory', guarded: true, frame: 'main' },
  createSingle: { path: '/createSingle', guarded: true, frame: 'main' },
  'createSingle-import': {
    path: '/createSingle/import',
    guarded: true,
    frame: 'main',
  },
  groups: { path: '/groups', forVisitors: SHELF, frame: 'main' },
  me: { path: '/me', guarded: true, frame: 'main' },
  'me-groups': { path: '/me/groups', guarded: true, frame: 'main' },
  AboutView: { path: '/AboutView', forVisitors: CAMPAIGN, frame: 'main' },
  AiGeneratedImage: { path: '/AiGeneratedImage', guarded: true, frame: 'main' },
  lorebooks: { path: '/lorebooks', guarded: true, frame: 'main' },
  checkout: { path: '/checkout', guarded: true, frame: 'main' },
  chat: { path: '/chat', guarded: true, frame: 'rail' },
  createGroups: { path: '/createGroups', guarded: true, frame: 'main' },
  'createSingle-versions': { path: '/createSingle/versions', guarded: true, frame: 'main' },
  dopaming: { path: '/dopaming', forVisitors: CAMPAIGN, frame: 'campaign' },
  dopamingsv2: { path: '/dopamingsv2', forVisitors: CAMPAIGN, frame: 'campaign' },
  getAPP: { path: '/getAPP', forVisitors: CAMPAIGN, frame: 'campaign' },
  getIOSAPP: { path: '/getIOSAPP', forVisitors: CAMPAIGN, frame: 'campaign' },
  IosLanding: { path: '/IosLanding', forVisitors: CAMPAIGN, frame: 'campaign' },
  'index copy': { path: '/index copy', forVisitors: SHELF, frame: 'main', canonical: 'index' },
  invitation: { path: '/invitation', frame: 'campaign' },
  landPage: { path: '/landPage', forVisitors: CAMPAIGN, frame: 'campaign' },
  'linkverse-privacy': {
    path: '/linkverse-privacy',
    forVisitors: CAMPAIGN,
    frame: 'main',
    canonical: 'PrivacyPolicy',
  },
  'linkverse-terms': {
    path: '/linkverse-terms',
    forVisitors: CAMPAIGN,
    frame: 'main',
    canonical: 'TermsofUse',
  },
  soulcardprivacy: {
    path: '/soulcardprivacy',
    forVisitors: CAMPAIGN,
    frame: 'main',
    canonical: 'PrivacyPolicy',
  },
  soulcardtos: {
    path: '/soulcardtos',
    forVisitors: CAMPAIGN,
    frame: 'main',
    canonical: 'TermsofUse',
  },
  PrivacyPolicy: { path: '/PrivacyPolicy', forVisitors: CAMPAIGN, frame: 'main' },
  TermsofUse: { path: '/TermsofUse', forVisitors: CAMPAIGN, frame: 'main' },
  loadingServer: { path: '/loadingServer', unlisted: true, frame: 'bare' },
  'age-check': { path: '/age-check', guarded: true, unlisted: true, frame: 'bare' },
  set: { path: '/set', guarded: true, frame: 'main' },
  templatedateils: { path: '/templatedateils', forVisitors: ['id'], frame: 'main' },
  login: { path: '/login', frame: 'bare' },
  'login-emailLogin': { path: '/login/emailLogin', unlisted: true, frame: 'bare' },
  'login-verifyCode': { path: '/login/verifyCode', unlisted: true, frame: 'bare' },
  'login-reset': { path: '/login/reset', unlisted: true, frame: 'bare' },
  'login-resetemail': { path: '/login/resetemail', unlisted: true, frame: 'bare' },
  card: { path: '/card/:id', forVisitors: CAMPAIGN, frame: 'main' },
  group: { path: '/group/:id', forVisitors: CAMPAIGN, frame: 'main' },
  offline: { path: '/offline', unlisted: true, frame: 'bare' },
  orders: { path: '/orders', guarded: true, frame: 'main' },
  safety: { path: '/safety', frame: 'main' },
  admin: { path: '/admin', guarded: true, frame: 'bare' },
  'admin-models': deskPage('models'),
  'admin-queue': deskPage('queue'),
  'admin-items': deskPage('items'),
  decisions: { path: '/decisions', guarded: true, frame: 'main' },
  'admin-usage': deskPage('usage'),
  'admin-orders': deskPage('orders'),
  'admin-products': deskPage('products'),
  'admin-campaigns': deskPage('campaigns'),
  'admin-people': deskPage('people'),
  'admin-person': deskPage('person'),
  'admin-audit': deskPage('audit'),
  'admin-figures': deskPage('figures'),
  suspended: { path: '/suspended', guarded: true, frame: 'bare' },
} as const satisfies Record<string, Page>

export type PageName = keyof typeof PAGES

export const PAGE_NAMES = Object.keys(PAGES) as PageName[] // Object.keys forgets the key type of a const object

/** The row of a page, typed with its optional fields. */
export function pageNamed(name: PageName): Page {
  return PAGES[name]
}

type Query = Record<string, string | number | undefined>

/**
 * Address of a page in a language: `pathTo('card', 'ar', { id })` → `/ar/card/…`. Undefined query values are omitted.
 */
export function pathTo(name: PageName, locale: Locale, params: Record<string, string> = {}, query: Query = {}): string {
  const path = PAGES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  const address = inLanguage(path, locale).replaceAll(' ', '%20')
  return search.size > 0 ? `${address}?${search}` : address
}

/** The same path with the prefix of another language. Begins with one slash, since two would name another site. */
export function pathInLocale(pathname: string, locale: Locale): string {
  return inLanguage(withoutPrefix(pathname).replace(/^[/\\]+/, '/'), locale)
}

/** Canonical path of the page at `pathname` for search engines: its own, or that of the page it duplicates. */
export function canonicalPathOf(pathname: string): string {
  const name = pageAt(pathname)
  const original = PAGE_NAMES.find((candidate) => name && candidate === pageNamed(name).canonical)
  return original ? pathTo(original, localeOfPath(pathname)) : pathname
}

/** Id of a route: the page's name and the language, as `<page>___<locale>`. */
export function routeId(name: PageName, locale: Locale): string {
  return `${name}___${locale}`
}

/** The page of an address, or null for an unknown one. */
export function pageAt(pathname: string): PageName | null {
  const segments = safeDecode(withoutPrefix(pathname)).split('/').filter(Boolean)
  return PAGE_NAMES.find((name) => matches(PAGES[name].path, segments)) ?? null
}

/**
 * Query parameters that vary what visitors see at a path; null if the page is not the same for all visitors.
 * @public The server takes it from the built pages.
 */
export function queryOfVisitors(pathname: string): readonly string[] | null {
  const name = pageAt(pathname)
  return (name && pageNamed(name).forVisitors) ?? null
}

/** Whether this is the checkout page: only it may load the payment provider's scripts. */
export function isPaymentPage(pathname: string): boolean {
  return pageAt(pathname) === 'checkout'
}

/** A safe destination on this site after signing in or waiting; anything that leads elsewhere becomes the home page. */
export function safeNext(next: string | null | undefined, locale: Locale): string {
  const home = pathTo('index', locale)
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\t\r\n]/.test(next)) return home
  const path = next.split(/[?#]/, 1)[0] ?? ''
  const page = pageAt(path)
  return page?.startsWith('login') || page === 'loadingServer' || page === 'offline' ? home : next
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

function safeDecode(path: string): string {
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
