import type { Queryable } from '../../platform/db/database.ts'
import { selectReportsOf } from './store.ts'

/** Every report of a person, oldest first, for the copy of their data. */
export function readReportsOf(db: Queryable, personId: string): Promise<object[]> {
  return selectReportsOf(db, personId)
}
