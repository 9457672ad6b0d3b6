import type { DecisionReason } from '@everkin/contract/moderation-choices.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { DUE_MS, type ReportReason } from './rules.ts'
import type { FoundTarget, TargetType } from './targets.ts'

export type CaseSource = 'report' | 'review' | 'appeal'

export interface CaseRow {
  id: string
  source: CaseSource
  targetType: TargetType
  targetId: string
  authorId: string | null
  ownerId: string | null
  severity: number
  openedAt: Date
  dueAt: Date
  state: 'open' | 'decided' | 'closed'
  hiddenByReports: boolean
}

const COLUMNS = `c.id, c.source, c.target_type as "targetType", c.target_id as "targetId", c.author_id as "authorId",
  c.owner_id as "ownerId", c.severity, c.opened_at as "openedAt", c.due_at as "dueAt", c.state,
  c.hidden_by_reports as "hiddenByReports"`

/** Opens a case, or joins the open one of the same kind about the item; it stays locked until the transaction ends. */
export async function openCase(
  tx: Transaction,
  source: CaseSource,
  target: FoundTarget,
  { severity, now }: { severity: 0 | 1 | 2; now: Date },
): Promise<CaseRow> {
  const [row] = await tx.query<CaseRow>(
    `insert into moderation_case as c (id, source, target_type, target_id, author_id, owner_id, severity, opened_at, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (target_type, target_id, source) where state = 'open'
     do update set severity = least(c.severity, excluded.severity), due_at = least(c.due_at, excluded.due_at)
     returning ${COLUMNS}`,
    [
      newId(now),
      source,
      target.type,
      target.id,
      target.authorId,
      target.ownerId,
      severity,
      now,
      new Date(now.getTime() + DUE_MS[severity]),
    ],
  )
  if (!row) throw new Error('the case was not stored')
  return row
}

export async function findCase(db: Queryable, id: string): Promise<CaseRow | null> {
  return onlyRow(await db.query<CaseRow>(`select ${COLUMNS} from moderation_case c where c.id = $1`, [id]))
}

/** The open cases about an item, locked until the transaction ends. */
export function lockOpenCases(tx: Transaction, target: { type: string; id: string }): Promise<CaseRow[]> {
  return tx.query<CaseRow>(
    `select ${COLUMNS} from moderation_case c where c.target_type = $1 and c.target_id = $2 and c.state = 'open'
     order by c.id for update`,
    [target.type, target.id],
  )
}

export interface QueueRow extends CaseRow {
  reports: number
  reasons: ReportReason[]
  /** The name of the item; empty for messages. */
  label: string
  authorName: string
  appealedReason: DecisionReason | null
}

const QUEUE_COLUMNS = `${COLUMNS}, (select count(*)::int from report r where r.case_id = c.id) as reports,
  array(select r.reason from report r where r.case_id = c.id group by r.reason order by count(*) desc, r.reason)
    as reasons,
  coalesce(case
    when c.target_type in ('card', 'group') then (select name from card where id = c.target_id)
    when c.target_type = 'user' then (select nickname from person where id = c.target_id)
    when c.target_type = 'image' then
      (select coalesce(captions->>'*', captions->>'en') from album_item where id = c.target_id) end, '') as label,
  coalesce((select nickname from person where id = c.author_id), '') as "authorName",
  (select d.reason from moderation_appeal a join moderation_decision d on d.id = a.decision_id
    where a.case_id = c.id order by a.created_at desc limit 1) as "appealedReason"`

/** Open cases, the ones due first at the top. */
export function selectQueue(
  db: Queryable,
  source: CaseSource | null,
  after: { dueAt: Date; id: string } | null,
  limit: number,
): Promise<QueueRow[]> {
  return db.query<QueueRow>(
    `select ${QUEUE_COLUMNS} from moderation_case c where c.state = 'open' and ($1::text is null or c.source = $1)
       and ($2::timestamptz is null or (c.due_at, c.id) > ($2, $3::text))
     order by c.due_at, c.id limit $4`,
    [source, after?.dueAt ?? null, after?.id ?? null, limit],
  )
}

/** A case in any state, as the queue shows it. */
export async function selectCase(db: Queryable, id: string): Promise<QueueRow | null> {
  return onlyRow(await db.query<QueueRow>(`select ${QUEUE_COLUMNS} from moderation_case c where c.id = $1`, [id]))
}

export async function countOpenCases(db: Queryable): Promise<Record<CaseSource, number>> {
  const rows = await db.query<{ source: CaseSource; count: number }>(
    `select source, count(*)::int as count from moderation_case where state = 'open' group by source`,
  )
  const counts = { report: 0, review: 0, appeal: 0 }
  for (const { source, count } of rows) counts[source] = count
  return counts
}

