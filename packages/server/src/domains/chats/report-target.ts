import type { Queryable } from '../../platform/db/database.ts'
import { findChat } from './chat-store.ts'
import { parseMessageId } from './message-id.ts'
import { findMessage } from './message-store.ts'

/** Whether this is a message that the person can see, and so can report (R1). */
export async function findMessageForReport(db: Queryable, messageId: string, personId: string): Promise<boolean> {
  const place = parseMessageId(messageId)
  const chat = place && (await findChat(db, place.chatId, personId))
  return place !== null && chat !== null && (await findMessage(db, place.chatId, place.seq)) !== null
}
