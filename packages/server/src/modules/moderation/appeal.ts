import type { ApiData } from '@everkin/contract/api-types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { findSuspension } from '../accounts/module.ts'
import { recordVerdict, screenText } from '../safety/module.ts'
import { openCase } from './case-store.ts'
import {
  type DecisionRow,
  findAppeal,
  findDecision,
  findDecisionOfSuspension,
  hasLaterDecision,
  insertAppeal,
  insertDecision,
} from './decision-store.ts'
import { markRead, type NoticeRow, selectNotices } from './notice-store.ts'
import { APPEAL_LIMIT, APPEALABLE, severityOf, UNDO_MS } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { findTarget } from './targets.ts'

const MAX_NOTICES = 50

/** What this person was notified of, latest first. */
export async function listNotices(
  { database, clock }: ModerationServices,
  personId: string,
): Promise<ApiData<'GET /api/moderation/notices'>> {
  const rows = await selectNotices(database, personId, clock.now(), MAX_NOTICES)
  return {
    list: rows.map((row) => noticeView(row, personId)),
    unread: rows.filter(({ readAt }) => readAt === null).length,
    suspension: await suspensionView(database, personId, clock.now()),
  }
}

/** The suspension in force, and whether it can be answered. */
async function suspensionView(
  db: Queryable,
  personId: string,
  now: Date,
): Promise<ApiData<'GET /api/moderation/notices'>['suspension']> {
  const suspension = await findSuspension(db, personId)
  if (!suspension) return null
  const decision = await findDecisionOfSuspension(db, personId, suspension.id)
  const appeal = decision && (await findAppeal(db, decision.id))
  return {
    decision_id: suspension.id,
    can_appeal: appeal === null && (decision === null || !isUndoable(decision, now)),
    appeal: appeal && { text: appeal.text, outcome: appeal.outcome },
  }
}

/** Whether an operator may still take a decision back, before anybody is notified of it. */
function isUndoable({ operatorId, createdAt }: DecisionRow, now: Date): boolean {
  return operatorId !== null && now.getTime() < createdAt.getTime() + UNDO_MS
}

function noticeView(row: NoticeRow, personId: string): ApiData<'GET /api/moderation/notices'>['list'][number] {
  const isOwnCard = row.authorId === personId && (row.targetType === 'card' || row.targetType === 'group')
  return {
    id: row.id,
    kind: row.kind,
    action: row.action,
    reason: row.reason,
    target_type: row.targetType,
    target_id: isOwnCard && row.targetId !== '' ? row.targetId : null,
    label: row.label,
    decision_id: row.decisionId,
    read: row.readAt !== null,
    can_appeal: row.kind === 'yours' && row.appealText === null && !row.isOutdated && isAppealable(row),
    appeal: row.appealText === null ? null : { text: row.appealText, outcome: row.outcome },
    created_at: row.createdAt.toISOString(),
  }
}

const isAppealable = ({ action }: Pick<DecisionRow, 'action'>) => APPEALABLE.some((known) => known === action)

export function readNotices({ database, clock }: ModerationServices, personId: string): Promise<void> {
  return markRead(database, personId, clock.now())
}

/**
 * Stores the one answer of an author to a decision and puts it into the queue. A suspension that was not decided in the
 * queue is answered by its own id.
 * @throws AppError NotFound for a decision that is not about something of theirs or left it as it was, or that can still
 * be undone; Conflict for a second answer; TooManyRequests.
 */
export async function appealDecision(
  services: ModerationServices,
  personId: string,
  { decisionId, text }: { decisionId: string; text: string },
): Promise<void> {
  const { database, clock, limiter } = services
  const now = clock.now()
  await limiter.consume(`appeal:${personId}`, APPEAL_LIMIT)
  await database.transaction(async (tx) => {
    const decision = await findOwnDecision(tx, personId, decisionId, now)
    if (!decision || decision.undoneAt || !isAppealable(decision)) throw new AppError('NotFound')
    if (await hasLaterDecision(tx, decision)) throw new AppError('NotFound')
    if (isUndoable(decision, now)) throw new AppError('NotFound')
    const target = { type: decision.targetType, id: decision.targetId }
    const found = await findTarget(tx, target, true)
    if (!found) throw new AppError('NotFound')
    const opened = await openCase(tx, 'appeal', found, { severity: severityOf(decision.reason) === 0 ? 1 : 2, now })
    const appeal = { decisionId: decision.id, personId, caseId: opened.id, text, createdAt: now }
    if (!(await insertAppeal(tx, appeal))) throw new AppError('Conflict')
    const verdict = screenText(text, { surface: 'report', adultMode: false })
    await recordVerdict(tx, { surface: 'report', ref: null, verdict, now })
  })
}

async function findOwnDecision(tx: Transaction, personId: string, id: string, now: Date): Promise<DecisionRow | null> {
  const decision = await findDecision(tx, id, true)
  if (decision) return decision.authorId === personId ? decision : null
  return adoptSuspension(tx, personId, id, now)
}

/** Makes a decision of a suspension that an operator set on the page of people, so that it can be answered like others. */
async function adoptSuspension(tx: Transaction, personId: string, id: string, now: Date): Promise<DecisionRow | null> {
  const earlier = await findDecisionOfSuspension(tx, personId, id)
  if (earlier) return earlier
  const suspension = await findSuspension(tx, personId)
  if (suspension?.id !== id) return null
  const decisionId = await insertDecision(tx, {
    caseId: id,
    targetType: 'user',
    targetId: personId,
    authorId: personId,
    ownerId: personId,
    operatorId: null,
    action: 'suspend',
    reason: 'other',
    before: { restriction: null, caseIds: [] },
    label: '',
    createdAt: now,
  })
  return findDecision(tx, decisionId)
}
