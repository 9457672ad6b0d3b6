import { APPEARANCE_COOKIE, parseAppearance } from '@everkin/contract/appearance.ts'
import type { FastifyRequest } from 'fastify'
import type { VisitorPageKey } from './platform/http/pages/render-pages.ts'

/** What only the pages themselves know. */
export interface VisitorRules {
  /** The query names that decide what a page at this path shows; null where it is not the same for every visitor. */
  queryOfVisitors(pathname: string): readonly string[] | null
  isDesktop(userAgent: string | null): boolean
}

const MAX_URL_LENGTH = 300
/** Anything that says who is asking: such a request never sees a kept page, whether or not it opens anything. */
const SESSION_COOKIES = ['user', 'session', '__Host-session']

/**
 * What a request is for, when everyone who is not signed in would be shown the same. The page is drawn from the view
 * alone: whatever else the request carries (other cookies, its country, its headers) can not get into it.
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
    look: parseAppearance(readerCookies[APPEARANCE_COOKIE]),
  }
}

function hasOnlyNames(names: readonly string[], query: string): boolean {
  return [...new URLSearchParams(query).keys()].every((name) => names.includes(name))
}

/** Whether a key of the cache is of a card's own page, in any language. */
export function isPageOfCard(cardId: string): (key: string) => boolean {
  const end = new RegExp(`/(card|group)/${cardId.replace(/\W/g, (letter) => `\\${letter}`)}(\\.data)?(\\?|$)`)
  return (key) => end.test(key)
}
