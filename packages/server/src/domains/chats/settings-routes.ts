import type { chatSettings } from '@everkin/contract/http/chat-settings.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { chatInfo } from './chat-info.ts'
import { saveChatSettings } from './save-chat-settings.ts'
import type { ChatServices } from './services.ts'

/** The calls about what a person sets for one chat. */
export function chatSettingsHandlers(services: ChatServices): Handlers<typeof chatSettings> {
  return {
    save: async ({ body }, caller) => {
      const chat = await saveChatSettings(services, caller.identity.personId, body.chat_id, {
        personaId: body.persona_id,
        note: body.note,
      })
      return chatInfo(services, chat, caller.locale)
    },
  }
}
