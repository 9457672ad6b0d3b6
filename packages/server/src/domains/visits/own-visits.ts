import type { Queryable } from '../../platform/db/database.ts'
import { selectVisitsOf } from './store.ts'

/** The visits that led to a person's account, for the copy of their data. */
export function readVisitsOf(db: Queryable, personId: string): Promise<object[]> {
  return selectVisitsOf(db, personId)
}
