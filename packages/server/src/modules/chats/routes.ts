import type { chatSettings } from '@everkin/contract/http/chat-settings.ts'
import type { chatTools } from '@everkin/contract/http/chat-tools.ts'
import type { chats } from '@everkin/contract/http/chats.ts'
import type { groupChats } from '@everkin/contract/http/group-chats.ts'
import type { replyDetails } from '@everkin/contract/http/model-usage.ts'
import { AppError } from '../../platform/app-error.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { loadBranches } from './branches/load-branches.ts'
import { openBranch } from './branches/open-branch.ts'
import { loadVisibleChat } from './context/participant-policy.ts'
import { messageViews } from './context/views.ts'
import { loadPromptView } from './generation/prompt-view.ts'
import { exportChat } from './import-export/export-chat.ts'
import { importChat } from './import-export/import-chat.ts'
import { loadChatInfo } from './list/chat-info.ts'
import { muteMember, saveChatSettings } from './list/chat-settings.ts'
import { loadChatList } from './list/load-chat-list.ts'
import { deleteChat, markRead, pinChat, renameChat, restoreChat } from './list/manage-chat.ts'
import { startChat } from './list/start-chat.ts'
import { changesAfter, withLiveText } from './list/sync.ts'
import { countUnread } from './list/unread.ts'
import { loadReasoning, loadReplyUsage } from './messages/reply-details.ts'
import { searchChats } from './search/search-chats.ts'
import type { ChatServices } from './services.ts'
import { loadPath } from './store/message-path.ts'

/** The HTTP handlers of this module; realtime frames are handled in `frames.ts`. */
export function chatHandlers(services: ChatServices): Handlers<typeof chats> {
  return {
    list: async ({ query }, caller) => loadChatList(services, caller, query),
    getMessages: async ({ query }, caller) => {
      const { chat, loadedCard } = await loadVisibleChat(services, caller, query.chat_id)
      if (query.after_rev !== undefined) {
        const changes = await changesAfter(services, chat, caller.locale, query.after_rev, query.limit)
        if (!changes) throw new AppError('NotFound')
        return { list: changes.list, deleted: changes.deleted, has_more: changes.hasMore, rev: changes.lastRev }
      }
      const options = { beforeSeq: query.before_seq, limit: query.limit }
      const { rows, hasMore } = await loadPath(services.database, chat.id, chat.leafSeq, options)
      const list = await messageViews(services, rows, loadedCard.card, () => true)
      return { list: list.map((message) => withLiveText(services, message)), has_more: hasMore, rev: chat.rev }
    },
    info: async ({ query }, caller) => {
      const { chat } = await loadVisibleChat(services, caller, query.chat_id)
      return loadChatInfo(services, chat, caller.locale)
    },
    unread: async (_input, caller) => countUnread(services, caller),
    start: async ({ body }, caller) =>
      startChat(services, caller, { cardId: body.card_id, groupId: body.group_id, isFresh: body.fresh ?? false }),
    deleteChat: async ({ body }, caller) => {
      await deleteChat(services, caller, body.chat_id)
      return {}
    },
    restore: async ({ body }, caller) => restoreChat(services, caller, body.chat_id),
    pin: async ({ body }, caller) => {
      await pinChat(services, caller, body.chat_id, body.on)
      return {}
    },
    read: async ({ body }, caller) => {
      await markRead(services, caller, body.chat_id, body.seq)
      return {}
    },
    prompt: async ({ query }, caller) => loadPromptView(services, caller, query.chat_id, query.message_id),
  }
}

/** Handlers for group chats only. */
export function groupChatHandlers(services: ChatServices): Handlers<typeof groupChats> {
  return {
    mute: async ({ body }, caller) => {
      const { chat_id: chatId, card_id: cardId, on: isMuted } = body
      await muteMember(services, caller, { chatId, cardId, isMuted })
      return {}
    },
  }
}

/** Handlers for the reasoning and the model usage of a reply. */
export function replyDetailHandlers(services: ChatServices): Handlers<typeof replyDetails> {
  return {
    reasoning: async ({ query }, caller) => loadReasoning(services, caller, query.chat_id, query.message_id),
    usage: async ({ query }, caller) => loadReplyUsage(services, caller, query.chat_id, query.message_id ?? null),
  }
}

/** Handlers for the settings of a chat. */
export function chatSettingsHandlers(services: ChatServices): Handlers<typeof chatSettings> {
  return {
    save: async ({ body }, caller) => {
      const chat = await saveChatSettings(services, caller, body.chat_id, {
        personaId: body.persona_id,
        note: body.note,
        modelId: body.model_id,
        presetId: body.preset_id,
        isForNewChats: body.for_new_chats,
        lorebookIds: body.lorebook_ids,
      })
      return loadChatInfo(services, chat, caller.locale)
    },
  }
}

const SEARCH_LIMIT = { max: 120, windowMs: MINUTE_MS }

/** Handlers for whole chats: search, branches, export and import. */
export function chatToolHandlers(services: ChatServices): Handlers<typeof chatTools> {
  return {
    search: async ({ body }, caller) => {
      await services.limiter.consume(`searchChats:${caller.identity.personId}`, SEARCH_LIMIT)
      const { q, scope, cursor, limit } = body
      return searchChats(services, caller, { q, chatId: body.chat_id ?? null, scope, cursor, limit })
    },
    tree: async ({ query }, caller) => {
      const { chat, loadedCard } = await loadVisibleChat(services, caller, query.chat_id)
      return loadBranches(services.database, chat, loadedCard.card, {
        beforeSeq: query.before_seq ?? null,
        limit: query.limit,
      })
    },
    branch: async ({ body }, caller) =>
      openBranch(services, caller, {
        chatId: body.chat_id,
        messageId: body.message_id,
        title: body.title ?? null,
      }),
    rename: async ({ body }, caller) => renameChat(services, caller, body.chat_id, body.title),
    exportChat: async ({ query }, caller) =>
      exportChat(services, caller, {
        chatId: query.chat_id,
        format: query.format,
        scope: query.scope,
        hasReasoning: query.reasoning === true,
      }),
    importChat: async ({ body }, caller) =>
      importChat(services, caller, {
        file: body.file,
        cardId: body.card_id,
        groupId: body.group_id,
        skipExisting: body.skip_existing ?? false,
      }),
  }
}
