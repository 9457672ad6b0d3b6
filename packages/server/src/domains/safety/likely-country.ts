import { countriesWithHelp } from './help-lines.ts'

/** What a request or a socket tells about where its reader is. */
export interface CountrySigns {
  /** What the proxy's country header says. */
  country: string | null | undefined
  timeZone: string | null
  /** The region of the browser's language: `AT` of `de-AT`. */
  languageRegion: string | null
}

/**
 * The country whose help lines are offered first, among those that have any: by the proxy's header, else the time zone,
 * else the region of the browser's language. A zone of another country is not overruled by the language: browsers all
 * over the world ask for `en-US`. It is a guess, so whoever shows its numbers names the country beside them. For help
 * lines only; age rules need the header.
 */
export function likelyCountry({ country, timeZone, languageRegion }: CountrySigns): string | null {
  if (country) return country
  const zone = timeZone === null ? null : canonicalZone(timeZone)
  if (zone !== null && !PLACELESS.test(zone)) return countriesByZone().get(zone) ?? null
  return languageRegion
}

const PLACELESS = /^(?:UTC|GMT|Etc\/.*)$/
let zones: Map<string, string> | null = null

/** Which country has a time zone, for the countries that have help of their own. */
function countriesByZone(): Map<string, string> {
  zones ??= new Map(
    countriesWithHelp().flatMap((country) => {
      const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale(`und-${country}`)
      return (locale.getTimeZones?.() ?? []).map((zone): [string, string] => [canonicalZone(zone), country])
    }),
  )
  return zones
}

/** One name for zones that have several (`Asia/Kolkata`, `Asia/Calcutta`). */
function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return timeZone
  }
}
