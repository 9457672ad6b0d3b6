import type { groupChats } from '@everkin/contract/http/group-chats.ts'
import type { Handlers } from '../../../platform/http/handlers.ts'
import type { ChatServices } from '../services.ts'
import { muteMember } from './mute-member.ts'

/** The calls that only groups have. */
export function groupChatHandlers(services: ChatServices): Handlers<typeof groupChats> {
  return {
    mute: async ({ body }, caller) => {
      const { chat_id: chatId, card_id: cardId, on: isMuted } = body
      await muteMember(services, caller.identity.personId, { chatId, cardId, isMuted })
      return {}
    },
  }
}
