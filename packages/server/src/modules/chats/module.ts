export { createLiveReplies, type EndedReply, ReplyStopped } from './context/active-replies.ts'
export { type CardCache, createCardCache, type PreparedChatCard } from './context/card-cache.ts'
export { changeChat, type LockedChat, loadOwnMessage, publishChange } from './context/change-chat.ts'
export type { ChatAlbum } from './context/chat-album.ts'
export type { ChatContext } from './context/chat-context.ts'
export { createChatContextCache } from './context/chat-context.ts'
export { createChatLock } from './context/chat-lock.ts'
export { findChatCard, findChatPersona, findPersonOfChat, loadChatContext } from './context/load-chat-context.ts'
export {
  type Memory,
  NO_MEMORY,
  type Recall,
  type RecalledMemory,
  type RecalledMessage,
  type ReplyPlace,
} from './context/memory-port.ts'
export { depthOf, filterOnPath, findParents, loadSpoken, recallSpoken } from './context/recall-queries.ts'
export { speakerOf } from './context/views.ts'
export { handleFrame, sendReady } from './frames.ts'
export { buildReplyPrompt, historyTokensFor, maxReplyTokens, promptTokens } from './generation/open-reply.ts'
export { loadLoreOf } from './generation/prompt-view.ts'
export { recoverReplies, watchReplies } from './generation/recover-replies.ts'
export { loadReplyContext, type ReplyContext } from './generation/reply-context.ts'
export { createReplyModeration } from './generation/reply-moderation.ts'
export { stopLocalReply } from './generation/stop-reply.ts'
export { newProcessId } from './generation/stream-reply.ts'
export { countTalk, findMessageForReport } from './list/chat-info.ts'
export { dropChatCaches, eraseChats } from './list/erase-chats.ts'
export { chatsExport } from './list/export-chats.ts'
export { purgeChats } from './list/manage-chat.ts'
export { handleStreamWanted } from './list/sync.ts'
export { sendProactiveMessage } from './messages/send-proactive-message.ts'
export { cardOverflow, maxCardTokens } from './prompt/card-size.ts'
export { clipStartToTokens, clipToTokens, countTokens, TOKENS_AROUND_MESSAGE } from './prompt/count-tokens.ts'
export { fieldsOf, textOf, withoutTemplateMarks } from './prompt/loose-fields.ts'
export { matchLore } from './prompt/match-lore.ts'
export { largestMemory, MEMORY_TITLE_TOKENS, memoryBudget } from './prompt/memory-section.ts'
export { prepareCard } from './prompt/prepare-card.ts'
export { type LoreEntry, prepareLore } from './prompt/prepare-lore.ts'
export { languageName } from './prompt/safety-frame.ts'
export { chatHandlers, chatSettingsHandlers, chatToolHandlers, groupChatHandlers } from './routes.ts'
export type { ChatServices } from './services.ts'
export { createSeededRandom, hashText } from './speakers/seeded-random.ts'
export { parseMessageId } from './store/message-id.ts'
export { createPathCache, isSpoken, isTrimmed, type PathEntry } from './store/path-cache.ts'
export {
  type PromptMessage,
  type Scene,
  type TextModel,
  TextModelError,
  type TextModelFault,
  type TextModelPart,
  type TextModelReason,
  type TextModelRequest,
  type TokenUsage,
} from './text-model.ts'
