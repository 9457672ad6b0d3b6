import { chatSettings } from '@everkin/contract/http/chat-settings.ts'
import { chatTools } from '@everkin/contract/http/chat-tools.ts'
import { chats } from '@everkin/contract/http/chats.ts'
import { groupChats } from '@everkin/contract/http/group-chats.ts'
import { replyDetails } from '@everkin/contract/http/model-usage.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { createCardCache } from './context/card-cache.ts'
import { createChatContextCache } from './context/chat-context.ts'
import { createChatLock } from './context/chat-lock.ts'
import { createLiveReplies } from './context/live-replies.ts'
import { createLoreCache } from './context/lore-cache.ts'
import { createRecentTurns } from './context/recent-turns.ts'
import { createReplyMetrics } from './context/reply-metrics.ts'
import { maxPathTokens } from './context/reply-writer.ts'
import { chatFrames } from './frames.ts'
import { createCheckpoints } from './generation/checkpoints.ts'
import { finishReplies, recoverReplies, watchReplies } from './generation/recover-replies.ts'
import { stopLocalReply } from './generation/stop-reply.ts'
import { assertCanImportChat } from './import-export/import-chat.ts'
import { dropChatCaches, eraseChats } from './list/erase-chats.ts'
import { chatsExport } from './list/export-chats.ts'
import { purgeChats } from './list/manage-chat.ts'
import { handleStreamWanted } from './list/sync.ts'
import { purgeDeletedMessages } from './messages/restore-messages.ts'
import { findPicturesInUse } from './pictures/message-pictures.ts'
import {
  chatHandlers,
  chatSettingsHandlers,
  chatToolHandlers,
  groupChatHandlers,
  replyDetailHandlers,
} from './routes.ts'
import type { ChatServices } from './services.ts'
import { createPathCache } from './store/path-cache.ts'

// Chats as their people see them

export { changeChat, type LockedChat, loadOwnMessage, publishChange } from './context/change-chat.ts'
export type { ChatContext } from './context/chat-context.ts'
export { findChatCard, findChatPersona, findPersonOfChat, loadChatContext } from './context/load-chat-context.ts'
export type { ChatReader } from './context/participant-policy.ts'
export { speakerOf } from './context/views.ts'
export type { ChatServices } from './services.ts'
export { parseMessageId } from './store/message-id.ts'

// Replies: what one is written from, its prompt, and the model that writes it

export type { LoadedCard } from './context/card-cache.ts'
export { maxReplyTokens, modelOfChat, reservedTokens } from './context/reply-writer.ts'
export { buildReplyPrompt } from './generation/open-reply.ts'
export { loadLoreView, measurePrompt } from './generation/prompt-view.ts'
export { findPromptWindow, type PromptWindow } from './generation/prompt-window.ts'
export { loadReplyContext, type ReplyContext } from './generation/reply-context.ts'
export { createReplyModeration } from './generation/reply-moderation.ts'
export { sendProactiveMessage } from './messages/send-proactive-message.ts'

// Cards and texts as the prompt builder reads them

export { cardOverflow } from './prompt/card-size.ts'
export { type LoreEntry, NO_LORE } from './prompt/lore-book.ts'
export { listUnknownMacros } from './prompt/macros.ts'
export { matchLore } from './prompt/match-lore.ts'
export { prepareCard } from './prompt/prepare-card.ts'
export { prepareLorePaced } from './prompt/prepare-lore.ts'
export { promptName } from './prompt/prompt-macros.ts'
export { languageName } from './prompt/safety-frame.ts'
export { textOf, toObject, toSingleLine, withoutTemplateMarks } from './prompt/untrusted-fields.ts'

// Messages as memory reads them, and the port by which it answers

export {
  type Memory,
  type MemoryCopy,
  NO_MEMORY,
  NOTHING_RECALLED,
  type Recall,
  type RecalledMemory,
  type RecalledMessage,
  type RecallResult,
  type ReplyPlace,
} from './context/memory-port.ts'
export { filterOnPath, findParents, loadSpoken, recallSpoken } from './context/recall-queries.ts'
export { isSpoken, type PathEntry } from './store/path-cache.ts'

// Albums and notifications: the ports that they implement, and lines to quote

