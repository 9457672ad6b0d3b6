import { APPEARANCE_COOKIE, DEFAULT_APPEARANCE, parseAppearance } from '@everkin/contract/appearance.ts'
import type { FastifyRequest } from 'fastify'
import type { VisitorPageKey } from './platform/http/pages/render-pages.ts'

/** Rules that the pages define. */
export interface VisitorRules {
  /** The query parameters that a page at this path depends on; null if it is not the same for every visitor. */
  queryOfVisitors(pathname: string): readonly string[] | null
  isDesktop(userAgent: string | null): boolean
}

const MAX_URL_LENGTH = 300
/** A request with any of these never gets a cached page, even if they are not valid. */
const SESSION_COOKIES = ['user', 'session', '__Host-session']

const { talk, lines } = DEFAULT_APPEARANCE

/**
 * The cache key of a request whose page is the same for every visitor; null for any other request. The page is rendered
 * from the key alone, so nothing else of the request (other cookies, country, headers) can get into it.
 */
export function visitorPageKeyOf(request: FastifyRequest, rules: VisitorRules): VisitorPageKey | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { headers, readerCookies, url } = request
  if (headers.authorization !== undefined || headers['user-token'] !== undefined || url.length > MAX_URL_LENGTH)
    return null
  if (SESSION_COOKIES.some((name) => name in readerCookies)) return null
  const [pathname = '/', query] = url.split('?', 2)
  const names = rules.queryOfVisitors(pathname)
  if (names === null || (query && !hasOnlyNames(names, query))) return null
  return {
    url,
    userAgent: rules.isDesktop(headers['user-agent'] ?? null) ? 'desktop' : 'mobile',
    // Visitors have no chats, so how chats look is not part of the key.
    look: { ...parseAppearance(readerCookies[APPEARANCE_COOKIE]), talk, lines },
  }
}

function hasOnlyNames(names: readonly string[], query: string): boolean {
  return [...new URLSearchParams(query).keys()].every((name) => names.includes(name))
}

/** Matches the cache keys of the price page, in every language. */
export function isPricePage(key: string): boolean {
  return /\/AboutView(\.data)?(\?|$)/.test(key)
}

/** Matches the cache keys of a card's page, in every language. */
export function isPageOfCard(cardId: string): (key: string) => boolean {
  const end = new RegExp(`/(card|group)/${cardId.replace(/\W/g, (letter) => `\\${letter}`)}(\\.data)?(\\?|$)`)
  return (key) => end.test(key)
}
