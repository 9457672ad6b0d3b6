import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Identity } from '../../platform/http/caller.ts'
import { loadPerson } from '../accounts/module.ts'
import { loadReviewedLines } from '../chats/module.ts'
import { recordAudit } from '../operators/module.ts'
import {
  type CaseSource,
  countOpenCases,
  findCase,
  type QueueRow,
  selectCase,
  selectQueue,
  selectReports,
} from './case-store.ts'
import {
  countAuthored,
  type DecisionRow,
  findAppealOfCase,
  findDecision,
  selectDecisionsAbout,
} from './decision-store.ts'
import { loadDeskItem } from './desk-items.ts'
import { queueReviews } from './file-report.ts'
import { confirmView, quarantineState, readQuarantine } from './quarantine.ts'
import { findQuarantine } from './quarantine-store.ts'
import { choicesFor, LINES_AROUND } from './rules.ts'
import type { ModerationServices } from './services.ts'
import { findStoppedText } from './stopped-text-store.ts'

const MAX_PAST_DECISIONS = 30

/** A page of the queue, the cases that are due first at the top. @throws AppError InvalidInput on `cursor`. */
export async function listQueue(
  services: ModerationServices,
  query: { source?: CaseSource | undefined; cursor?: string | undefined; limit: number },
): Promise<ApiData<'GET /api/desk/queue'>> {
  const { database } = services
  await queueReviews(services)
  const rows = await selectQueue(database, query.source ?? null, parseCursor(query.cursor), query.limit + 1)
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const cursor = last && rows.length > query.limit ? `${last.dueAt.getTime().toString(36)}.${last.id}` : null
  return { list: shown.map(entryView), next_cursor: cursor, counts: await countOpenCases(database) }
}

function parseCursor(cursor: string | undefined): { dueAt: Date; id: string } | null {
  if (cursor === undefined) return null
  const [, time = '', id = ''] = /^([0-9a-z]{1,9})\.([0-9A-Za-z]{1,64})$/.exec(cursor) ?? []
  if (id === '') throw invalidInput('cursor')
  return { dueAt: new Date(Number.parseInt(time, 36)), id }
}

function entryView(row: QueueRow): ApiData<'GET /api/desk/queue'>['list'][number] {
  return {
    id: row.id,
    source: row.source,
    target_type: row.targetType,
    label: row.label,
    // The severities are those of `severityOf`.
    severity: row.severity,
    reports: row.reports,
    reasons: row.reasons,
    author_name: row.authorName,
    appealed_reason: row.appealedReason,
    hidden: row.hiddenByReports,
    opened_at: row.openedAt.toISOString(),
    due_at: row.dueAt.toISOString(),
  }
}

/**
 * A case with everything that a decision needs, but no text of a chat, no stopped text and nothing in quarantine.
 * @throws AppError NotFound.
 */
export async function loadCase(
  services: ModerationServices,
  operatorId: string,
  id: string,
): Promise<ApiData<'GET /api/desk/case'>> {
  const { database } = services
  const row = await selectCase(database, id)
  if (!row) throw new AppError('NotFound')
  const target = { type: row.targetType, id: row.targetId }
  const [item, notes, appeal] = await Promise.all([
    row.targetId === '' ? null : loadDeskItem(services, operatorId, target),
    selectReports(database, id),
    row.source === 'appeal' ? findAppealOfCase(database, id) : null,
  ])
  const against = appeal && (await findDecision(database, appeal.decisionId))
  return {
    ...entryView(row),
    state: row.state,
    item,
    notes: notes.map(({ reason, note, createdAt }) => ({ reason, note, created_at: createdAt.toISOString() })),
    appeal:
      appeal && against
        ? { text: appeal.text, created_at: appeal.createdAt.toISOString(), against: pastDecision(against) }
        : null,
    author: row.authorId === null ? null : await loadAuthor(services, row.authorId),
    quarantine: await quarantineState(services, target),
    choices: choicesFor({ ...row, hasAuthor: row.authorId !== null }),
  }
}

async function loadAuthor(
  { database }: ModerationServices,
  authorId: string,
): Promise<ApiData<'GET /api/desk/case'>['author']> {
  const person = await loadPerson(database, authorId)
  if (!person) return null
  const [counts, decisions] = await Promise.all([
    countAuthored(database, authorId),
    selectDecisionsAbout(database, authorId, MAX_PAST_DECISIONS),
  ])
  return {
    id: person.id,
    nickname: person.nickname,
    created_at: person.createdAt.toISOString(),
    suspended: person.suspensionId !== null,
    ...counts,
    decisions: decisions.map(pastDecision),
  }
}

function pastDecision(row: DecisionRow) {
  return {
    id: row.id,
    action: row.action,
    reason: row.reason,
    target_type: row.targetType,
    label: row.label,
    created_at: row.createdAt.toISOString(),
    undone: row.undoneAt !== null,
  }
}

type Evidence = ApiData<'POST /api/desk/look'>
const NOTHING_SEEN: Evidence = { lines: [], texts: [], pictures: [], waits_for: null }

/**
 * What a case is about and does not show: a reported message and the lines around it, a stopped text, or what is in
 * quarantine once two people have confirmed. The view is in the audit log before anything is read.
 * @throws AppError NotFound for a case that shows everything, or whose text is decided about; NotAllowed for quarantine
 * and someone who is neither owner nor moderator.
 */
export async function viewEvidence(
  services: ModerationServices,
  operator: Pick<Identity, 'personId' | 'role'> & { locale: Locale },
  { caseId, reason }: { caseId: string; reason: string },
): Promise<Evidence> {
  const { database, clock } = services
  const row = await findCase(database, caseId)
  if (!row || row.targetId === '') throw new AppError('NotFound')
  const target = { type: row.targetType, id: row.targetId }
  const isText = row.targetType === 'text' && row.state === 'open'
  const quarantine = await findQuarantine(database, target)
  if (quarantine) {
    const waitsFor = await confirmView(services, operator, target, { caseId, reason })
    if (waitsFor) return { ...NOTHING_SEEN, waits_for: waitsFor }
    if (!isText) return { ...NOTHING_SEEN, ...(await readQuarantine(services, quarantine)) }
    return { ...NOTHING_SEEN, lines: await readStoppedText(services, row.targetId) }
  }
  if (row.targetType !== 'message' && !isText) throw new AppError('NotFound')
  const action = isText ? 'text.read' : 'chat.read'
  const record = { actorId: operator.personId, action, targetType: 'case', targetId: caseId }
  await database.transaction((tx) => recordAudit(tx, { ...record, reason, now: clock.now() }))
  if (isText) return { ...NOTHING_SEEN, lines: await readStoppedText(services, row.targetId) }
  const lines = await loadReviewedLines(database, row.targetId, { lines: LINES_AROUND, locale: operator.locale })
  return {
    ...NOTHING_SEEN,
    lines: lines.map(({ role, name, text, isReported, createdAt }) => ({
      role,
      name,
      text,
      reported: isReported,
      created_at: createdAt.toISOString(),
    })),
  }
}

/** Nothing once the text was deleted. */
async function readStoppedText({ database }: ModerationServices, id: string): Promise<Evidence['lines']> {
  const stopped = await findStoppedText(database, id)
  if (!stopped || stopped.text === null) return []
  return [{ role: 'user', name: '', text: stopped.text, reported: true, created_at: stopped.createdAt.toISOString() }]
}
