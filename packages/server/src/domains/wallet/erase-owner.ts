import type { Queryable } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { replaceOwner } from './store.ts'

/** Leaves the erased person's entries under a pseudonym that nothing leads back from (D2). */
export async function eraseOwner(tx: Queryable, personId: string): Promise<void> {
  await replaceOwner(tx, personId, `erased-${newId()}`)
}
