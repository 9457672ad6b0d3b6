import type { Queryable } from '../../platform/db/database.ts'
import { addToCrisisCount } from './store.ts'

/** Counts one more crisis notice of its kind on its day, in UTC; nothing says whose it was (C5). */
export async function countCrisis(db: Queryable, kind: 'crisis' | 'crisis_imminent', now: Date): Promise<void> {
  await addToCrisisCount(db, now.toISOString().slice(0, 10), kind)
}
