import { LRUCache } from 'lru-cache'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** Calendar days of a time zone, as `YYYY-MM-DD`. Uses only the tz database of the runtime. */

const HALF_HOUR_MS = 30 * MINUTE_MS
/** No zone has ever been further from UTC than this, including local mean times. */
const MAX_OFFSET_MS = 16 * HOUR_MS

const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** The wall clock of the zone at an instant, as milliseconds as if it were UTC. */
function wallClock(timeZone: string, instantMs: number): number {
  const shown: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) shown[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The calendar day in the zone at an instant. @throws RangeError for a zone that the tz database does not have. */
export function dayIn(timeZone: string, at: Date): string {
  return dayOf(wallClock(timeZone, at.getTime()))
}

/** The day this many days after the given one on the calendar, whether or not the zone had it. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * DAY_MS)
}

/** The number of calendar days between two days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The Monday of the calendar week of this day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))
}

/** Whether the zone had that day at all: a move of the date line skips one (Apia, 30 December 2011). */
export function dayExists(timeZone: string, day: string): boolean {
  const noonMs = Date.parse(day) + DAY_MS / 2
  // Two iterations are enough: the second uses the offset of that very day.
  let guessMs = noonMs - (wallClock(timeZone, noonMs) - noonMs)
  guessMs = noonMs - (wallClock(timeZone, guessMs) - guessMs)
  if (dayOf(wallClock(timeZone, guessMs)) === day) return true
  const endMs = Date.parse(day) + DAY_MS + MAX_OFFSET_MS
  for (let ms = Date.parse(day) - MAX_OFFSET_MS; ms < endMs; ms += HALF_HOUR_MS)
    if (dayOf(wallClock(timeZone, ms)) === day) return true
  return false
}

/** The first instant, to the second, at which the zone shows a later day than this one; `from` when it already does. */
export function endOfDay(timeZone: string, day: string, from: Date): Date {
  const isOver = (ms: number) => dayOf(wallClock(timeZone, ms)) > day
  let before = Math.floor(from.getTime() / 1000) * 1000
  if (isOver(before)) return from
  let after = Date.parse(day) + DAY_MS + MAX_OFFSET_MS
  while (after - before > 1000) {
    const middle = Math.floor((before + after) / 2000) * 1000
    if (isOver(middle)) after = middle
    else before = middle
  }
  return new Date(after)
}

/**
 * Whether the clocks of two zones show the same at each of these instants. Names are not enough: Europe/Kiev and
 * Europe/Kyiv are one zone, and two phones in one home may use different names for it.
 */
export function showSameClock(one: string, other: string, instants: readonly Date[]): boolean {
  return one === other || instants.every((at) => wallClock(one, at.getTime()) === wallClock(other, at.getTime()))
}

function dayOf(wallClockMs: number): string {
  return new Date(wallClockMs).toISOString().slice(0, 10)
}
