import type { Queryable } from '../../platform/db/database.ts'
import { SAVE_MEMORY_MS } from './rules.ts'
import { deleteSavesBefore } from './save-store.ts'

/** Forgets which saves were made longer ago than anybody repeats one. */
export async function sweepSaves(db: Queryable, now: Date): Promise<void> {
  await deleteSavesBefore(db, new Date(now.getTime() - SAVE_MEMORY_MS))
}
