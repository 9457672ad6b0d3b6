import type { chats } from '@everkin/contract/http/chats.ts'
import type { Chat } from '@everkin/contract/types.ts'
import { AppError } from '../../platform/app-error.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { loadPerson } from '../accounts/person.ts'
import { listedChatView } from './change-chat.ts'
import { deleteChat, markRead, pinChat, restoreChat } from './change-list.ts'
import { chatInfo } from './chat-info.ts'
import { type ChatRow, findChat, listChats } from './chat-store.ts'
import { countUnread } from './count-unread.ts'
import { readyFor } from './groups/cast.ts'
import { refuseHidden } from './groups/may-meet.ts'
import { cursorAfter, readCursor } from './list-cursor.ts'
import { readPath } from './read-path.ts'
import type { ChatServices } from './services.ts'
import { showPrompt } from './show-prompt.ts'
import { startChat } from './start-chat.ts'
import { changesAfter, withLiveText } from './sync.ts'
import { messageViews } from './views.ts'

/** The calls of this domain; frames are in `live.ts`. */
export function chatHandlers(services: ChatServices): Handlers<typeof chats> {
  const findOwnChat = async (chatId: string, personId: string): Promise<ChatRow> => {
    const chat = await findChat(services.database, chatId, personId)
    if (!chat) throw new AppError('NotFound')
    await refuseHidden(services, chat)
    return chat
  }
  return {
    list: async ({ query }, caller) => {
      const rows = await listChats(services.database, caller.identity.personId, {
        after: readCursor(query.cursor),
        search: query.q?.trim() || null,
        limit: query.limit + 1,
      })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      const person = await loadPerson(services.database, caller.identity.personId)
      if (!person) throw new AppError('NotSignedIn')
      const views = await Promise.all(page.map((chat) => listedChatView(services, person, chat, caller.locale)))
      return {
        list: views.filter((view): view is Chat => view !== null),
        next_cursor: rows.length > query.limit && last ? cursorAfter(last) : null,
      }
    },
    getMessages: async ({ query }, caller) => {
      const chat = await findOwnChat(query.chat_id, caller.identity.personId)
      if (query.after_rev !== undefined) {
        const changes = await changesAfter(services, chat, query.after_rev, query.limit)
        if (!changes) throw new AppError('NotFound')
        return { list: changes.list, deleted: changes.deleted, has_more: changes.hasMore, rev: changes.lastRev }
      }
      const ready = await readyFor(services, chat, caller.locale)
      if (!ready) throw new AppError('NotFound')
      const options = { beforeSeq: query.before_seq, limit: query.limit }
      const { rows, hasMore } = await readPath(services.database, chat.id, chat.leafSeq, options)
      const list = await messageViews(services, rows, ready.card, () => true)
      return { list: list.map((message) => withLiveText(services, message)), has_more: hasMore, rev: chat.rev }
    },
    info: async ({ query }, caller) => {
      const chat = await findOwnChat(query.chat_id, caller.identity.personId)
      return chatInfo(services, chat, caller.locale)
    },
    unread: async (_input, caller) => countUnread(services.database, caller.identity.personId),
    start: async ({ body }, caller) =>
      startChat(services, caller, { cardId: body.card_id, groupId: body.group_id, isFresh: body.fresh ?? false }),
    deleteChat: async ({ body }, caller) => {
      await deleteChat(services, caller.identity.personId, body.chat_id)
      return {}
    },
    restore: async ({ body }, caller) => restoreChat(services, caller.identity.personId, body.chat_id),
    pin: async ({ body }, caller) => {
      await pinChat(services, caller.identity.personId, body.chat_id, body.on)
      return {}
    },
    read: async ({ body }, caller) => {
      await markRead(services, caller.identity.personId, body.chat_id, body.seq)
      return {}
    },
    prompt: async ({ query }, caller) =>
      showPrompt(services, caller.identity.personId, query.chat_id, query.message_id),
  }
}
