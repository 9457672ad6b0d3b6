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
import { createChatAlbum } from '../modules/albums/load-album.ts'
import { INGEST_JOB, ingestJobKind } from '../modules/memory/ingest/ingest-job.ts'
import { createMemory } from '../modules/memory/memory.ts'
import type { MemoryServices } from '../modules/memory/services.ts'
import type { Infrastructure } from './shared.ts'

/** Chats with their memory, and what they do at events of other processes. */
export function composeChats(
  infrastructure: Infrastructure,
  memory: MemoryServices,
  onReply: ChatServices['onReply'],
): ChatServices {
  const { shared, bus, model, digest, jobs, processId } = infrastructure
  const album = createChatAlbum({ ...shared, media: { digest } })
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
  jobs.handle(INGEST_JOB, ingestJobKind({ ...memory, chats }))
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed') {
      if (!event.hasOnlyGrown) memory.indexes.evict(event.chatId)
      chats.turnCache.forget(event.chatId)
    } else if (event.kind === 'stop_generation') stopLocalReply(chats, event.chatId)
    else if (event.kind === 'stream_wanted') answerStreamWanted(chats, event)
    else if (event.kind === 'chats_erased') {
      letGoOfChats(chats, event.chatIds)
      for (const chatId of event.chatIds) memory.indexes.evict(chatId)
    }
  })
  return chats
}
