import type { Queryable } from '../../platform/db/database.ts'
import { updateMemberUntil } from './store.ts'

/** Sets when the membership ends, in unix seconds; under the lock of the person, whose revision the caller raises. */
export async function setMemberUntil(tx: Queryable, personId: string, memberUntilSeconds: number): Promise<void> {
  if (!Number.isSafeInteger(memberUntilSeconds) || memberUntilSeconds < 0) throw new Error('not a time in unix seconds')
  await updateMemberUntil(tx, personId, memberUntilSeconds)
}
