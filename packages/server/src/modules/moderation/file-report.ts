import type { DecisionReason } from '@everkin/contract/moderation-choices.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { StoredReport } from '../safety/module.ts'
import { notifyPeople } from './announce-notices.ts'
import {
  closeSettledReviews,
  countReporters,
  joinCase,
  openCase,
  selectUnqueuedFiles,
  selectUnqueuedReviews,
  setHiddenByReports,
} from './case-store.ts'
import { insertDecision } from './decision-store.ts'
import { openQuarantine } from './quarantine.ts'
import { MIN_REPORTERS_TO_HIDE, severityOf } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { findTarget, isCard, restrict } from './targets.ts'

/**
 * Puts a report into the queue, in the transaction that stores it: several reports of one item are one case. The third
 * person who is not the author hides the item until it is decided, and its author is notified at once.
 */
export async function fileReport(
  services: Pick<ModerationServices, 'onCardChange' | 'jobs'>,
  tx: Transaction,
  report: StoredReport,
): Promise<void> {
  // The item before the case, as where it is decided: two orders would cause a deadlock.
  const found = await findTarget(tx, { type: report.target_type, id: report.target_id }, true)
  if (!found) return
  const { now } = report
  const opened = await openCase(tx, 'report', found, { severity: severityOf(report.reason), now })
  await joinCase(tx, report.id, opened.id)
  // The text of a message is in no case anyway, and one moderator may look at it (R4).
  if (report.reason === 'minor_safety' && found.type !== 'message') await openQuarantine(tx, found, now)
  if (found.type === 'message' || found.restriction !== null) return
  if ((await countReporters(tx, opened.id, found.authorId)) < MIN_REPORTERS_TO_HIDE) return
  await restrict(tx, found, 'hidden')
  await setHiddenByReports(tx, opened.id)
  const decisionId = await insertDecision(tx, {
    caseId: opened.id,
    targetType: found.type,
    targetId: found.id,
    authorId: found.authorId,
    ownerId: found.ownerId,
    operatorId: null,
    action: 'auto_hide',
    reason: asDecisionReason(report.reason),
    before: { restriction: null, caseIds: [opened.id] },
    label: found.label,
    createdAt: now,
  })
  if (found.authorId !== null)
    await notifyPeople(services, tx, decisionId, [{ personId: found.authorId, kind: 'yours' }], { now, shownFrom: now })
  if (isCard(found)) tx.afterCommit(() => services.onCardChange(found.id))
}

/** Every reason for a report is also one for a decision. */
function asDecisionReason(reason: string): DecisionReason {
  return reason as DecisionReason // checked by the schema of reports, whose reasons are among these
}

/**
 * Brings the queue up to date: cards that wait for a moderator get a case, whatever put them there, and so do pictures
 * that the moderation model withheld; cases of cards that no longer wait are closed.
 */
export async function queueReviews({ database, clock }: Pick<ModerationServices, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const [cards, files] = await Promise.all([selectUnqueuedReviews(database), selectUnqueuedFiles(database)])
  if (cards.length === 0 && files.length === 0) {
    await database.transaction(closeSettledReviews)
    return
  }
  await database.transaction(async (tx) => {
    await closeSettledReviews(tx)
    for (const { id, type, authorId, label, isMinor } of await selectUnqueuedReviews(tx)) {
      const found = { type, id, authorId, ownerId: authorId, label, restriction: null }
      await openCase(tx, 'review', found, { severity: isMinor ? 0 : 2, now })
    }
    for (const { id, authorId } of await selectUnqueuedFiles(tx)) {
      const found = { type: 'file', id, authorId, ownerId: authorId, label: '', restriction: 'removed' } as const
      await openCase(tx, 'review', found, { severity: 0, now })
      await openQuarantine(tx, found, now)
    }
  })
}
