import type { DecisionAction, DecisionReason } from '@everkin/contract/moderation-choices.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Restriction } from '../characters/module.ts'
import type { TargetType } from './targets.ts'

/** What undoing a decision restores. */
export interface StateBefore {
  restriction: Restriction | null
  caseIds: string[]
  /** For a card in review that was published: its state, and its blockers as they are stored. */
  card?: { state: 'draft' | 'in_review' | 'published'; hindrances: string[] }
  /** The author was suspended by it, or restored by it. */
  suspension?: 'begun' | 'ended'
  /** It ended the quarantine of the item. */
  quarantineEnded?: boolean
  /** The suspension that it began. */
  suspensionId?: string
}

export interface DecisionRow {
  id: string
  caseId: string | null
  targetType: TargetType
  targetId: string
  authorId: string | null
  ownerId: string | null
  operatorId: string | null
  action: DecisionAction | 'auto_hide' | 'stop'
  reason: DecisionReason
  before: StateBefore
  label: string
  createdAt: Date
  undoneAt: Date | null
}

const COLUMNS = `d.id, d.case_id as "caseId", d.target_type as "targetType", d.target_id as "targetId",
  d.author_id as "authorId", d.owner_id as "ownerId", d.operator_id as "operatorId", d.action, d.reason, d.before,
  d.label, d.created_at as "createdAt", d.undone_at as "undoneAt"`

export async function insertDecision(tx: Transaction, row: Omit<DecisionRow, 'id' | 'undoneAt'>): Promise<string> {
  const id = newId(row.createdAt)
  await tx.query(
    `insert into moderation_decision (id, case_id, target_type, target_id, author_id, owner_id, operator_id, action,
       reason, before, label, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12)`,
    [
      id,
      row.caseId,
      row.targetType,
      row.targetId,
      row.authorId,
      row.ownerId,
      row.operatorId,
      row.action,
      row.reason,
      JSON.stringify(row.before),
      row.label,
      row.createdAt,
    ],
  )
  return id
}

export async function findDecision(db: Queryable, id: string, lock = false): Promise<DecisionRow | null> {
  return onlyRow(
    await db.query<DecisionRow>(
      `select ${COLUMNS} from moderation_decision d where d.id = $1 ${lock ? 'for update' : ''}`,
      [id],
    ),
  )
}

export async function markUndone(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update moderation_decision set undone_at = $2 where id = $1', [id, now])
  await tx.query('delete from moderation_notice where decision_id = $1', [id])
}

/** Whether anything was decided about an item after a decision. */
export async function hasLaterDecision(db: Queryable, decision: DecisionRow): Promise<boolean> {
  const rows = await db.query(
    `select 1 from moderation_decision where target_type = $1 and target_id = $2 and id > $3 and undone_at is null limit 1`,
    [decision.targetType, decision.targetId, decision.id],
  )
  return rows.length > 0
}

/** What was decided about the items of a person, latest first. */
export function selectDecisionsAbout(db: Queryable, authorId: string, limit: number): Promise<DecisionRow[]> {
  return db.query<DecisionRow>(
    `select ${COLUMNS} from moderation_decision d where d.author_id = $1
     order by d.created_at desc, d.id desc limit $2`,
    [authorId, limit],
  )
}

/** How many cards a person has, and how often something of theirs was reported. */
export async function countAuthored(db: Queryable, authorId: string): Promise<{ cards: number; reports: number }> {
  const [row] = await db.query<{ cards: number; reports: number }>(
    `select (select count(*)::int from card where creator_id = $1 and deleted_at is null) as cards,
       (select count(*)::int from report r join moderation_case c on c.id = r.case_id where c.author_id = $1) as reports`,
    [authorId],
  )
  return row ?? { cards: 0, reports: 0 }
}

/** Decisions by kind, appeals by outcome, and the median time to a decision, for the yearly figures. */
export async function moderationFigures(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<{ figure: string; key: string; value: number }[]> {
  return db.query(
    `select 'decisions' as figure, action as key, count(*)::int as value from moderation_decision
     where undone_at is null and created_at >= $1 and created_at < $2 group by action
     union all
     select 'appeals', coalesce(outcome, 'undecided'), count(*)::int from moderation_appeal
     where created_at >= $1 and created_at < $2 group by outcome
     union all
     select 'hoursToDecision', c.source,
       round((percentile_cont(0.5) within group (
         order by extract(epoch from d.created_at - c.opened_at) / 3600))::numeric, 1)::float8
     from moderation_decision d join moderation_case c on c.id = d.case_id
     where d.undone_at is null and d.action <> 'auto_hide' and d.created_at >= $1 and d.created_at < $2
     group by c.source
     order by figure desc, value desc, key`,
    [from, to],
  )
}

export interface AppealRow {
  decisionId: string
  personId: string | null
  caseId: string
  text: string
  createdAt: Date
  outcome: 'upheld' | 'restored' | null
}

const APPEAL = `decision_id as "decisionId", person_id as "personId", case_id as "caseId", text,
  created_at as "createdAt", outcome`

/** Stores an appeal; false when there is already one against this decision. */
export async function insertAppeal(tx: Transaction, appeal: Omit<AppealRow, 'outcome'>): Promise<boolean> {
  const rows = await tx.query(
    `insert into moderation_appeal (decision_id, person_id, case_id, text, created_at) values ($1, $2, $3, $4, $5)
     on conflict (decision_id) do nothing returning 1`,
    [appeal.decisionId, appeal.personId, appeal.caseId, appeal.text, appeal.createdAt],
  )
  return rows.length > 0
}

export async function findAppealOfCase(db: Queryable, caseId: string): Promise<AppealRow | null> {
  const [row] = await db.query<AppealRow>(
    `select ${APPEAL} from moderation_appeal where case_id = $1 order by created_at desc limit 1`,
    [caseId],
  )
  return row ?? null
}

/** Answers the appeals in these cases; null opens them again. Returns who made them. */
export async function answerAppeals(
  tx: Transaction,
  caseIds: readonly string[],
  outcome: AppealRow['outcome'],
): Promise<string[]> {
  const rows = await tx.query<{ personId: string | null }>(
    `update moderation_appeal set outcome = $2 where case_id = any($1::text[]) returning person_id as "personId"`,
    [caseIds, outcome],
  )
  return [...new Set(rows.flatMap(({ personId }) => personId ?? []))]
}

/** The decision that a suspension came from; null for one that was set on the page of people and not answered yet. */
export async function findDecisionOfSuspension(
  db: Queryable,
  personId: string,
  suspensionId: string,
): Promise<DecisionRow | null> {
  return onlyRow(
    await db.query<DecisionRow>(
      `select ${COLUMNS} from moderation_decision d where d.author_id = $1
         and (d.case_id = $2 or d.before ->> 'suspensionId' = $2)`,
      [personId, suspensionId],
    ),
  )
}

export async function findAppeal(db: Queryable, decisionId: string): Promise<AppealRow | null> {
  return onlyRow(
    await db.query<AppealRow>(`select ${APPEAL} from moderation_appeal where decision_id = $1`, [decisionId]),
  )
}
