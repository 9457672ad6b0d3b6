import { AppError } from '../../platform/app-error.ts'
import { parseMessageId } from './message-id.ts'
import { findMessage, type MessageRow } from './message-store.ts'
import type { ChatServices } from './services.ts'
import type { Turn } from './turn.ts'

/** A message of the turn's chat, by its id on the wire. @throws AppError NotFound. */
export async function findOwnMessage(services: ChatServices, turn: Turn, id: string): Promise<MessageRow> {
  const place = parseMessageId(id)
  const row = place?.chatId === turn.chat.id ? await findMessage(services.database, place.chatId, place.seq) : null
  if (!row) throw new AppError('NotFound')
  return row
}
