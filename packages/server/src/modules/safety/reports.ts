import { AppError } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Database, onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { screenText } from './screening/screen-text.ts'
import {
  clearReporter,
  clearVerdictRefs,
  insertReport,
  type ReportRow,
  selectReportByKey,
  selectReportsOf,
  setReporter,
} from './store.ts'
import { recordVerdict } from './verdicts.ts'

export type ReportTarget = 'message' | 'card' | 'group' | 'image' | 'user'

/** Who reports, and from which country, as far as that is known. */
export interface Reporter {
  personId: string
  country: string | null | undefined
  isGuest?: boolean
}

/**
 * Whether the person may see this target; each module answers for its own kinds. May throw AgeNotOpen for what opens once
 * they have confirmed their age.
 */
type CanReportTarget = (db: Queryable, targetId: string, reporter: Reporter) => Promise<boolean>

export interface ReportServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  /** Called in the transaction that stores a report. */
  onReport?(tx: Transaction, report: StoredReport): Promise<void>
  /** A kind without an entry does not exist yet and cannot be reported. */
  reportTargets: Partial<Record<ReportTarget, CanReportTarget>>
}

export interface Report {
  target_type: ReportTarget
  target_id: string
  reason: string
  note?: string | undefined
  idempotency_key?: string | undefined
}

/** What a report says, for the module that decides about it. */
export type StoredReport = Pick<Report, 'target_type' | 'target_id' | 'reason'> & {
  id: string
  personId: string
  now: Date
}

const REPORT_LIMIT = { max: 60, windowMs: HOUR_MS }

/**
 * Stores a report, once per key (R1). Its text is screened like any other, and stored whatever it quotes.
 * @throws AppError NotFound for a target the person cannot see, AgeNotOpen, Conflict for a key that named another report,
 * TooManyRequests; NotSignedIn for a guest who reports anything but a message, and for a person who no longer exists.
 */
export async function submitReport(services: ReportServices, reporter: Reporter, sent: Report): Promise<void> {
  const { database } = services
  const { personId } = reporter
  // Guests are made in no time, and several reports hide a card. A message is in a chat of their own.
  if (reporter.isGuest && sent.target_type !== 'message') throw new AppError('NotSignedIn')
  const now = services.clock.now()
  const row: ReportRow = {
    target_type: sent.target_type,
    target_id: sent.target_id,
    reason: sent.reason,
    note: sent.note ?? '',
  }
  const key = sent.idempotency_key ?? null
  if (key !== null && (await isDuplicateReport(database, personId, key, row))) return
  await services.limiter.consume(`report:${personId}`, REPORT_LIMIT)
  const find = services.reportTargets[sent.target_type]
  if (!find || !(await find(database, sent.target_id, reporter))) throw new AppError('NotFound')

  const id = newId(now)
  const stored = await database.transaction(async (tx) => {
    const rows = await insertReport(tx, { ...row, id, personId, key, now })
    const { target_type, target_id, reason } = sent
    if (rows.length > 0) await services.onReport?.(tx, { id, personId, target_type, target_id, reason, now })
    return rows
  })
  if (stored.length === 0) {
    // A concurrent request stored the same key first, or the person was erased.
    if (key === null || !(await isDuplicateReport(database, personId, key, row))) throw new AppError('NotSignedIn')
    return
  }
  const verdict = screenText(row.note, { surface: 'report', adultMode: false })
  await recordVerdict(database, { surface: 'report', ref: { id, personId: null }, verdict, now })
}

/** Whether this report is already stored. @throws AppError Conflict when the key named another one. */
async function isDuplicateReport(db: Queryable, personId: string, key: string, sent: ReportRow): Promise<boolean> {
  const known = onlyRow(await selectReportByKey(db, personId, key))
  if (!known) return false
  const isSame =
    known.target_type === sent.target_type &&
    known.target_id === sent.target_id &&
    known.reason === sent.reason &&
    known.note === sent.note
  if (!isSame) throw new AppError('Conflict')
  return true
}

/**
 * Removes an erased person from their reports and from the verdicts on their texts. The report stays, with its reason
 * and target (R1); its text is deleted, and so is the number of a message, since the chat is erased too.
 */
export async function eraseReporter(tx: Transaction, person: { id: string }): Promise<void> {
  await clearReporter(tx, person.id)
  await clearVerdictRefs(tx, [person.id])
}

/** Makes a guest's reports those of the account that has signed in, with the chats that they are about (R1). */
export async function moveReports(tx: Transaction, { fromId, toId }: { fromId: string; toId: string }): Promise<void> {
  await setReporter(tx, fromId, toId)
}

/** Every report of a person, oldest first, for the personal data export. */
export function exportReports(db: Queryable, personId: string): Promise<object[]> {
  return selectReportsOf(db, personId)
}
