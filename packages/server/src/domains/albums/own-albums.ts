import type { Queryable } from '../../platform/db/database.ts'
import type { MediaUser } from '../media/services.ts'
import { selectItemsOfOwner, selectSeen, selectUnlocksOf, selectUsed } from './store.ts'

/** What a person has put into albums and unlocked, for the copy of their data. */
export async function exportAlbums(db: Queryable, personId: string): Promise<Record<string, unknown>[]> {
  const items = await selectItemsOfOwner(db, personId)
  const unlocks = await selectUnlocksOf(db, personId)
  return [
    ...items.map((item) => ({ kind_of_row: 'item', ...item })),
    ...unlocks.map((row) => ({ kind_of_row: 'unlocked', ...row })),
  ]
}

/** Which files are in albums: the sweep leaves those alone. */
export const albumMediaUser: MediaUser = {
  usedAmong: async (db, ids) => (await selectUsed(db, ids)).map(({ id }) => id),
}

/** Whether the person may know of this item: it is in an album, and its card is for the reports of cards to judge. */
export async function findImageForReport(db: Queryable, itemId: string, personId: string): Promise<boolean> {
  const [item] = await selectSeen(db, personId, [itemId])
  return item !== undefined && (item.removedAt === null || item.isUnlocked)
}
