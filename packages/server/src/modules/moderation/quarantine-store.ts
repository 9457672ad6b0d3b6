import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Target } from './targets.ts'

/** In which role someone confirms. */
export type ConfirmingRole = 'owner' | 'moderator'

/** The texts of an item as they were when its quarantine began. */
export interface KeptContent {
  texts: { field: string; text: string }[]
}

export interface QuarantineRow {
  content: KeptContent
  files: string[]
}

/** Begins a quarantine, or continues one; what was kept at its beginning stays, and files are added. */
export async function upsertQuarantine(
  tx: Transaction,
  { type, id }: Target,
  { content, files, now }: { content: KeptContent; files: readonly string[]; now: Date },
): Promise<void> {
  await tx.query(
    `insert into quarantine (target_type, target_id, since, content, files) values ($1, $2, $3, $4::jsonb, $5::text[])
     on conflict (target_type, target_id) do update
     set ended_at = null, files = array(select distinct unnest(quarantine.files || excluded.files))`,
    [type, id, now, JSON.stringify(content), files],
  )
}

export async function findQuarantine(db: Queryable, { type, id }: Target): Promise<QuarantineRow | null> {
  const [row] = await db.query<QuarantineRow>(
    'select content, files from quarantine where target_type = $1 and target_id = $2 and ended_at is null',
    [type, id],
  )
  return row ?? null
}

/** Ends a quarantine (null begins it again); false when there was none to change. */
export async function setQuarantineEnd(tx: Transaction, { type, id }: Target, endedAt: Date | null): Promise<boolean> {
  const rows = await tx.query(
    `update quarantine set ended_at = $3 where target_type = $1 and target_id = $2
       and (ended_at is null) <> ($3::timestamptz is null) returning 1`,
    [type, id, endedAt],
  )
  if (rows.length > 0)
    await tx.query('delete from quarantine_consent where target_type = $1 and target_id = $2', [type, id])
  return rows.length > 0
}

export async function upsertConsent(
  tx: Transaction,
  { type, id }: Target,
  consent: { role: ConfirmingRole; operatorId: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into quarantine_consent (target_type, target_id, role, operator_id, confirmed_at) values ($1, $2, $3, $4, $5)
     on conflict (target_type, target_id, role) do update
     set operator_id = excluded.operator_id, confirmed_at = excluded.confirmed_at`,
    [type, id, consent.role, consent.operatorId, consent.now],
  )
}

/** Who has confirmed since a moment, at most one per role. */
export function selectConsents(
  db: Queryable,
  { type, id }: Target,
  since: Date,
): Promise<{ role: ConfirmingRole; operatorId: string }[]> {
  return db.query(
    `select role, operator_id as "operatorId" from quarantine_consent
     where target_type = $1 and target_id = $2 and confirmed_at > $3 order by role desc`,
    [type, id, since],
  )
}

/** Which of these media files are evidence: named by a quarantine in force. */
export async function selectEvidence(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct f.id from quarantine q, unnest(q.files) as f(id)
     where q.ended_at is null and q.files && $1::text[] and f.id = any($1::text[])`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

/** Evidence that began before a moment and whose files have lost their rows, because their owner is gone. */
export function selectExpiredEvidence(db: Queryable, before: Date): Promise<Target[]> {
  return db.query(
    `select q.target_type as type, q.target_id as id from quarantine q
     where q.since <= $1 and not exists (select 1 from media_file m where q.files @> array[m.id])
       and not exists (select 1 from card c where c.id = q.target_id and c.deleted_at is null)
       and not exists (select 1 from moderation_case k
         where k.target_type = q.target_type and k.target_id = q.target_id and k.state = 'open')
     order by q.since limit 100`,
    [before],
  )
}

export async function deleteQuarantine(tx: Transaction, { type, id }: Target): Promise<void> {
  await tx.query('delete from quarantine where target_type = $1 and target_id = $2', [type, id])
}

export async function countQuarantined(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from quarantine where ended_at is null',
  )
  return row?.count ?? 0
}

/** Removes an erased person from the evidence, which stays. Texts that they appealed for are deleted with them. */
export async function eraseFromQuarantine(tx: Transaction, personId: string): Promise<void> {
  await tx.query(`update quarantine set target_id = $2 where target_type = 'user' and target_id = $1`, [
    personId,
    newId(new Date()),
  ])
  await tx.query(
    `delete from quarantine q using stopped_text s
     where q.target_type = 'text' and q.target_id = s.id and s.person_id = $1`,
    [personId],
  )
}
