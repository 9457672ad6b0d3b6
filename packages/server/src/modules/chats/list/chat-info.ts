import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { ChatActivity } from '../../invitations/module.ts'
import { currentChatView } from '../context/change-chat.ts'
import { prepareChat } from '../context/participants.ts'
import { sightOf } from '../pictures/prompt-images.ts'
import type { ChatServices } from '../services.ts'
import { type ChatRow, findChat } from '../store/chat-store.ts'
import { parseMessageId } from '../store/message-id.ts'
import { countSent, findMessage } from '../store/message-store.ts'

/** A chat with its settings. @throws AppError NotFound when its card no longer exists. */
export async function loadChatInfo(
  services: ChatServices,
  chat: ChatRow,
  locale: Locale,
): Promise<ApiData<'GET /api/chat/info'>> {
  const view = await currentChatView(services, chat, locale)
  if (!view) throw new AppError('NotFound')
  const ready = await prepareChat(services, chat, locale)
  return {
    ...view,
    members: (ready?.members ?? []).map(({ card }) => ({
      card_id: card.id,
      name: card.name,
      avatar: card.avatar,
      muted: chat.muted.includes(card.id),
    })),
    memory: { summary: await services.memory.summaryOf(chat) },
    settings: {
      model: services.model.name,
      voice_demo: services.model.kind === 'demo',
      pictures: sightOf(services, services.model),
      persona_id: chat.personaId,
      note: chat.note,
    },
  }
}

/**
 * The activity that invitations check: the number of a person's own messages and of the calendar days (UTC) they fall
 * on.
 */
export function countTalk(db: Queryable, personId: string): Promise<ChatActivity> {
  return countSent(db, personId)
}

/** Whether this message exists and the person can see it, and so can report it (R1). */
export async function findMessageForReport(db: Queryable, messageId: string, personId: string): Promise<boolean> {
  const place = parseMessageId(messageId)
  const chat = place && (await findChat(db, place.chatId, personId))
  return place !== null && chat !== null && (await findMessage(db, place.chatId, place.seq)) !== null
}
