import type { DecisionAction, DecisionReason } from '@everkin/contract/moderation-choices.ts'
import { SUSPENSION_REASONS, type SuspensionReason } from '@everkin/contract/suspension-reasons.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { loadPerson } from '../accounts/module.ts'
import { findWrittenCard, type Restriction, setReviewedState } from '../characters/module.ts'
import { withholdFiles } from '../media/module.ts'
import { type Actor, recordAudit, restorePerson, suspendPerson } from '../operators/module.ts'
import { notifyPeople } from './announce-notices.ts'
import { type CaseRow, findCase, lockOpenCases, mergeNewerCases, selectReporters, setCaseState } from './case-store.ts'
import {
  answerAppeals,
  type DecisionRow,
  findAppealOfCase,
  findDecision,
  hasLaterDecision,
  insertDecision,
  markUndone,
  type StateBefore,
} from './decision-store.ts'
import type { NoticeKind } from './notice-store.ts'
import { findQuarantine, setQuarantineEnd } from './quarantine-store.ts'
import { choicesFor, UNDO_MS } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { changeTarget, type FoundTarget, findTarget, isCard, type Target } from './targets.ts'

type Operator = NonNullable<Actor>

/** A decision, and until when it can be undone. */
export interface Decided {
  decisionId: string
  undoUntil: Date
}

/**
 * Decides a case, and with it every open case about the same item.
 * @throws AppError NotFound; Conflict for one that is decided already, or whose card is no longer at `version`;
 * InvalidInput on `action` or `reason` for one that does not fit the case; NotAllowed for suspending an operator.
 */
export async function decide(
  services: ModerationServices,
  operator: Operator,
  asked: { caseId: string; action: DecisionAction; reason: DecisionReason; version?: number | undefined },
): Promise<Decided> {
  const opened = await findCase(services.database, asked.caseId)
  if (!opened || opened.targetId === '') throw new AppError('NotFound')
  if (opened.state !== 'open') throw new AppError('Conflict')
  const choices = choicesFor({ ...opened, hasAuthor: opened.authorId !== null })
  if (!choices.includes(asked.action)) throw invalidInput('action', 'not for this case')
  return applyDecision(services, operator, { type: opened.targetType, id: opened.targetId }, { ...asked, opened })
}

/** Hides, removes or restores an item without a case. Throws the same errors. */
export function decideItem(
  services: ModerationServices,
  operator: Operator,
  target: Target,
  asked: { action: 'hide' | 'remove' | 'restore'; reason: DecisionReason },
): Promise<Decided> {
  return applyDecision(services, operator, target, { ...asked, opened: null })
}

interface DecisionRequest {
  action: DecisionAction
  reason: DecisionReason
  opened: CaseRow | null
  /** Of the card that the operator has seen. */
  version?: number | undefined
}

async function applyDecision(
  services: ModerationServices,
  operator: Operator,
  target: Target,
  { action, reason, opened, version }: DecisionRequest,
): Promise<Decided> {
  const { database, clock } = services
  const now = clock.now()
  const needsRule = action !== 'keep' && action !== 'restore' && action !== 'uphold'
  if (needsRule && reason === 'no_breach') throw invalidInput('reason', 'a rule is needed')
  const found = await findTarget(database, target)
  if (!found) throw new AppError('NotFound')
  const decisionId = await changeTarget(services, found, restrictionAfter(action, found), async (tx, before) => {
    const cases = await lockOpenCases(tx, target)
    if (opened && !cases.some(({ id }) => id === opened.id)) throw new AppError('Conflict')
    if (version !== undefined && isCard(target) && (await findWrittenCard(tx, target.id))?.version !== version)
      throw new AppError('Conflict')
    const stateBefore: StateBefore = { restriction: before.restriction, caseIds: cases.map(({ id }) => id) }
    if (action === 'keep' && isCard(target)) stateBefore.card = await publishReviewed(tx, target.id, now)
    if (action === 'suspend' && found.authorId)
      Object.assign(stateBefore, await suspendAuthor(services, tx, operator, { personId: found.authorId, reason }))
    if (action === 'restore') stateBefore.suspension = await restoreAuthor(services, tx, operator, { found, opened })
    await decideQuarantine(tx, target, restrictionAfter(action, found), { stateBefore, now })
    const id = await insertDecision(tx, {
      caseId: opened?.id ?? null,
      targetType: found.type,
      targetId: found.id,
      authorId: found.authorId,
      ownerId: found.ownerId,
      operatorId: operator.personId,
      action,
      reason,
      before: stateBefore,
      label: found.label,
      createdAt: now,
    })
    await setCaseState(tx, stateBefore.caseIds, 'decided')
    const people = await answerAppealsAndListNotified(tx, { action, before, cases })
    await notifyPeople(services, tx, id, people, { now, shownFrom: new Date(now.getTime() + UNDO_MS) })
    await recordAudit(tx, {
      actorId: operator.personId,
      action: opened ? 'case.decided' : 'item.decided',
      targetType: opened ? 'case' : found.type,
      targetId: opened?.id ?? found.id,
      reason,
      details: { decision: action },
      now,
    })
    return id
  })
  return { decisionId, undoUntil: new Date(now.getTime() + UNDO_MS) }
}

