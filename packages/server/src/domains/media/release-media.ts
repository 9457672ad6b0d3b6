import type { Queryable } from '../../platform/db/database.ts'
import { checkLater } from './store.ts'

/**
 * Says, in the transaction that lets go of files, that they may be used no more: the next sweep removes those that
 * nothing else uses. Nobody removes files that they used themselves, since others may use them too.
 */
export async function releaseMedia(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await checkLater(tx, ids, new Date(0))
}
