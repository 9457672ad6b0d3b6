import { createChatAlbum } from '../modules/albums/module.ts'
import { loadOrderFramesSince } from '../modules/billing/module.ts'
import {
  type ChatServices,
  createCardCache,
  createChatContextCache,
  createChatLock,
  createLiveReplies,
  createPathCache,
  dropChatCaches,
  handleStreamWanted,
  historyTokensFor,
  stopLocalReply,
} from '../modules/chats/module.ts'
import { listChangedTaskFrames } from '../modules/image-tasks/module.ts'
import { createMemory, INGEST_JOB, ingestJobKind, type MemoryServices } from '../modules/memory/module.ts'
import { createWalletSyncSource } from '../modules/wallet/module.ts'
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
    paths: createPathCache(() => historyTokensFor(model)),
    lock: createChatLock(),
    replies: createLiveReplies(),
    contextCache: createChatContextCache(),
    ...createMemory(memory),
    syncSources: [
      (personId, since) => loadOrderFramesSince(shared, personId, since),
      (personId, since) => listChangedTaskFrames(shared, personId, since),
      createWalletSyncSource(shared),
    ],
    hasOtherProcesses: shared.database.kind === 'postgres',
  }
  jobs.handle(INGEST_JOB, ingestJobKind({ ...memory, chats }))
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed') {
      if (!event.hasOnlyGrown) memory.indexes.evict(event.chatId)
      chats.contextCache.forget(event.chatId)
    } else if (event.kind === 'stop_generation') stopLocalReply(chats, event.chatId)
    else if (event.kind === 'stream_wanted') handleStreamWanted(chats, event)
    else if (event.kind === 'chats_erased') {
      dropChatCaches(chats, event.chatIds)
      for (const chatId of event.chatIds) memory.indexes.evict(chatId)
    }
  })
  return chats
}