/** Nobody is served the files of what was found to be abuse; what was found harmless leaves the quarantine. */
async function decideQuarantine(
  tx: Transaction,
  target: Target,
  restriction: Restriction | null | undefined,
  { stateBefore, now }: { stateBefore: StateBefore; now: Date },
): Promise<void> {
  const quarantine = await findQuarantine(tx, target)
  if (!quarantine) return
  if (restriction !== undefined) await withholdFiles(tx, quarantine.files, restriction !== null)
  // A stopped text is deleted once its appeal is decided, so nothing is left to keep apart.
  if (restriction === null || target.type === 'text')
    stateBefore.quarantineEnded = await setQuarantineEnd(tx, target, now)
}

/** Undefined: as it is. */
function restrictionAfter(action: DecisionAction, { type }: FoundTarget): Restriction | null | undefined {
  if (action === 'keep' || action === 'restore') return null
  if (action === 'hide' || action === 'change') return 'hidden'
  if (action === 'remove') return 'removed'
  // What a suspended author is suspended for goes with them; a profile is not visible anywhere else.
  if (action === 'suspend') return type === 'user' ? 'hidden' : 'removed'
  return undefined
}

/** Nothing for someone who is suspended already. @throws AppError NotAllowed for an operator. */
async function suspendAuthor(
  services: ModerationServices,
  tx: Transaction,
  actor: Operator,
  { personId, reason }: { personId: string; reason: DecisionReason },
): Promise<Pick<StateBefore, 'suspension' | 'suspensionId'>> {
  if (await isSuspended(tx, personId)) return {}
  const { suspensionId } = await suspendPerson(services, tx, { personId, reason: toSuspensionReason(reason), actor })
  return { suspension: 'begun', suspensionId }
}

async function isSuspended(tx: Transaction, personId: string): Promise<boolean> {
  return ((await loadPerson(tx, personId))?.suspensionId ?? null) !== null
}

function toSuspensionReason(reason: DecisionReason): SuspensionReason {
  return SUSPENSION_REASONS.find((known) => known === reason) ?? 'other'
}

/** Ends the suspension that an appeal is against. */
async function restoreAuthor(
  services: ModerationServices,
  tx: Transaction,
  actor: Operator,
  { found, opened }: { found: FoundTarget; opened: CaseRow | null },
): Promise<StateBefore['suspension']> {
  const personId = found.authorId
  const appeal = opened && (await findAppealOfCase(tx, opened.id))
  const against = appeal && (await findDecision(tx, appeal.decisionId))
  if (against?.action !== 'suspend' || personId === null || !(await isSuspended(tx, personId))) return undefined
  await restorePerson(services, tx, { personId, actor })
  return 'ended'
}

