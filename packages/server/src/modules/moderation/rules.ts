import type { DecisionAction } from '@everkin/contract/moderation-choices.ts'
import type { REPORT_REASONS } from '@everkin/contract/report-reasons.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'

/**
 * Guarantees of this module:
 * - A report opens a case or joins the open one of its item, in the transaction that stores it; none is lost (R1).
 * - Three people who are not the author hide an item until it is decided (R2). Messages are in one person's chat, so
 *   this never happens to them.
 * - A decision, its effect and its entry in the audit log are one transaction. For a minute it can be undone; only then
 *   its author and the people who reported the item are notified.
 * - An author answers a decision once, even while suspended.
 * - The text of a chat is in no list, case or log. `look` shows it, and its audit entry commits first (R4).
 * - Who was stopped by the safety rules answers once per text. The text is stored with the answer, never before, and
 *   deleted once it is decided, after 30 days at the latest.
 * - Suspected abuse material has no preview anywhere. It opens for a day after an owner and a moderator, two different
 *   people, have confirmed; its files are removed by no purge and no deletion (R3).
 */
export type ReportReason = (typeof REPORT_REASONS)[number]

/** The number of people whose reports hide an item. */
export const MIN_REPORTERS_TO_HIDE = 3
export const UNDO_MS = MINUTE_MS
/** How many lines before and after a reported message are shown. */
export const LINES_AROUND = 5
/** A stopped text is kept for its appeal at most this long. */
export const STOPPED_TEXT_MS = 30 * DAY_MS
/** For how long a confirmation to see what is in quarantine counts. */
export const CONSENT_MS = DAY_MS
/** How long evidence is kept whose item or author is gone; docs/safety.md says why. */
export const EVIDENCE_MS = 365 * DAY_MS
export const APPEAL_LIMIT = { max: 20, windowMs: 24 * HOUR_MS }

/** How soon a case of each severity is decided (R2). */
export const DUE_MS = [HOUR_MS, 4 * HOUR_MS, 24 * HOUR_MS] as const

export function severityOf(reason: string): 0 | 1 | 2 {
  if (reason === 'minor_safety') return 0
  return reason === 'self_harm' ? 1 : 2
}

/** Decisions that leave an item, or a person, less than it was, so that its author may answer. */
export const APPEALABLE = ['hide', 'remove', 'change', 'suspend', 'auto_hide'] as const

/** What can be decided about an item, in the order of the keys. */
export function choicesFor(found: { source: string; targetType: string; hasAuthor: boolean }): DecisionAction[] {
  if (found.source === 'appeal') return ['restore', 'uphold']
  const choices: DecisionAction[] = found.targetType === 'file' ? ['keep', 'remove'] : ['keep', 'hide', 'remove']
  if (found.targetType === 'card' || found.targetType === 'group') choices.push('change')
  if (found.hasAuthor) choices.push('suspend')
  return choices
}
