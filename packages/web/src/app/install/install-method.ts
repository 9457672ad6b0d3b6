/** How to install the site in browsers without an install prompt; each method has its own instructions. */
export type InstallMethod = 'ios' | 'android' | 'macSafari' | 'firefox' | 'chromium'

/**
 * Detects the method from the user agent. An iPad claims to be a Mac; only its touch points, known in the browser,
 * reveal it.
 */
export function detectInstallMethod(userAgent: string, touchPoints = 0): InstallMethod {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Macintosh/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'macSafari' : 'chromium'
}
