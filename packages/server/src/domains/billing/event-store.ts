import type { Queryable } from '../../platform/db/database.ts'

/** Keeps the id of an event; whether it had not come before. */
export async function insertPaymentEvent(tx: Queryable, provider: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'insert into payment_event (provider, id, created_at) values ($1, $2, $3) on conflict do nothing returning id',
    [provider, id, now],
  )
  return rows.length > 0
}

export async function deletePaymentEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from payment_event where created_at < $1', [before])
}
