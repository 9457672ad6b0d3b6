const MOBILE = /android|iphone|ipad|ipod|mobile|tablet|silk|kindle/i

/** Guesses the device type from the user agent: false for phones and tablets, true otherwise. */
export function isDesktop(userAgent: string | null): boolean {
  return !MOBILE.test(userAgent ?? '')
}
