import type { ApiData } from '@everkin/contract/api-types.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import { AppError } from '../../../platform/app-error.ts'
import { loadPerson } from '../../accounts/module.ts'
import { sceneOfCard } from '../../characters/module.ts'
import { listAttached } from '../../lorebooks/module.ts'
import { findPreset, messagePriceOf, modelNameFor } from '../../models/module.ts'
import { currentChatView } from '../context/change-chat.ts'
import { findCardOfChat } from '../context/participants.ts'
import { isModelMissing, modelOfChat } from '../context/reply-writer.ts'
import { imageSupportOf } from '../pictures/prompt-images.ts'
import type { ChatServices } from '../services.ts'
import type { ChatRow } from '../store/chat-store.ts'

/** A chat with its settings. @throws AppError NotFound when its card no longer exists. */
export async function loadChatInfo(
  services: ChatServices,
  chat: ChatRow,
  locale: Locale,
): Promise<ApiData<'GET /api/chat/info'>> {
  const view = await currentChatView(services, chat, locale)
  if (!view) throw new AppError('NotFound')
  const [loadedCard, person] = await Promise.all([
    findCardOfChat(services, chat, locale),
    loadPerson(services.database, chat.personId),
  ])
  if (!person) throw new AppError('NotFound')
  const entry = modelOfChat(services, { person, chat })
  const { model } = entry
  const preset = chat.presetId && (await findPreset(services.database, person.id, chat.presetId))
  return {
    ...view,
    members: (loadedCard?.members ?? []).map(({ card }) => ({
      card_id: card.id,
      name: card.name,
      avatar: card.avatar,
      muted: chat.muted.includes(card.id),
    })),
    scene: loadedCard && sceneOfCard({ ...loadedCard.card, creator_id: loadedCard.card.creatorId }),
    memory: { summary: await services.memory.loadSummary(chat) },
    settings: {
      model: modelNameFor(entry, services.texts.translate(locale)),
      voice_demo: model.kind === 'demo',
      message_price: messagePriceOf(services, person, entry),
      pictures: imageSupportOf(services, model),
      model_id: chat.modelId,
      model_missing: isModelMissing(services, { person, chat }),
      preset_id: preset ? chat.presetId : null,
      persona_id: chat.personaId,
      note: chat.note,
      lorebook_ids: await listAttached(services.database, { chatId: chat.id }),
    },
  }
}