/** Publishes a card that was waiting for this; returns what it was. */
async function publishReviewed(tx: Transaction, cardId: string, now: Date): Promise<StateBefore['card']> {
  const card = await findWrittenCard(tx, cardId)
  if (!card || (card.state !== 'in_review' && !card.blockers.includes('minor'))) return undefined
  await setReviewedState(tx, cardId, { state: 'published', blockers: [], now })
  return { state: card.state, hindrances: card.blockers }
}

/** Answers the appeals in these cases, and lists who is notified of the decision, most affected first. */
async function answerAppealsAndListNotified(
  tx: Transaction,
  { action, before, cases }: { action: DecisionAction; before: FoundTarget; cases: readonly CaseRow[] },
): Promise<{ personId: string; kind: NoticeKind }[]> {
  const caseIds = cases.map(({ id }) => id)
  const outcome = action === 'keep' || action === 'restore' ? 'restored' : 'upheld'
  const appellants = await answerAppeals(tx, caseIds, outcome)
  const isNews = action !== 'keep' || before.restriction !== null || cases.some(({ source }) => source === 'review')
  const author = before.authorId !== null && isNews ? [before.authorId] : []
  const reporters = await selectReporters(tx, caseIds)
  return [
    ...appellants.map((personId) => ({ personId, kind: 'appeal' as const })),
    ...author.map((personId) => ({ personId, kind: 'yours' as const })),
    ...reporters.map((personId) => ({ personId, kind: 'reported' as const })),
  ]
}

/**
 * Takes an operator's own decision back, within a minute and as long as nothing else was decided about the item.
 * @throws AppError NotFound, Conflict.
 */
export async function undoDecision(services: ModerationServices, operator: Operator, id: string): Promise<void> {
  const { database, clock } = services
  const now = clock.now()
  const decision = await findDecision(database, id)
  if (decision?.operatorId !== operator.personId || decision.targetId === '') throw new AppError('NotFound')
  if (now.getTime() > decision.createdAt.getTime() + UNDO_MS) throw new AppError('Conflict')
  const target = { type: decision.targetType, id: decision.targetId }
  const found = await findTarget(database, target)
  if (!found) throw new AppError('NotFound')
  await changeTarget(services, found, decision.before.restriction, async (tx) => {
    const locked = await findDecision(tx, id, true)
    if (!locked || locked.undoneAt || (await hasLaterDecision(tx, locked))) throw new AppError('Conflict')
    await restoreBefore(services, tx, operator, locked)
    await markUndone(tx, id, now)
    await recordAudit(tx, {
      actorId: operator.personId,
      action: decision.caseId ? 'case.reopened' : 'item.restored',
      targetType: decision.caseId ? 'case' : found.type,
      targetId: decision.caseId ?? found.id,
      reason: decision.reason,
      details: { undone: decision.action },
      now,
    })
  })
}

async function restoreBefore(
  services: ModerationServices,
  tx: Transaction,
  actor: Operator,
  { before, targetType, targetId, authorId, reason }: DecisionRow,
): Promise<void> {
  if (before.card) {
    const { state, hindrances: blockers } = before.card
    await setReviewedState(tx, targetId, { state, blockers, now: services.clock.now() })
  }
  if (before.suspension && authorId) {
    const isStill = await isSuspended(tx, authorId)
    if (before.suspension === 'begun' && isStill) await restorePerson(services, tx, { personId: authorId, actor })
    if (before.suspension === 'ended' && !isStill)
      await suspendAuthor(services, tx, actor, { personId: authorId, reason })
  }
  const target = { type: targetType, id: targetId }
  if (before.quarantineEnded) await setQuarantineEnd(tx, target, null)
  const quarantine = await findQuarantine(tx, target)
  if (quarantine && targetType !== 'file') await withholdFiles(tx, quarantine.files, before.restriction !== null)
  const reopened: CaseRow[] = []
  for (const caseId of before.caseIds) {
    const row = await findCase(tx, caseId)
    if (row) reopened.push(row)
  }
  await mergeNewerCases(tx, await lockOpenCases(tx, target), reopened)
  await setCaseState(tx, before.caseIds, 'open')
  await answerAppeals(tx, before.caseIds, null)
}
