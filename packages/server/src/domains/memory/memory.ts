import { type Memory, NO_MEMORIES, type Recall, type Recollection } from '../chats/recollection.ts'
import { readActiveMemory } from './active-memory.ts'
import { askToRead } from './ask-to-read.ts'
import { branchMemory } from './branch-memory.ts'
import { forgetMessages } from './forget-messages.ts'
import { recall } from './recall.ts'
import { recallUsed } from './recall-used.ts'
import { saveReceipt } from './receipt-store.ts'
import type { MemoryServices } from './services.ts'

/** A reply does not wait longer than this for what is remembered. */
const WITHIN_MS = 500

/** The memory behind the chats' ports. */
export function createMemory(services: MemoryServices): { recall: Recall; memory: Memory } {
  return {
    recall: (...asked) => recallInTime(services, ...asked),
    memory: {
      summaryOf: async ({ id, leafSeq }) =>
        (await readActiveMemory(services.database, id, leafSeq)).summary?.text ?? '',
      recallUsed: (turn, seq) => recallUsed(services.database, turn, seq),
      forgetMessages,
      branch: branchMemory,
      replied: (reply) => {
        noteReply(services, reply).catch((error: unknown) =>
          services.log.warn({ error }, 'what a reply was written from could not be kept'),
        )
      },
    },
  }
}

async function recallInTime(services: MemoryServices, ...asked: Parameters<Recall>): Promise<Recollection> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Recollection>((resolve) => {
    timer = setTimeout(() => {
      services.log.warn('nothing came to mind in time')
      resolve(NO_MEMORIES)
    }, WITHIN_MS)
  })
  try {
    return await Promise.race([recall(services, ...asked), late])
  } catch (error) {
    services.log.warn({ error }, 'nothing could be recalled')
    return NO_MEMORIES
  } finally {
    clearTimeout(timer)
  }
}

/** Keeps what a reply was written from, and has read what no longer fits; for other replies nothing is asked. */
async function noteReply(services: MemoryServices, reply: Parameters<Memory['replied']>[0]): Promise<void> {
  const { chatId, personId, seq, used } = reply
  if (used.summaryRev !== null || used.facts.length > 0 || used.passages.length > 0)
    await saveReceipt(services.database, chatId, seq, {
      summaryRev: used.summaryRev,
      factIds: used.facts.map((fact) => fact.id),
      passageSeqs: used.passages.map((passage) => passage.seq),
    })
  if (used.isReadingDue) await askToRead(services, { chatId, personId })
}
