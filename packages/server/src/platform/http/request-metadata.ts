import type { IncomingHttpHeaders } from 'node:http'
import { isLocale, type Locale, localeFromAcceptLanguage } from '@everkin/contract/locales.ts'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

const MOBILE_OR_TABLET = /Mobi|Android|iPhone|iPad|iPod|Tablet|Silk|Kindle/i

/**
 * The language of a reply: that of the requesting page, if it says so; then the cookie with the last language read;
 * then the browser's. The cookie is shared by all open pages, so on its own it would answer an English page in the
 * language of another one.
 */
export function resolveLocale(
  headers: IncomingHttpHeaders,
  cookies: Record<string, string>,
  ofPage: string | string[] | null | undefined = headers['page-language'],
): Locale {
  const stored = cookies.i18n_redirected
  if (isLocale(ofPage)) return ofPage
  return isLocale(stored) ? stored : localeFromAcceptLanguage(headers['accept-language'])
}

/** 0 for mobile and tablet user agents, 1 otherwise. */
export function detectDeviceType(userAgent: string): 0 | 1 {
  return MOBILE_OR_TABLET.test(userAgent) ? 0 : 1
}

const knownZones = new LRUCache<string, boolean>({ max: 2_000 })

/** The zone, if the tz database has it; an unknown one is null, never an error (WAL-09). */
export function parseTimeZone(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 64 || /^[+-]/.test(value)) return null
  let known = knownZones.get(value)
  if (known === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: value })
      known = true
    } catch {
      known = false
    }
    knownZones.set(value, known)
  }
  return known ? value : null
}

/** The address that limits count by: IPv6 is cut to its /64, since a household has one. */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${firstGroups(parsed as ipaddr.IPv6, 4)}::/64`
}

/** The first groups of an IPv6 address, in hexadecimal. */
function firstGroups(address: ipaddr.IPv6, count: number): string {
  return address.parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')
}

/** An upper-case country code from the proxy's header, or null when it is missing or unusable. */
export function parseCountry(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) && value.toUpperCase() !== 'XX'
    ? value.toUpperCase()
    : null
}

/** The region of the first language that names one: `AT` of `de-AT,de;q=0.9`. */
export function parseLanguageRegion(acceptLanguage: string | undefined): string | null {
  const region = /(?:^|,)\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?=\s*(?:[;,]|$))/i.exec(
    acceptLanguage?.slice(0, 1000) ?? '',
  )
  return region?.[1]?.toUpperCase() ?? null
}

/** What the session of a request is read from. */
export interface CredentialsSource {
  headers: IncomingHttpHeaders
  readerCookies: Record<string, string>
  isSecure: boolean
}

/** The two halves of the session for `/api`: the token from the header, the secret from cookie or Bearer. */
export function parseCredentials(request: CredentialsSource): { token: string; secret: string } | null {
  const token = request.headers['user-token']
  return combineCredentials(typeof token === 'string' ? token : undefined, request)
}

/** For page requests only: the token may come from the readable `user` cookie, or else from that of a guest. */
export function parsePageCredentials(request: CredentialsSource): { token: string; secret: string } | null {
  if (!request.readerCookies.user) return combineCredentials(request.readerCookies[GUEST_COOKIE], request)
  try {
    const user = JSON.parse(request.readerCookies.user ?? '') as { token?: unknown } | null // checked below
    return combineCredentials(typeof user?.token === 'string' ? user.token : undefined, request)
  } catch {
    return null
  }
}

/** The readable cookie with the token of a guest. */
export const GUEST_COOKIE = 'guest'

/** Tokens of guests begin with this. Their secret is in a cookie of its own, so no session can pass for another kind. */
export const GUEST_TOKEN_PREFIX = 'guest.'

/**
 * Adds the secret half, from the HttpOnly cookie or, for a client that is not a browser, from `Authorization`. By
 * https only `__Host-session` counts: another host of the domain could have set a cookie named `session`.
 */
export function combineCredentials(
  token: string | undefined,
  { headers, readerCookies, isSecure }: CredentialsSource,
): { token: string; secret: string } | null {
  const bearer = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
  const name = token?.startsWith(GUEST_TOKEN_PREFIX) ? 'guest-session' : 'session'
  const cookie = readerCookies[`__Host-${name}`] ?? (isSecure ? undefined : readerCookies[name])
  const secret = cookie ?? bearer
  if (!token || !secret || token.length > 200 || secret.length > 200) return null
  return { token, secret }
}
