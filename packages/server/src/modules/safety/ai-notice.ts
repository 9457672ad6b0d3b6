import { HOUR_MS } from '../../platform/durations.ts'

/** The clock of one person's use, over all devices and sockets; times in milliseconds since 1970. */
export type UsageClock = {
  /** When the continued use began, and when the person was last active. */
  usedSinceMs: number
  lastActiveMs: number
  /** The last AI notice of either kind, or null. */
  lastNoticeMs: number | null
}

export type AiNotice = { notice: 'first_of_day' | 'ai_reminder' | null; clock: UsageClock }

const SESSION_GAP_MS = HOUR_MS
const ADULT_INTERVAL_MS = 3 * HOUR_MS
const MINOR_INTERVAL_MS = HOUR_MS

/**
 * Which AI notice is due with an activity at `nowMs`: the first of the person's day, and again after each 3 hours of
 * continued use, hourly for minors [H1]. Use that pauses for 60 minutes is not continued. `dayOf` names the calendar
 * day of an instant in the person's own zone. Store the clock that comes back; reconnecting does not restart it.
 */
export function nextAiNotice(
  before: UsageClock | null,
  nowMs: number,
  person: { isMinor: boolean; dayOf: (instantMs: number) => string },
): AiNotice {
  const continues = before !== null && nowMs - before.lastActiveMs < SESSION_GAP_MS
  const usedSinceMs = continues ? before.usedSinceMs : nowMs
  const lastNoticeMs = before?.lastNoticeMs ?? null
  const clock = { usedSinceMs, lastActiveMs: Math.max(nowMs, before?.lastActiveMs ?? nowMs), lastNoticeMs }
  if (lastNoticeMs === null || person.dayOf(lastNoticeMs) !== person.dayOf(nowMs)) {
    return { notice: 'first_of_day', clock: { ...clock, lastNoticeMs: nowMs } }
  }
  const countedFromMs = Math.max(usedSinceMs, lastNoticeMs)
  const everyMs = person.isMinor ? MINOR_INTERVAL_MS : ADULT_INTERVAL_MS
  if (nowMs - countedFromMs < everyMs) return { notice: null, clock }
  return { notice: 'ai_reminder', clock: { ...clock, lastNoticeMs: nowMs } }
}
