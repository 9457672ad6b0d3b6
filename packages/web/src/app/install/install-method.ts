/** How the site is installed where the browser makes no offer; each has its own words. */
export type InstallMethod = 'ios' | 'android' | 'macSafari' | 'firefox' | 'chromium'

/** By what a browser says of itself. An iPad calls itself a Mac: its touch screen gives it away, to the browser only. */
export function detectInstallMethod(userAgent: string, touchPoints = 0): InstallMethod {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent) && touchPoints > 1) return 'ios'
  if (/Android/.test(userAgent)) return 'android'
  if (/Firefox\//.test(userAgent)) return 'firefox'
  return /Macintosh/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? 'macSafari' : 'chromium'
}
