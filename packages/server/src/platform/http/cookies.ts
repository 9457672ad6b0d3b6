/** Cookies of a request by name; the first of a name counts, undecodable values stay as they are. */
export function parseCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null)
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals < 1) continue
    const name = part.slice(0, equals).trim()
    if (name === '' || name in cookies) continue
    const value = part.slice(equals + 1).trim()
    try {
      cookies[name] = decodeURIComponent(value)
    } catch {
      cookies[name] = value
    }
  }
  return cookies
}

export interface CookieOptions {
  maxAgeSeconds?: number
  httpOnly?: boolean
  secure?: boolean
}

/** A `Set-Cookie` line: path /, SameSite=Lax, the value URL-encoded. */
export function cookieLine(name: string, value: string, options: CookieOptions = {}): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Lax']
  if (options.maxAgeSeconds !== undefined) parts.push(`Max-Age=${options.maxAgeSeconds}`)
  if (options.httpOnly) parts.push('HttpOnly')
  if (options.secure) parts.push('Secure')
  return parts.join('; ')
}

/** The line that removes a cookie. */
export function clearCookieLine(name: string, options: CookieOptions = {}): string {
  return cookieLine(name, '', { ...options, maxAgeSeconds: 0 })
}
