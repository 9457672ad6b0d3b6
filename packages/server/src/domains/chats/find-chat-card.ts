import type { Queryable } from '../../platform/db/database.ts'
import { findChat, selectPersonOfChat } from './chat-store.ts'

/** The card that a chat of this person is with; null for a chat that is not there, deleted or someone else's. */
export async function findChatCard(db: Queryable, chatId: string, personId: string): Promise<string | null> {
  return (await findChat(db, chatId, personId))?.cardId ?? null
}

/** Whose chat this is; null for one that is not there. */
export async function findPersonOfChat(db: Queryable, chatId: string): Promise<string | null> {
  return (await selectPersonOfChat(db, chatId))[0]?.personId ?? null
}