export interface ReportNote {
  reason: ReportReason
  note: string
  createdAt: Date
}

export function selectReports(db: Queryable, caseId: string): Promise<ReportNote[]> {
  return db.query<ReportNote>(
    `select reason, note, created_at as "createdAt" from report where case_id = $1 order by created_at, id limit 200`,
    [caseId],
  )
}

/** The people behind the open reports of a case, without the author. */
export async function countReporters(db: Queryable, caseId: string, authorId: string | null): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(distinct person_id)::int as count from report
     where case_id = $1 and state = 'open' and person_id is not null and person_id is distinct from $2::text`,
    [caseId, authorId],
  )
  return row?.count ?? 0
}

export async function joinCase(tx: Transaction, reportId: string, caseId: string): Promise<void> {
  await tx.query('update report set case_id = $2 where id = $1', [reportId, caseId])
}

/** The people who reported the items of these cases and still have an account. */
export async function selectReporters(db: Queryable, caseIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ personId: string }>(
    `select distinct r.person_id as "personId" from report r join person p on p.id = r.person_id
     where r.case_id = any($1::text[]) order by 1`,
    [caseIds],
  )
  return rows.map(({ personId }) => personId)
}

/** Closes cases with their reports, or opens them again. */
export async function setCaseState(
  tx: Transaction,
  caseIds: readonly string[],
  state: 'open' | 'decided' | 'closed',
): Promise<void> {
  await tx.query('update moderation_case set state = $2 where id = any($1::text[])', [caseIds, state])
  await tx.query('update report set state = $2 where case_id = any($1::text[])', [
    caseIds,
    state === 'open' ? 'open' : 'decided',
  ])
}

export async function setHiddenByReports(tx: Transaction, caseId: string): Promise<void> {
  await tx.query('update moderation_case set hidden_by_reports = true where id = $1', [caseId])
}

/** Moves what has arrived since a decision into the case that is opened again. */
export async function mergeNewerCases(tx: Transaction, cases: readonly CaseRow[], reopened: CaseRow[]): Promise<void> {
  for (const newer of cases) {
    const into = reopened.find(({ source }) => source === newer.source)
    if (!into) continue
    await tx.query('update report set case_id = $2 where case_id = $1', [newer.id, into.id])
    await tx.query(`update moderation_case set state = 'closed' where id = $1`, [newer.id])
  }
}

/** Cards that wait for a moderator and have no open case: their id, kind, creator, and whether a minor may be involved. */
export function selectUnqueuedReviews(
  db: Queryable,
): Promise<{ id: string; type: 'card' | 'group'; authorId: string | null; label: string; isMinor: boolean }[]> {
  return db.query(
    `select c.id, case c.type when 'single' then 'card' else 'group' end as type, c.creator_id as "authorId",
       c.name as label, 'minor' = any(c.hindrances) as "isMinor"
     from card c where c.deleted_at is null and (
         ((c.state = 'in_review' or 'minor' = any(c.hindrances)) and c.restriction is null)
         or (c.restriction = 'hidden' and exists (
           select 1 from moderation_decision d where d.target_id = c.id and d.action = 'change' and d.undone_at is null
             and d.created_at < c.updated_at and not exists (
               select 1 from moderation_decision later
               where later.target_id = c.id and later.created_at > d.created_at and later.undone_at is null))))
       and not exists (select 1 from moderation_case k
         where k.target_id = c.id and k.target_type in ('card', 'group') and k.source = 'review' and k.state = 'open')
     order by c.updated_at, c.id limit 200`,
  )
}

/** Closes the cases of cards that are gone or no longer wait for anybody. */
export async function closeSettledReviews(tx: Transaction): Promise<void> {
  await tx.query(
    `update moderation_case k set state = 'closed' where k.state = 'open' and k.source = 'review'
       and k.target_type in ('card', 'group') and not exists (
       select 1 from card c where c.id = k.target_id and c.deleted_at is null
         and (c.state = 'in_review' or 'minor' = any(c.hindrances) or c.restriction = 'hidden'))`,
  )
}

/** Pictures that the moderation model withheld and that nobody has decided about, with their owners. */
export function selectUnqueuedFiles(db: Queryable): Promise<{ id: string; authorId: string }[]> {
  return db.query(
    `select m.id, m.person_id as "authorId" from media_file m
     where m.moderation = 'blocked'
       and not exists (select 1 from moderation_case k where k.target_type = 'file' and k.target_id = m.id)
       and not exists (select 1 from quarantine q where q.files @> array[m.id])
     order by m.created_at, m.id limit 200`,
  )
}
