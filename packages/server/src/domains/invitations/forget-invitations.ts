import type { Queryable } from '../../platform/db/database.ts'
import { deleteUnclaimedOf, forgetPerson } from './store.ts'

/**
 * An erased person's open links lead nowhere any more; of what was claimed, only hashes stay for the rest of their 90
 * days, so that leaving and coming back brings no second gift.
 */
export async function forgetInvitations(tx: Queryable, personId: string): Promise<void> {
  await deleteUnclaimedOf(tx, personId)
  await forgetPerson(tx, personId)
}
