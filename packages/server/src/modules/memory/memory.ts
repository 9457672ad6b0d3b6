import { LRUCache } from 'lru-cache'
import { type Memory, NOTHING_RECALLED, type Recall, type RecallResult } from '../chats/module.ts'
import { enqueueIngest } from './ingest/ingest-job.ts'
import { recall, recallForStoredReply } from './recall/recall.ts'
import { copyMemory, restoreMemory } from './restore-memory.ts'
import type { MemoryServices } from './services.ts'
import {
  copyMemoryToBranch,
  deleteMemoryOfMessages,
  loadActiveMemory,
  rereadMessage,
  saveReceipt,
} from './store/memory-store.ts'

/** The longest time that a reply waits for its memories. */
const RECALL_TIMEOUT_MS = 500

/** Implements the memory ports of the chats module. */
export function createMemory(services: MemoryServices): { recall: Recall; memory: Memory } {
  const waitingJobs: WaitingJobs = new LRUCache({ max: MAX_WAITING_JOBS })
  return {
    recall: (...asked) => recallWithTimeout(services, ...asked),
    memory: {
      loadSummary: async ({ id, leafSeq }) =>
        (await loadActiveMemory(services.database, id, leafSeq)).summary?.text ?? '',
      recallUsed: (context, seq) => recallForStoredReply(services.database, context, seq),
      forgetMessages: deleteMemoryOfMessages,
      rereadMessage: async (tx, chat, ...message) => {
        await rereadMessage(tx, chat, ...message)
        if (chat.memoryRev === 0) return
        await enqueueIngest({ ...services, database: tx }, { chatId: chat.id, personId: chat.personId })
      },
      copyMemory,
      restore: restoreMemory,
      copyToBranch: copyMemoryToBranch,
      onReplyEnded: (reply) => {
        recordReply(services, waitingJobs, reply).catch((error: unknown) =>
          services.log.warn({ error }, 'the receipt of a reply could not be saved'),
        )
      },
    },
  }
}

async function recallWithTimeout(services: MemoryServices, ...asked: Parameters<Recall>): Promise<RecallResult> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<RecallResult>((resolve) => {
    timer = setTimeout(() => {
      services.log.warn('recall timed out')
      resolve(NOTHING_RECALLED)
    }, RECALL_TIMEOUT_MS)
  })
  try {
    return await Promise.race([recall(services, ...asked), timeout])
  } catch (error) {
    services.log.warn({ error }, 'recall failed')
    return NOTHING_RECALLED
  } finally {
    clearTimeout(timer)
  }
}

/** Until when, in milliseconds, the ingest job of a chat is still waiting, as far as this process has enqueued it. */
type WaitingJobs = LRUCache<string, number>

const MAX_WAITING_JOBS = 10_000

/**
 * Saves the receipt of a reply and enqueues an ingest job for messages that no longer fit. Other replies cost no query,
 * nor does a job that is still waiting. If it has begun earlier than this process knows, the next reply enqueues it again.
 */
async function recordReply(
  services: MemoryServices,
  waitingJobs: WaitingJobs,
  reply: Parameters<Memory['onReplyEnded']>[0],
): Promise<void> {
  const { chatId, personId, seq, used } = reply
  if (used.summaryRev !== null || used.facts.length > 0 || used.passages.length > 0)
    await saveReceipt(services.database, chatId, seq, {
      summaryRev: used.summaryRev,
      factIds: used.facts.map((fact) => fact.id),
      stableFactCount: used.facts.filter((fact) => fact.isStable).length,
      passageSeqs: used.passages.map((passage) => passage.seq),
    })
  const isWaiting = (waitingJobs.get(chatId) ?? 0) > services.clock.now().getTime()
  if (used.isIngestDue && !isWaiting)
    waitingJobs.set(chatId, (await enqueueIngest(services, { chatId, personId })).getTime())
}
