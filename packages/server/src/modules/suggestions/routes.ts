import type { suggestions } from '@everkin/contract/http/suggestions.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { ChatServices } from '../chats/module.ts'
import { suggestReplies } from './suggest-replies.ts'

/** The HTTP handlers of this module. */
export function suggestionHandlers(services: ChatServices): Handlers<typeof suggestions> {
  return {
    helpReply: async ({ query }, caller) =>
      suggestReplies(services, {
        reader: caller,
        chatId: query.chat_id,
        round: query.round,
        disconnectSignal: caller.disconnectSignal(),
      }),
  }
}
