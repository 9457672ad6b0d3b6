import type { chatTools } from '@everkin/contract/http/chat-tools.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { findChat } from './chat-store.ts'
import { readyFor } from './groups/cast.ts'
import { searchChats } from './search/search-chats.ts'
import type { ChatServices } from './services.ts'
import { exportChat } from './transfer/export-chat.ts'
import { importChat } from './transfer/import-chat.ts'
import { openBranch } from './tree/open-branch.ts'
import { readTree } from './tree/read-tree.ts'
import { renameChat } from './tree/rename-chat.ts'

const SEARCH_LIMIT = { max: 120, windowMs: 60_000 }

/** What is done with whole chats: search, tree, branches, files. */
export function chatToolHandlers(services: ChatServices): Handlers<typeof chatTools> {
  return {
    search: async ({ body }, caller) => {
      services.limiter.consume(`searchChats:${caller.identity.personId}`, SEARCH_LIMIT)
      const { q, scope, cursor, limit } = body
      return searchChats(services, caller, { q, chatId: body.chat_id ?? null, scope, cursor, limit })
    },
    tree: async ({ query }, caller) => {
      const chat = await findChat(services.database, query.chat_id, caller.identity.personId)
      const ready = chat && (await readyFor(services, chat, caller.locale))
      if (!ready) throw new AppError('NotFound')
      return readTree(services.database, chat, ready.card, {
        beforeSeq: query.before_seq ?? null,
        limit: query.limit,
      })
    },
    branch: async ({ body }, caller) =>
      openBranch(services, caller.identity.personId, {
        chatId: body.chat_id,
        messageId: body.message_id,
        title: body.title ?? null,
      }),
    rename: async ({ body }, caller) => renameChat(services, caller.identity.personId, body.chat_id, body.title),
    exportChat: async ({ query }, caller) =>
      exportChat(services, caller, { chatId: query.chat_id, format: query.format, scope: query.scope }),
    importChat: async ({ body }, caller) =>
      importChat(services, caller, { file: body.file, cardId: body.card_id, groupId: body.group_id }),
  }
}