export type { CardCache } from './context/card-cache.ts'
export type { ChatAlbum } from './context/chat-album.ts'
export type { CompletedReply } from './context/live-replies.ts'
export { findOwnLine, loadOwnLines, quotableLine } from './list/own-line.ts'

// Safety: messages that are reported or reviewed, and help in a crisis

export {
  findMessageForReport,
  findReportedMessage,
  loadReviewedLines,
  restrictMessage,
} from './list/reported-message.ts'
export { recordCrisisHelp } from './messages/crisis-notice.ts'
export { loadScreeningContext } from './messages/moderate-message.ts'

// What earlier modules ask of chats; compose-modules.ts connects them

export { createGuestChats } from './list/move-guest-chats.ts'
export { publishChatsWith } from './list/publish-blocked-chats.ts'
export { countActivity } from './store/message-lists.ts'

/** @param ports the model, and what later modules provide: memory, albums and push notifications. */
export function createChatsModule(
  core: ServerCore,
  ports: Pick<
    ChatServices,
    | 'models'
    | 'usage'
    | 'model'
    | 'album'
    | 'media'
    | 'memory'
    | 'recall'
    | 'onReply'
    | 'moderator'
    | 'hasDistributedChats'
  >,
): ServerModule & { services: ChatServices } {
  const { database, bus, log } = core
  const services: ChatServices = {
    ...core,
    ...ports,
    cards: createCardCache(database, ports.album),
    lore: createLoreCache(database),
    paths: createPathCache(({ modelId }) => maxPathTokens(ports.models.find(modelId).model)),
    lock: createChatLock(),
    replies: createLiveReplies(),
    checkpoints: createCheckpoints(database, log, ports),
    contextCache: createChatContextCache(),
    recentTurns: createRecentTurns(),
    replyMetrics: createReplyMetrics(core.metrics),
    hasOtherProcesses: database.kind === 'postgres',
  }
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed') services.contextCache.forget(event.chatId)
    else if (event.kind === 'card_changed') {
      services.cards.forget(event.cardId)
      services.contextCache.forgetCard(event.cardId)
    } else if (event.kind === 'lore_changed' || event.kind === 'blocks_changed')
      services.contextCache.forgetPerson(event.personId)
    else if (event.kind === 'stop_generation') stopLocalReply(services, event.chatId)
    else if (event.kind === 'stream_wanted') handleStreamWanted(services, event)
    else if (event.kind === 'chats_erased') dropChatCaches(services, event.chatIds)
  })
  let leaseRenewal = { stop: () => {} }
  return {
    name: 'chats',
    services,
    operations: [
      ...bindHandlers(chats, chatHandlers(services)),
      ...bindHandlers(chatSettings, chatSettingsHandlers(services)),
      ...bindHandlers(groupChats, groupChatHandlers(services)),
      ...bindHandlers(replyDetails, replyDetailHandlers(services)),
      ...bindHandlers(chatTools, chatToolHandlers(services), {
        importChat: (caller) => assertCanImportChat(services, caller),
      }),
    ],
    frames: chatFrames(services),
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'purge-deleted-chats',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeChats(services),
      },
      {
        name: 'purge-deleted-messages',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeDeletedMessages(services),
      },
    ],
    personalData: personalDataOf(services),
    mediaUsage: { usedAmong: findPicturesInUse },
    metrics: null,
    lifecycle: {
      start: async () => {
        const recovered = await recoverReplies(services)
        if (recovered > 0) log.warn({ recovered }, 'ended the replies of a process that had died')
        leaseRenewal = watchReplies(services)
      },
      drain: async () => {
        await finishReplies(services.replies)
        leaseRenewal.stop()
      },
    },
  }
}

function personalDataOf(services: ChatServices): PersonalData {
  const searchIndex = { erasure: 'deleted', notExported: 'a search index; the messages are exported' } as const
  return {
    tables: {
      chat: { erasure: 'deleted' },
      message: { erasure: 'deleted' },
      deleted_message: {
        erasure: 'deleted',
        notExported: 'deleted messages, for the minute in which they can be restored',
      },
      generation: { erasure: 'deleted', notExported: 'which process writes a reply; deleted when it is written' },
      chat_index: searchIndex,
      chat_index_block: searchIndex,
      chat_index_term: searchIndex,
    },
    exportParts: [chatsExport(services)],
    eraseSteps: [{ phase: 'chats', run: (tx, person) => eraseChats(services, tx, person.id) }],
  }
}
