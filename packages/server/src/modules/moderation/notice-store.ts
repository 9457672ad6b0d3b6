import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { AppealRow, DecisionRow } from './decision-store.ts'
import { eraseFromQuarantine } from './quarantine-store.ts'

export type NoticeKind = 'yours' | 'reported' | 'appeal'

/** Stores notices of a decision, shown from a given time on: one per person, of the kind that concerns them most. */
export async function insertNotices(
  tx: Transaction,
  decisionId: string,
  people: readonly { personId: string; kind: NoticeKind }[],
  { now, shownFrom }: { now: Date; shownFrom: Date },
): Promise<void> {
  const notified = new Set<string>()
  for (const { personId, kind } of people) {
    if (notified.has(personId)) continue
    notified.add(personId)
    await tx.query(
      `insert into moderation_notice (id, person_id, decision_id, kind, shown_from)
       select $1, id, $3, $4, $5 from person where id = $2 on conflict do nothing`,
      [newId(now), personId, decisionId, kind, shownFrom],
    )
  }
}

/** The notices of a decision that are shown by now and that no open page was notified of. */
export function selectUnannounced(
  db: Queryable,
  decisionId: string,
  now: Date,
): Promise<{ id: string; personId: string }[]> {
  return db.query(
    `select id, person_id as "personId" from moderation_notice
     where decision_id = $1 and user_rev is null and shown_from <= $2 order by person_id, id`,
    [decisionId, now],
  )
}

export async function markAnnounced(tx: Transaction, id: string, userRev: number): Promise<void> {
  await tx.query('update moderation_notice set user_rev = $2 where id = $1', [id, userRev])
}

/** The latest unread notice with a later revision, and how many are unread in all; null: there is none. */
export async function selectLatestUnread(
  db: Queryable,
  personId: string,
  after: number,
  now: Date,
): Promise<{ id: string; unread: number } | null> {
  return onlyRow(
    await db.query<{ id: string; unread: number }>(
      `select n.id, (select count(*)::int from moderation_notice m
         where m.person_id = $1 and m.read_at is null and m.shown_from <= $3) as unread
       from moderation_notice n where n.person_id = $1 and n.read_at is null and n.user_rev > $2
       order by n.user_rev desc, n.id desc limit 1`,
      [personId, after, now],
    ),
  )
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

/** What a person was notified of by now, latest first. */
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

/** Marks everything that a person was notified of by now as read, or only their notices of one decision. */
export async function markRead(
  db: Queryable,
  personId: string,
  now: Date,
  decisionId: string | null = null,
): Promise<void> {
  await db.query(
    `update moderation_notice set read_at = $2 where person_id = $1 and read_at is null and shown_from <= $2
       and ($3::text is null or decision_id = $3)`,
    [personId, now, decisionId],
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
  const stopped = await db.query<object>(
    'select place, category, text, created_at from stopped_text where person_id = $1 order by created_at, id',
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
    ...stopped.map((row) => ({ kind_of_row: 'stopped_text', ...row })),
    ...notices.map((row) => ({ kind_of_row: 'notice', ...row })),
  ]
}

/** Removes a person from cases and decisions. What was decided stays, without what it was about where that names them. */
export async function eraseFromModeration(tx: Transaction, person: { id: string }): Promise<void> {
  const cleared = `author_id = null, owner_id = null,
    target_id = case when target_type in ('message', 'user', 'text') then '' else target_id end`
  await tx.query(
    `update moderation_case set state = case state when 'open' then 'closed' else state end, ${cleared}
     where author_id = $1 or owner_id = $1`,
    [person.id],
  )
  await tx.query(`update moderation_decision set label = '', ${cleared} where author_id = $1 or owner_id = $1`, [
    person.id,
  ])
  await tx.query('update moderation_decision set operator_id = null where operator_id = $1', [person.id])
  await eraseFromQuarantine(tx, person.id)
}
