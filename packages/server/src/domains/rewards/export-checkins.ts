import type { Queryable } from '../../platform/db/database.ts'
import { type CheckinRow, selectCheckins } from './checkin-store.ts'

/** Every check-in of a person, newest first, for their export (D2). They are erased with the person's row. */
export function exportCheckins(db: Queryable, personId: string): Promise<CheckinRow[]> {
  return selectCheckins(db, personId, Number.MAX_SAFE_INTEGER)
}
