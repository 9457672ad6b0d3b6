import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { AppealRow, DecisionRow } from './decision-store.ts'

export type NoticeKind = 'yours' | 'reported' | 'appeal'

/** Tells people of a decision from a moment on; each person once and as what concerns them most. */
export async function insertNotices(
  tx: Transaction,
  decisionId: string,
  people: readonly { personId: string; kind: NoticeKind }[],
  { now, shownFrom }: { now: Date; shownFrom: Date },
): Promise<void> {
  const told = new Set<string>()
  for (const { personId, kind } of people) {
    if (told.has(personId)) continue
    told.add(personId)
    await tx.query(
      `insert into moderation_notice (id, person_id, decision_id, kind, shown_from)
       select $1, id, $3, $4, $5 from person where id = $2 on conflict do nothing`,
      [newId(now), personId, decisionId, kind, shownFrom],
    )
  }
}

export interface NoticeRow
  extends Pick<
    DecisionRow,
    'action' | 'reason' | 'targetType' | 'targetId' | 'label' | 'authorId' | 'ownerId' | 'createdAt'
  > {
  id: string
  kind: NoticeKind
  decisionId: string
  readAt: Date | null
  appealText: AppealRow['text'] | null
  outcome: AppealRow['outcome']
  /** Something else was decided about the item since. */
  isOutdated: boolean
}

/** What a person is told by now, latest first. */
export function selectNotices(db: Queryable, personId: string, now: Date, limit: number): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(
    `select n.id, n.kind, n.decision_id as "decisionId", n.read_at as "readAt", d.action, d.reason,
       d.target_type as "targetType", d.target_id as "targetId", d.label, d.author_id as "authorId",
       d.owner_id as "ownerId", d.created_at as "createdAt",
       case when a.person_id = $1 then a.text end as "appealText", case when a.person_id = $1 then a.outcome end as outcome,
       exists (select 1 from moderation_decision later where later.target_type = d.target_type
         and later.target_id = d.target_id and later.id > d.id and later.undone_at is null) as "isOutdated"
     from moderation_notice n join moderation_decision d on d.id = n.decision_id
     left join moderation_appeal a on a.decision_id = n.decision_id
     where n.person_id = $1 and n.shown_from <= $2 and d.undone_at is null
     order by n.shown_from desc, n.id desc limit $3`,
    [personId, now, limit],
  )
}

export async function markRead(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query(
    'update moderation_notice set read_at = $2 where person_id = $1 and read_at is null and shown_from <= $2',
    [personId, now],
  )
}

/** The decisions, appeals and notices that concern a person, for their export. */
export async function selectForExport(db: Queryable, personId: string): Promise<object[]> {
  const decisions = await db.query<object>(
    `select action, reason, target_type, label, created_at, undone_at from moderation_decision
     where author_id = $1 order by created_at, id`,
    [personId],
  )
  const appeals = await db.query<object>(
    'select text, outcome, created_at from moderation_appeal where person_id = $1 order by created_at, decision_id',
    [personId],
  )
  const notices = await db.query<object>(
    `select n.kind, d.action, d.reason, d.target_type, n.shown_from, n.read_at from moderation_notice n
     join moderation_decision d on d.id = n.decision_id where n.person_id = $1 order by n.shown_from, n.id`,
    [personId],
  )
  return [
    ...decisions.map((row) => ({ kind_of_row: 'decision', ...row })),
    ...appeals.map((row) => ({ kind_of_row: 'appeal', ...row })),
    ...notices.map((row) => ({ kind_of_row: 'notice', ...row })),
  ]
}

/** Removes a person from cases and decisions. What was decided stays, without what it was about where that names them. */
export async function eraseFromModeration(tx: Transaction, person: { id: string }): Promise<void> {
  const cleared = `author_id = null, owner_id = null,
    target_id = case when target_type in ('message', 'user') then '' else target_id end`
  await tx.query(
    `update moderation_case set state = case state when 'open' then 'closed' else state end, ${cleared}
     where author_id = $1 or owner_id = $1`,
    [person.id],
  )
  await tx.query(`update moderation_decision set label = '', ${cleared} where author_id = $1 or owner_id = $1`, [
    person.id,
  ])
  await tx.query('update moderation_decision set operator_id = null where operator_id = $1', [person.id])
}
