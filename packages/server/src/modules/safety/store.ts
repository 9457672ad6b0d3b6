import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** What a verdict is about. */
export interface VerdictRef {
  /** Of a person, a chat, a message, a card, a report or a file. */
  id: string
  /** Whose erasure removes the reference; null for a card, a report or a file, which then lead to nobody. */
  personId: string | null
}

export interface NewVerdict {
  surface: string
  ref: VerdictRef | null
  verdict: string
  category: string
  rule: string
  ruleVersion: string
  /** The moderation model that gave it; null: the local rules. */
  model: string | null
  now: Date
}

/** Without the reference if its person no longer exists, whose erasure waits for the statement. */
export async function insertVerdict(db: Queryable, verdict: NewVerdict): Promise<void> {
  await db.query(
    `insert into safety_verdict (surface, ref, verdict, category, rule, rule_version, model, created_at)
     values (
       $1, case when $9::text is null then $2::text else (select $2::text from person where id = $9 for key share) end,
       $3, $4, $5, $6, $7, $8
     )`,
    [
      verdict.surface,
      verdict.ref?.id ?? null,
      verdict.verdict,
      verdict.category,
      verdict.rule,
      verdict.ruleVersion,
      verdict.model,
      verdict.now,
      verdict.ref?.personId ?? null,
    ],
  )
}

export async function incrementCrisisCount(db: Queryable, day: string, kind: string): Promise<void> {
  await db.query(
    `insert into crisis_count (day, kind, count) values ($1::date, $2, 1)
     on conflict (day, kind) do update set count = crisis_count.count + 1`,
    [day, kind],
  )
}

export interface ReportRow {
  target_type: string
  target_id: string
  reason: string
  note: string
}

/**
 * Inserts a report. Returns nothing when the person has already sent one with this key, or no longer exists. Their erasure
 * waits until the transaction has ended.
 */
export function insertReport(
  db: Queryable,
  report: ReportRow & { id: string; personId: string; key: string | null; now: Date },
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `insert into report (id, person_id, idempotency_key, target_type, target_id, reason, note, created_at)
     select $1, id, $3, $4, $5, $6, $7, $8::timestamptz from person where id = $2 for key share
     on conflict (person_id, idempotency_key) do nothing returning id`,
    [
      report.id,
      report.personId,
      report.key,
      report.target_type,
      report.target_id,
      report.reason,
      report.note,
      report.now,
    ],
  )
}

export function selectReportByKey(db: Queryable, personId: string, key: string): Promise<ReportRow[]> {
  return db.query<ReportRow>(
    `select target_type, target_id, reason, note from report where person_id = $1 and idempotency_key = $2`,
    [personId, key],
  )
}

/** The number of undecided reports. */
export async function countOpenReports(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from report where state = 'open'`)
  return row?.count ?? 0
}

export function selectReportsOf(db: Queryable, personId: string): Promise<(ReportRow & { created_at: Date })[]> {
  return db.query(
    `select created_at, target_type, target_id, reason, note, state from report where person_id = $1
     order by created_at, id`,
    [personId],
  )
}

export async function setReporter(tx: Transaction, personId: string, toId: string): Promise<void> {
  await tx.query('update report set person_id = $2 where person_id = $1', [personId, toId])
}

export async function clearReporter(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `update report set person_id = null, idempotency_key = null, note = '',
       target_id = case when target_type = 'message' then '' else target_id end
     where person_id = $1`,
    [personId],
  )
}

/** Clears the references to these people and chats, and to the messages of these chats. */
export async function clearVerdictRefs(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    `update safety_verdict set ref = null where ref is not null and split_part(ref, '-', 1) = any($1::text[])`,
    [ids],
  )
}

/** The number of reports that a person has sent. */
export async function countReportsBy(db: Queryable, personId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from report where person_id = $1', [
    personId,
  ])
  return row?.count ?? 0
}

/** The number of reports about any of these people, cards and groups, and how many of them are undecided. */
export async function countReportsAbout(
  db: Queryable,
  targetIds: readonly string[],
): Promise<{ all: number; open: number }> {
  const [row] = await db.query<{ all: number; open: number }>(
    `select count(*)::int as "all", (count(*) filter (where state = 'open'))::int as open from report
     where target_type in ('user', 'card', 'group') and target_id = any($1::text[])`,
    [targetIds],
  )
  return row ?? { all: 0, open: 0 }
}
