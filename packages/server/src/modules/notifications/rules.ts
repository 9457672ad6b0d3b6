import { DAY_MS } from '../../platform/durations.ts'
/**
 * Promises of this domain:
 * - Nothing is sent before someone switched it on, on that device, in that session; it ends with the session.
 * - A note names who has written and shows nothing of the chat. It travels encrypted for that browser alone (RFC 8291).
 * - A note of a finished reply goes out when its reader has no page open here.
 * - Unasked remarks: one in 24 hours at most for a person, between nine and nine of their own day, in the chat they last
 *   talked in, a day or more after that; none while an earlier one is unanswered, none in the day after a crisis
 *   message, none under 18, free of charge, and never about being missed (H5, C3, A5).
 */

export const PROACTIVE_INTERVAL_MS = DAY_MS
/** So long nobody has talked in the chat before its character says something. */
export const MIN_IDLE_MS = DAY_MS
/** Whoever has been away for longer is left in peace. */
export const MAX_IDLE_MS = 14 * DAY_MS
/** Hours of the person's own day in which a remark may come: from the first to before the second. */
export const WAKING_HOURS = { from: 9, to: 21 }

/** What decides whether a character may say something unasked now. */
export interface ProactiveConditions {
  now: Date
  /** The hour of the person's own day, 0 to 23. */
  localHour: number
  /** When something was last said in the chat, by whom, and whether it was such a remark. */
  lastTalkAt: Date
  lastRemarkAt: Date | null
  /** The newest message of the chat is an earlier remark. */
  isUnanswered: boolean
  isAfterCrisis: boolean
}

/** Whether the time has come; pure. */
export function canSendProactiveMessage(facts: ProactiveConditions): boolean {
  const since = (then: Date) => facts.now.getTime() - then.getTime()
  if (facts.isAfterCrisis || facts.isUnanswered) return false
  if (facts.localHour < WAKING_HOURS.from || facts.localHour >= WAKING_HOURS.to) return false
  if (facts.lastRemarkAt && since(facts.lastRemarkAt) < PROACTIVE_INTERVAL_MS) return false
  return since(facts.lastTalkAt) >= MIN_IDLE_MS && since(facts.lastTalkAt) < MAX_IDLE_MS
}
