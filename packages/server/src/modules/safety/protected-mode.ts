import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import teenRules from './data/teen-rules.json' with { type: 'json' }

/*
 * The clocks and ages of the protected mode for teens (A8). What it closes is decided where it happens:
 * `checkChatAccess`, `checkCardAccess` of accounts, and the rules for text in `rules.ts`.
 */

/** The age that someone under 18 gave, as a bucket: 12 is under 13, and 16 is 16 or 17. Never a date of birth [A7]. */
export const TEEN_AGES = [12, 13, 14, 15, 16] as const
export type TeenAge = (typeof TEEN_AGES)[number]

const YOUNGEST_AGE = 13
/** Applies where the country is not known, or not in the table. */
const STRICTEST_AGE = Math.max(...Object.keys(teenRules.minimumAge).map(Number))
const minimumAges = new Map(
  Object.entries(teenRules.minimumAge).flatMap(([age, countries]) =>
    countries.map((country): [string, number] => [country, Number(age)]),
  ),
)

/** When the shipped table by country was last reviewed (ISO date); the build checks its age. */
export const teenRulesReviewedAt: string = teenRules.reviewed

/**
 * The youngest age that may be served in a country, or `closed`: where the law forbids the mode, and where the proxy
 * should name the country and does not.
 */
export function teenRuleFor(
  country: string | null | undefined,
  { hasCountryHeader }: { hasCountryHeader: boolean },
): number | 'closed' {
  if (!hasCountryHeader) return STRICTEST_AGE
  const code = country?.toUpperCase() ?? ''
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX' || teenRules.closed.includes(code)) return 'closed'
  return minimumAges.get(code) ?? STRICTEST_AGE
}

/**
 * Whether a person of this age is too young: everywhere under 13, else by the country. In a closed country nobody is
 * served, but that says nothing about their age.
 */
export function isTooYoung(age: TeenAge, rule: number | 'closed'): boolean {
  return age < (rule === 'closed' ? YOUNGEST_AGE : rule)
}

/** How long a person may chat in a day. */
export const MAX_TEEN_USE_MS = 2 * HOUR_MS
/** A longer pause between two actions counts as this much. */
const MAX_COUNTED_PAUSE_MS = 10 * MINUTE_MS

/** How long a person has used chats on a day of their own zone; `day` is ISO. */
export interface TeenUse {
  day: string
  usedMs: number
  lastAtMs: number
}

/** The use after an action. The time since the action before it counts, on the day of the later one. */
export function nextTeenUse(before: TeenUse | null, nowMs: number, day: string): TeenUse {
  if (before?.day !== day) return { day, usedMs: 0, lastAtMs: nowMs }
  const pauseMs = Math.min(Math.max(0, nowMs - before.lastAtMs), MAX_COUNTED_PAUSE_MS)
  return { day, usedMs: before.usedMs + pauseMs, lastAtMs: Math.max(nowMs, before.lastAtMs) }
}

const QUIET_FROM_HOUR = 22
const QUIET_UNTIL_HOUR = 7

/** Whether chats are closed at this hour (0–23) of the person's own zone. */
export const isQuietHour = (localHour: number) => localHour >= QUIET_FROM_HOUR || localHour < QUIET_UNTIL_HOUR

/** The quiet hours as times of a day, for texts. */
export const QUIET_HOURS = { fromHour: QUIET_FROM_HOUR, untilHour: QUIET_UNTIL_HOUR }

/** Zones differ from UTC by a multiple of this. */
const ZONE_STEP_MS = 15 * MINUTE_MS

/** The next instant at which the quiet hours end. `hourOf` is the hour of an instant in the person's zone. */
export function nextMorning(nowMs: number, hourOf: (instantMs: number) => number): number {
  const first = Math.floor(nowMs / ZONE_STEP_MS) * ZONE_STEP_MS
  for (let atMs = first + ZONE_STEP_MS; atMs <= first + 26 * HOUR_MS; atMs += ZONE_STEP_MS) {
    if (hourOf(atMs) === QUIET_UNTIL_HOUR && hourOf(atMs - ZONE_STEP_MS) < QUIET_UNTIL_HOUR) return atMs
  }
  return first + 24 * HOUR_MS // a zone that skips 7 o'clock on this day
}
