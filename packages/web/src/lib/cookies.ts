/** Returns a decoded cookie of this document; null if it is missing or malformed. */
export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    const split = pair.indexOf('=')
    if (pair.slice(0, split) !== name) continue
    try {
      return decodeURIComponent(pair.slice(split + 1))
    } catch {
      return null // not percent-encoded properly: treat it as missing
    }
  }
  return null
}

/** Sets a cookie for the whole site; `maxAgeSeconds` 0 removes it. */
export function writeCookie(name: string, value: string, maxAgeSeconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some supported browsers
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
