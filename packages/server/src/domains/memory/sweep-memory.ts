import { LIMITS } from '@everkin/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { wipeForgotten } from './fact-store.ts'

/** Takes the words off what was forgotten and can not be brought back any more. */
export async function sweepMemory(db: Queryable, now: Date): Promise<number> {
  return wipeForgotten(db, new Date(now.getTime() - LIMITS.factRestoreMs))
}
