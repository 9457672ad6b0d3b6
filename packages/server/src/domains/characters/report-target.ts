import type { Queryable } from '../../platform/db/database.ts'
import { isKnownTo } from './card-for-chat.ts'
import { selectFullCards } from './store.ts'

/** Whether there is a character with this id that the person may know of. */
export function findCardForReport(db: Queryable, cardId: string, personId: string): Promise<boolean> {
  return isThere(db, cardId, personId, 'single')
}

/** The same for a group. */
export function findGroupForReport(db: Queryable, cardId: string, personId: string): Promise<boolean> {
  return isThere(db, cardId, personId, 'multiple')
}

async function isThere(db: Queryable, cardId: string, personId: string, type: string): Promise<boolean> {
  const [card] = await selectFullCards(db, [cardId], 'en')
  return card?.type === type && isKnownTo(personId, card)
}
