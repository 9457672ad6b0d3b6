import { DAY_MS } from '../../platform/durations.ts'
import { addDays, dayExists, dayIn, daysBetween, endOfDay, showSameClock } from '../../platform/time-zone-days.ts'
import { nextStreakDay } from './rules.ts'

/** The parts of a check-in that the next one depends on. */
export interface LastCheckin {
  /** `YYYY-MM-DD`, the person's calendar day. */
  day: string
  at: Date
  timeZone: string
  /** 1 to 7. */
  streakDay: number
}

export interface CheckinResult {
  /** The person's current day. */
  day: string
  /** The streak day that a check-in today has or would have. */
  streakDay: number
  /** When the next check-in counts; null when it counts now. */
  nextAt: Date | null
}

/**
 * What a check-in at this instant in this zone would be. Days only move forward, whatever zone is given; in the same
 * zone a new day counts at once, in another one from 24 hours after the last check-in. `pausedFrom` is when check-ins
 * were last paused for a day (C3): days of that pause count as present.
 */
export function evaluateCheckin(
  last: LastCheckin | null,
  timeZone: string,
  now: Date,
  pausedFrom: Date | null = null,
): CheckinResult {
  const day = dayIn(timeZone, now)
  if (!last) return { day, streakDay: 1, nextAt: null }
  const hasMoved = !showSameClock(last.timeZone, timeZone, [last.at, now])
  if (day === last.day) return { day, streakDay: last.streakDay, nextAt: nextInstant(last, timeZone, hasMoved, now) }
  const streakDay = continuesStreak(last, { day, timeZone, hasMoved, now, pausedFrom })
    ? nextStreakDay(last.streakDay)
    : 1
  const counts = day > last.day && (!hasMoved || now.getTime() - last.at.getTime() >= DAY_MS)
  return { day, streakDay, nextAt: counts ? null : nextInstant(last, timeZone, hasMoved, now) }
}

function nextInstant(last: LastCheckin, timeZone: string, hasMoved: boolean, now: Date): Date {
  const newDay = endOfDay(timeZone, last.day, now)
  const settledMs = hasMoved ? last.at.getTime() + DAY_MS : 0
  return new Date(Math.max(newDay.getTime(), settledMs))
}

/** Whether the streak continues: the person missed no day that existed for them and on which they could check in. */
function continuesStreak(
  last: LastCheckin,
  next: { day: string; timeZone: string; hasMoved: boolean; now: Date; pausedFrom: Date | null },
): boolean {
  const gap = daysBetween(last.day, next.day)
  if (gap <= 1) return true
  // When travelling, the 24 hours and the date line can take a whole day: nobody loses a streak to them.
  if (next.hasMoved && next.now.getTime() - last.at.getTime() < 2 * DAY_MS) return true
  if (gap > 4) return false
  const paused = next.pausedFrom
  const pausedDays = paused
    ? [dayIn(next.timeZone, paused), dayIn(next.timeZone, new Date(paused.getTime() + DAY_MS))]
    : ([] as string[])
  for (let missed = addDays(last.day, 1); missed < next.day; missed = addDays(missed, 1))
    if (!pausedDays.includes(missed) && dayExists(next.timeZone, missed)) return false
  return true
}
