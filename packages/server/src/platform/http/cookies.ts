import { parseCookie, stringifySetCookie } from 'cookie'

/** Cookies of a request by name; the first of a name wins, undecodable values stay as they are. */
export function parseCookies(header: string | undefined): Record<string, string> {
  return parseCookie(header ?? '') as Record<string, string> // an existing name has a value
}

export interface CookieOptions {
  maxAgeSeconds?: number
  httpOnly?: boolean
  secure?: boolean
}

/** A `Set-Cookie` line: path /, SameSite=Lax, the value URL-encoded. */
export function cookieLine(
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly, secure }: CookieOptions = {},
): string {
  return stringifySetCookie(
    { name, value, path: '/', sameSite: 'lax', maxAge: maxAgeSeconds, httpOnly, secure },
    { encode: encodeURIComponent },
  )
}

/** The line that removes a cookie. */
export function clearCookieLine(name: string, options: CookieOptions = {}): string {
  return cookieLine(name, '', { ...options, maxAgeSeconds: 0 })
}
