import type { SuspensionReason } from '@everkin/contract/suspension-reasons.ts'
import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'

export interface Suspension {
  id: string
  reason: SuspensionReason
  suspendedAt: Date
  /** Null while it is in force. */
  endedAt: Date | null
}

const SUSPENSION = 's.id, s.reason, s.suspended_at as "suspendedAt", s.ended_at as "endedAt"'

export async function insertSuspension(
  tx: Transaction,
  suspension: { id: string; personId: string; reason: SuspensionReason; now: Date },
): Promise<void> {
  await tx.query('insert into suspension (id, person_id, reason, suspended_at) values ($1, $2, $3, $4)', [
    suspension.id,
    suspension.personId,
    suspension.reason,
    suspension.now,
  ])
}

export async function endSuspension(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.query('update suspension set ended_at = $2 where id = $1', [id, now])
}

/** Sets the suspension in force; null when there is none. */
export async function updateSuspensionOf(tx: Transaction, personId: string, id: string | null): Promise<void> {
  await tx.query('update person set suspension_id = $2, user_rev = user_rev + 1 where id = $1', [personId, id])
}

/** The suspension in force, or null. */
export async function findSuspension(db: Queryable, personId: string): Promise<Suspension | null> {
  return onlyRow(
    await db.query<Suspension>(
      `select ${SUSPENSION} from person p join suspension s on s.id = p.suspension_id where p.id = $1`,
      [personId],
    ),
  )
}

/** All suspensions of a person, newest first. */
export function listSuspensions(db: Queryable, personId: string): Promise<Suspension[]> {
  return db.query<Suspension>(
    `select ${SUSPENSION} from suspension s where s.person_id = $1 order by s.suspended_at desc, s.id desc`,
    [personId],
  )
}
