import { onlyRow, type Queryable } from '../../platform/db/database.ts'
import { type ImportRow, selectOfCard } from './store.ts'

/** The file that a card came from; null for one that was made here. */
export async function findOriginal(db: Queryable, cardId: string): Promise<ImportRow | null> {
  return onlyRow(await selectOfCard(db, cardId)) ?? null
}

/** Whether a card came from a file, which can be had again. */
export async function hasOriginal(db: Queryable, cardId: string): Promise<boolean> {
  return (await selectOfCard(db, cardId)).length > 0
}
