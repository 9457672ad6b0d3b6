import type { EmergencyNumber, HelpLine as HelpLineOnWire } from '@everkin/contract/types.ts'
import { DAY_MS } from '../../platform/durations.ts'
import shipped from './data/help-lines.json' with { type: 'json' }

/** One line of the reviewed file; `country` is null for an international directory. */
export type HelpLine = {
  country: string | null
  name: string
  phone: string | null
  url: string | null
  hours: string | null
  languages: readonly string[]
  /** Public URL where the entry was checked, and the day (ISO date). */
  source: string
  checked: string
}

export type HelpLines = { emergency: string | null; lines: HelpLine[] }

const MAX_REVIEW_AGE_DAYS = 120
const MAX_LINES = 8

/** All entries of the reviewed file. */
export const helpLines: readonly HelpLine[] = shipped.lines
/** When the emergency numbers were last checked against their sources (ISO date); the build checks its age. */
export const emergencyCheckedAt: string = shipped.emergencyChecked
const emergencyNumbers = new Map(Object.entries(shipped.emergency))
const languageCountries = new Map(Object.entries(shipped.languageCountries))

/**
 * Help lines for a person [C1, C4]: their country's, or, without a country or entries for it, those of their language's
 * countries; and always the international directories. The emergency number is given only for a known country (a wrong
 * one could cost minutes). Within a country, lines in the person's language come first. At most eight.
 */
export function helpLinesFor({ country, locale }: { country: string | null; locale: string }): HelpLines {
  const code = country?.toUpperCase() ?? null
  const asked = locale.slice(0, 2).toLowerCase()
  const language = languageCountries.has(asked) ? asked : 'en'
  const own = helpLines.filter((line) => code !== null && line.country === code).sort(byLanguage(language))
  const countries = languageCountries.get(language)!
  const near = own.length > 0 ? own : countries.flatMap((near) => firstOf(near, language))
  const directories = helpLines.filter((line) => line.country === null)
  const emergency = code === null ? null : (emergencyNumbers.get(code) ?? null)
  return { emergency, lines: [...near.slice(0, MAX_LINES - directories.length), ...directories] }
}

const speaks = (line: HelpLine, language: string) => Number(line.languages.includes(language))
const byLanguage = (language: string) => (one: HelpLine, other: HelpLine) =>
  speaks(other, language) - speaks(one, language)

function firstOf(country: string, language: string): HelpLine[] {
  return helpLines.filter((line) => line.country === country && speaks(line, language) === 1).slice(0, 1)
}

/** Countries that have a help line or an emergency number of their own, by code. */
export function countriesWithHelp(): string[] {
  const withLines = helpLines.flatMap(({ country }) => country ?? [])
  return [...new Set([...withLines, ...emergencyNumbers.keys()])].sort()
}

/**
 * The day since which all of these, and the emergency numbers, have been checked: the day of the oldest check (ISO
 * date).
 */
export function checkedSince(lines: readonly HelpLine[]): string {
  return lines.reduce((oldest, { checked }) => (checked < oldest ? checked : oldest), emergencyCheckedAt)
}

/** Countries whose emergency number is shipped without the public address where it was checked [C4]. */
export function findUnsourcedEmergencyNumbers(): string[] {
  const sources = new Map(Object.entries(shipped.emergencySources))
  return [...emergencyNumbers.keys()].filter((country) => !/^https:\/\/\S+$/.test(sources.get(country) ?? ''))
}

/** Problems with entries of a help-line file on a day: older than 120 days, in the future, or without a source. */
export function findStaleHelpLines(now: Date, lines: readonly HelpLine[] = helpLines): string[] {
  return lines.flatMap((line) => {
    const label = `${line.country ?? 'international'}: ${line.name}`
    const problems = staleness(line.checked, now).map((problem) => `${label} ${problem}`)
    if (!/^https:\/\/\S+$/.test(line.source)) problems.push(`${label} has no source`)
    if (line.phone === null && line.url === null) problems.push(`${label} cannot be reached`)
    return problems
  })
}

/** Why a review date (ISO date) is invalid on a day; empty when it is valid. */
export function staleness(checked: string, now: Date): string[] {
  const day = Date.parse(`${checked}T00:00:00Z`)
  if (Number.isNaN(day)) return ['has no check date']
  const days = Math.floor((now.getTime() - day) / DAY_MS)
  if (days < 0) return ['was checked in the future']
  return days > MAX_REVIEW_AGE_DAYS ? [`was checked ${days} days ago (at most ${MAX_REVIEW_AGE_DAYS})`] : []
}

/** A help line on the wire; an international directory has the country `INT`. */
export function helpLineView(line: HelpLine): HelpLineOnWire {
  return { name: line.name, phone: line.phone, url: line.url, hours: line.hours, country: line.country ?? 'INT' }
}

/** What a request or a socket reveals about the reader's location. */
export interface CountryHints {
  /** The value of the proxy's country header. */
  country: string | null | undefined
  timeZone: string | null
  /** The region of the browser's language: `AT` of `de-AT`. */
  languageRegion: string | null
}

/**
 * The country whose help lines are offered first, among those that have any: from the proxy's header, else the time
 * zone, else the region of the browser's language. The language does not override a zone of another country: browsers
 * all over the world ask for `en-US`. It is a guess, so the country is shown beside its numbers. For help lines only;
 * age rules need the header.
 */
export function guessCountry({ country, timeZone, languageRegion }: CountryHints): string | null {
  if (country) return country
  const zone = timeZone === null ? null : canonicalZone(timeZone)
  if (zone !== null && !ZONE_WITHOUT_PLACE.test(zone)) return countriesByZone().get(zone) ?? null
  return languageRegion
}

/** What a reader in a crisis is shown: the emergency number of their likely country, and help lines (C1, C2). */
export function findHelp(
  hints: CountryHints,
  locale: string,
): { emergency: EmergencyNumber | null; help_lines: HelpLineOnWire[] } {
  const country = guessCountry(hints)
  const { emergency, lines } = helpLinesFor({ country, locale })
  return {
    emergency: emergency && country ? { phone: emergency, country } : null,
    help_lines: lines.map(helpLineView),
  }
}

const ZONE_WITHOUT_PLACE = /^(?:UTC|GMT|Etc\/.*)$/
let zoneCache: Map<string, string> | null = null

/** The countries by time zone, for countries with help of their own. */
function countriesByZone(): Map<string, string> {
  zoneCache ??= new Map(
    countriesWithHelp().flatMap((country) => {
      const locale: Intl.Locale & { getTimeZones?(): string[] | undefined } = new Intl.Locale(`und-${country}`)
      return (locale.getTimeZones?.() ?? []).map((zone): [string, string] => [canonicalZone(zone), country])
    }),
  )
  return zoneCache
}

/** The canonical name of a zone with several names (`Asia/Kolkata`, `Asia/Calcutta`). */
function canonicalZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return timeZone
  }
}
