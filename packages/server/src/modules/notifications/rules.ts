import { DAY_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - Nothing is sent unless the person switched it on, on that device and in that session; it ends with the session.
 * - A notification names the sender and shows nothing of the chat. It is encrypted for that browser alone (RFC 8291).
 * - A notification of a finished reply is sent when its reader has no page open here.
 * - Proactive messages: at most one in 24 hours per person, between 9:00 and 21:00 of their local time, in the chat
 *   they used last, at least a day after its last message. None while an earlier one is unanswered, none in the day
 *   after a crisis message, none under 18. They are free, and never about being missed (H5, C3, A5).
 */

export const PROACTIVE_INTERVAL_MS = DAY_MS
/** How long a chat must be quiet before its character sends a proactive message. */
export const MIN_IDLE_MS = DAY_MS
/** People who have been away for longer get none. */
export const MAX_IDLE_MS = 14 * DAY_MS
/** The local hours in which a proactive message may be sent: from the first to before the second. */
export const WAKING_HOURS = { from: 9, to: 21 }

/** What decides whether a proactive message may be sent now. */
export interface ProactiveConditions {
  now: Date
  /** The person's local hour, 0 to 23. */
  localHour: number
  /** Time of the last message in the chat. */
  lastMessageAt: Date
  /** Time of the last proactive message. */
  lastSentAt: Date | null
  /** The newest message of the chat is an earlier proactive message. */
  isUnanswered: boolean
  isAfterCrisis: boolean
}

/** Pure: `proactive-messages.ts` loads the conditions. */
export function canSendProactiveMessage(conditions: ProactiveConditions): boolean {
  const since = (then: Date) => conditions.now.getTime() - then.getTime()
  if (conditions.isAfterCrisis || conditions.isUnanswered) return false
  if (conditions.localHour < WAKING_HOURS.from || conditions.localHour >= WAKING_HOURS.to) return false
  if (conditions.lastSentAt && since(conditions.lastSentAt) < PROACTIVE_INTERVAL_MS) return false
  return since(conditions.lastMessageAt) >= MIN_IDLE_MS && since(conditions.lastMessageAt) < MAX_IDLE_MS
}
