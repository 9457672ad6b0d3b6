import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../platform/app-error.ts'
import { currentChatView } from './change-chat.ts'
import type { ChatRow } from './chat-store.ts'
import { readyFor } from './groups/cast.ts'
import type { ChatServices } from './services.ts'

/** A chat with what is set for it. @throws AppError NotFound when its card is gone. */
export async function chatInfo(
  services: ChatServices,
  chat: ChatRow,
  locale: Locale,
): Promise<ApiData<'GET /api/chat/info'>> {
  const view = await currentChatView(services, chat, locale)
  if (!view) throw new AppError('NotFound')
  const ready = await readyFor(services, chat, locale)
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
      persona_id: chat.personaId,
      note: chat.note,
    },
  }
}
