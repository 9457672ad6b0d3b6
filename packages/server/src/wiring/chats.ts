import { chatAlbumOf } from '../domains/albums/chat-album.ts'
import { createCardCache } from '../domains/chats/cards.ts'
import { createChatTurns } from '../domains/chats/chat-turns.ts'
import { letGoOfChats } from '../domains/chats/forget-chats.ts'
import { createLiveReplies } from '../domains/chats/live-replies.ts'
import { roomFor } from '../domains/chats/open-reply.ts'
import { createPathCache } from '../domains/chats/path-cache.ts'
import type { ChatServices } from '../domains/chats/services.ts'
import { stopLocalReply } from '../domains/chats/stop-reply.ts'
import { answerStreamWanted } from '../domains/chats/sync.ts'
import { createTurnCache } from '../domains/chats/turn-cache.ts'
import { READ_CHAT } from '../domains/memory/ask-to-read.ts'
import { createMemory } from '../domains/memory/memory.ts'
import { readChatKind } from '../domains/memory/read-chat.ts'
import type { MemoryServices } from '../domains/memory/services.ts'
import type { Basis } from './basis.ts'

/** Chats with their memory, and what they do at events of other processes. */
export function wireChats(basis: Basis, memory: MemoryServices, onReply: ChatServices['onReply']): ChatServices {
  const { shared, bus, model, digest, jobs, processId } = basis
  const album = chatAlbumOf({ ...shared, media: { digest } })
  const chats: ChatServices = {
    ...shared,
    bus,
    model,
    album,
    processId,
    onReply,
    cards: createCardCache(shared.database, album),
    paths: createPathCache(() => roomFor(model)),
    turns: createChatTurns(),
    replies: createLiveReplies(),
    turnCache: createTurnCache(),
    ...createMemory(memory),
    othersMayLive: shared.database.kind === 'postgres',
  }
  jobs.handle(READ_CHAT, readChatKind({ ...memory, chats }))
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed') {
      if (!event.hasOnlyGrown) memory.indexes.forget(event.chatId)
      chats.turnCache.forget(event.chatId)
    } else if (event.kind === 'stop_generation') stopLocalReply(chats, event.chatId)
    else if (event.kind === 'stream_wanted') answerStreamWanted(chats, event)
    else if (event.kind === 'chats_erased') {
      letGoOfChats(chats, event.chatIds)
      for (const chatId of event.chatIds) memory.indexes.forget(chatId)
    }
  })
  return chats
}
