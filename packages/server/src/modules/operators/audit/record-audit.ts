import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type AuditDetails, assertPlainValues, hashOfEntry } from './audit-chain.ts'

export interface AuditRecord {
  /** Who did it, by their person id; null for the server itself. */
  actorId: string | null
  /** What was done: `<noun>.<past participle>`, such as `person.suspended`. */
  action: string
  /** `person`, `card`, `order` …; for `person`, the id is stored as an alias that goes with the person. */
  targetType: string
  targetId: string | null
  /** From a list, never free text. */
  reason?: string | null
  details?: AuditDetails
  now: Date
}

/**
 * Appends an entry to the audit log, in the transaction of what it records. It locks the end of the chain until the
 * commit, so call it last: it comes after all other locks (person, order, chat, ledger).
 * @throws Error for a value that is neither an id, a number nor a short name.
 */
export async function recordAudit(tx: Transaction, record: AuditRecord): Promise<void> {
  const { action, targetType, reason = null, details = {} } = record
  assertPlainValues([action, targetType, record.targetId, reason, ...Object.keys(details), ...Object.values(details)])
  const isOfPerson = targetType === 'person' && record.targetId !== null
  const actor = record.actorId === null ? null : await findOrCreateAlias(tx, record.actorId, record.now)
  const targetId =
    isOfPerson && record.targetId ? await findOrCreateAlias(tx, record.targetId, record.now) : record.targetId
  const head = onlyRow(await tx.query<{ seq: number; hash: string }>('select seq, hash from audit_head for update'))
  if (!head) throw new Error('the audit log has lost its head')
  const entry = {
    seq: head.seq + 1,
    at: record.now,
    actor,
    action,
    targetType,
    targetId,
    reason,
    details: JSON.stringify(details),
  }
  const hash = hashOfEntry(head.hash, entry)
  await tx.query(
    `insert into audit_entry (seq, at, actor, action, target_type, target_id, reason, details, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [entry.seq, entry.at, actor, action, targetType, targetId, reason, entry.details, hash],
  )
  await tx.query('update audit_head set seq = $1, hash = $2', [entry.seq, hash])
}

/**
 * The name of a person in the log, created at its first use. A person who no longer exists gets one that identifies nobody.
 */
async function findOrCreateAlias(tx: Transaction, personId: string, now: Date): Promise<string> {
  const find = () => tx.query<{ alias: string }>('select alias from audit_alias where person_id = $1', [personId])
  const [known] = await find()
  if (known) return known.alias
  const alias = newId(now)
  await tx.query(
    `insert into audit_alias (person_id, alias) select id, $2 from person where id = $1
     on conflict (person_id) do nothing`,
    [personId, alias],
  )
  return (await find())[0]?.alias ?? alias
}
