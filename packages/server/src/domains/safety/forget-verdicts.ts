import type { Queryable } from '../../platform/db/database.ts'
import { clearVerdictRefs } from './store.ts'

/** Cuts the tie between verdicts and the chats of someone who is erased; that a rule was broken, and which, stays (B6). */
export async function forgetVerdictsOnChats(tx: Queryable, chatIds: readonly string[]): Promise<void> {
  await clearVerdictRefs(tx, chatIds)
}
