import shipped from './data/help-lines.json' with { type: 'json' }

/** One line of the reviewed file; `country` is null for an international directory. */
export type HelpLine = {
  country: string | null
  name: string
  phone: string | null
  url: string | null
  hours: string | null
  languages: readonly string[]
  /** Public address where the entry was checked, and the day (ISO date). */
  source: string
  checked: string
}

export type HelpLines = { emergency: string | null; lines: HelpLine[] }

const OLDEST_DAYS = 120
const DAY_MS = 86_400_000
const MOST_LINES = 8

/** All entries of the reviewed file. */
export const helpLines: readonly HelpLine[] = shipped.lines
/** When the emergency numbers were last checked against their sources (ISO date); the build checks its age. */
export const emergencyCheckedAt: string = shipped.emergencyChecked
const emergencyNumbers = new Map(Object.entries(shipped.emergency))
const languageCountries = new Map(Object.entries(shipped.languageCountries))

/**
 * Help lines for a person [C1, C4]: their country's, without one or without entries those of their language's
 * countries, and always the international directories. The emergency number is given only for a known country (a
 * wrong one could cost minutes). Within a country lines in the person's language come first. At most eight.
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
  return { emergency, lines: [...near.slice(0, MOST_LINES - directories.length), ...directories] }
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

/** The day since which all of these, and the emergency numbers, count as checked: that of the oldest check (ISO date). */
export function checkedSince(lines: readonly HelpLine[]): string {
  return lines.reduce((oldest, { checked }) => (checked < oldest ? checked : oldest), emergencyCheckedAt)
}

/** Countries whose emergency number is shipped without the public address where it was checked [C4]. */
export function findUnsourcedEmergencyNumbers(): string[] {
  const sources = new Map(Object.entries(shipped.emergencySources))
  return [...emergencyNumbers.keys()].filter((country) => !/^https:\/\/\S+$/.test(sources.get(country) ?? ''))
}

/** What is wrong with entries of a help-line file on a day: older than 120 days, from the future, or without a source. */
export function findStaleHelpLines(now: Date, lines: readonly HelpLine[] = helpLines): string[] {
  return lines.flatMap((line) => {
    const label = `${line.country ?? 'international'}: ${line.name}`
    const problems = staleness(line.checked, now).map((problem) => `${label} ${problem}`)
    if (!/^https:\/\/\S+$/.test(line.source)) problems.push(`${label} has no source`)
    if (line.phone === null && line.url === null) problems.push(`${label} can not be reached`)
    return problems
  })
}

/** Why a review date (ISO date) is not good on a day; empty when it is. */
export function staleness(checked: string, now: Date): string[] {
  const day = Date.parse(`${checked}T00:00:00Z`)
  if (Number.isNaN(day)) return ['has no check date']
  const days = Math.floor((now.getTime() - day) / DAY_MS)
  if (days < 0) return ['was checked in the future']
  return days > OLDEST_DAYS ? [`was checked ${days} days ago (at most ${OLDEST_DAYS})`] : []
}
