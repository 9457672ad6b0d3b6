import type { Queryable } from '../../platform/db/database.ts'
import { insertRefund } from './store.ts'

/**
 * Gives back what the charge with this key took, at most once, however often and from wherever it is asked. Gives
 * whether it was booked now; false as well where there was no such charge (it was free).
 */
export async function refund(tx: Queryable, refund: { key: string; cause: string; now: Date }): Promise<boolean> {
  return (await insertRefund(tx, refund)).length > 0
}
