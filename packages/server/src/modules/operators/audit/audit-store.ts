import type { Queryable, SqlValue } from '../../../platform/db/database.ts'
import type { AuditContent } from './audit-chain.ts'

export interface AuditRow extends AuditContent {
  hash: string
}

/** An entry with the people behind the aliases, as far as they still exist. */
export interface NamedAuditRow extends AuditRow {
  actorId: string | null
  actorName: string | null
  targetPersonId: string | null
  targetName: string | null
}

const ENTRY = `e.seq, e.at, e.actor, e.action, e.target_type as "targetType", e.target_id as "targetId", e.reason,
  e.details, e.hash`

export async function loadHead(db: Queryable): Promise<{ seq: number; hash: string }> {
  const [head] = await db.query<{ seq: number; hash: string }>('select seq, hash from audit_head')
  if (!head) throw new Error('the audit log has no head')
  return head
}

/** Entries in the order of the chain. */
export function selectEntriesAfter(db: Queryable, seq: number, limit: number): Promise<AuditRow[]> {
  return db.query<AuditRow>(`select ${ENTRY} from audit_entry e where e.seq > $1 order by e.seq limit $2`, [seq, limit])
}

export interface AuditFilter {
  /** A person id. */
  actorId?: string | undefined
  action?: string | undefined
  targetType?: string | undefined
  /** For a person, their id; otherwise the id as stored. */
  targetId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Entries that match, newest first, with an id lower than `beforeSeq`. */
export function selectEntries(
  db: Queryable,
  filter: AuditFilter,
  beforeSeq: number | null,
  limit: number,
): Promise<NamedAuditRow[]> {
  const values: SqlValue[] = []
  const conditions: string[] = []
  const add = (value: SqlValue | undefined, condition: (place: string) => string) => {
    if (value === undefined) return
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const aliasOf = (place: string) => `(select alias from audit_alias where person_id = ${place})`
  add(filter.actorId, (place) => `e.actor = ${aliasOf(place)}`)
  add(filter.action, (place) => `e.action = ${place}`)
  add(filter.targetType, (place) => `e.target_type = ${place}`)
  add(filter.targetId, (place) => `e.target_id = coalesce(${aliasOf(place)}, ${place})`)
  add(filter.from, (place) => `e.at >= ${place}`)
  add(filter.to, (place) => `e.at < ${place}`)
  add(beforeSeq ?? undefined, (place) => `e.seq < ${place}`)
  values.push(limit)
  return db.query<NamedAuditRow>(
    `select ${ENTRY}, a.id as "actorId", a.nickname as "actorName", t.id as "targetPersonId", t.nickname as "targetName"
     from audit_entry e
     left join audit_alias aa on aa.alias = e.actor left join person a on a.id = aa.person_id
     left join audit_alias ta on ta.alias = e.target_id left join person t on t.id = ta.person_id
     ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
     order by e.seq desc limit $${values.length}`,
    values,
  )
}

/** Whether this action by this person on this target was recorded since. */
export async function wasRecordedSince(
  db: Queryable,
  { actorId, action, targetPersonId, since }: { actorId: string; action: string; targetPersonId: string; since: Date },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from audit_entry e
     join audit_alias t on t.alias = e.target_id join audit_alias a on a.alias = e.actor
     where t.person_id = $1 and a.person_id = $2 and e.action = $3 and e.at >= $4 limit 1`,
    [targetPersonId, actorId, action, since],
  )
  return rows.length > 0
}

/** The names of all actions in the log. */
export async function selectActions(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ action: string }>('select distinct action from audit_entry order by action')
  return rows.map(({ action }) => action)
}
