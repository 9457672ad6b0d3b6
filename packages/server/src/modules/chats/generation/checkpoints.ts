import { inBackground } from '../../../platform/db/connection-gate.ts'
import { type Database, isDataException } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import { createOutageLog } from '../../../platform/outage-log.ts'
import type { LiveReply } from '../context/live-replies.ts'
import { CHECKPOINT_MS } from '../rules.ts'
import { type ReplyCheckpoint, saveCheckpoints, saveCheckpointsOneByOne } from '../store/checkpoint-store.ts'

/** Saves the replies that this process is writing while they grow. */
export interface Checkpoints {
  /** Saves a reply every half second in which it has grown (DUR-03), until it is stopped. */
  watch(live: GrowingReply): Checkpointing
}

type GrowingReply = Pick<LiveReply, 'chatId' | 'seq' | 'text' | 'reasoning' | 'reasoningMs'>

interface Checkpointing {
  /** Ends it. Resolves when nothing of the reply is being saved any more. */
  stop(): Promise<void>
}

interface Watched {
  live: GrowingReply
  ticks: number
  savedLength: number
  savedReasoningLength: number
  writing: Promise<void> | null
}

/**
 * Reasoning is saved with every so many checkpoints of the text: it may be long, and losing some of it matters less.
 */
const CHECKPOINTS_PER_REASONING = 4
/** The maximum number of replies in one statement. */
const BATCH_SIZE = 50

/**
 * One statement saves all replies that have grown: with one for each, a busy process would spend a quarter of its
 * statements on checkpoints.
 */
export function createCheckpoints(
  database: Pick<Database, 'query'>,
  log: Pick<Log, 'warn' | 'error' | 'info'>,
  { hasDistributedChats }: { hasDistributedChats: boolean },
): Checkpoints {
  const saveAll = hasDistributedChats ? saveCheckpointsOneByOne : saveCheckpoints
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | null = null
  let isWriting = false
  const outage = createOutageLog(log, {
    failed: 'replies could not be saved while they are written',
    recovered: 'replies are saved again while they are written',
  })

  async function saveGrown(): Promise<void> {
    const grown = [...watched].filter(hasGrown)
    for (let from = 0; from < grown.length; from += BATCH_SIZE) {
      // Some may have been stopped while the batch before them was saved.
      const batch = grown.slice(from, from + BATCH_SIZE).filter((each) => watched.has(each))
      if (batch.length === 0) continue
      const writing = saveBatch(batch)
      for (const each of batch) each.writing = writing
      await writing
      for (const each of batch) each.writing = null
    }
  }

  /** Never rejects. What is not saved is tried again half a second later. */
  async function saveBatch(batch: readonly Watched[]): Promise<void> {
    try {
      await save(batch)
      outage.succeed()
    } catch (error) {
      // One text that the database cannot store must not keep the others from being saved.
      if (!isDataException(error)) return outage.fail(error)
      if (batch.length > 1) for (const each of batch) await saveBatch([each])
      else log.warn({ error }, 'a reply could not be saved while it is written')
    }
  }

  async function save(batch: readonly Watched[]): Promise<void> {
    const checkpoints = batch.map(checkpointOf)
    const saved = await inBackground(() => saveAll(database, checkpoints))
    for (const [at, each] of batch.entries()) {
      const { chatId, text, reasoning } = checkpoints[at]! // one for each
      if (!saved.has(chatId)) continue
      each.savedLength = text.length
      if (reasoning !== null) each.savedReasoningLength = reasoning.length
    }
  }

  function tick(): void {
    for (const each of watched) each.ticks += 1
    if (isWriting) return
    isWriting = true
    void saveGrown().finally(() => {
      isWriting = false
    })
  }

  return {
    watch(live) {
      const own: Watched = {
        live,
        ticks: 0,
        savedLength: live.text.length,
        savedReasoningLength: live.reasoning.length,
        writing: null,
      }
      watched.add(own)
      timer ??= setInterval(tick, CHECKPOINT_MS)
      return {
        async stop() {
          watched.delete(own)
          if (watched.size === 0 && timer) {
            clearInterval(timer)
            timer = null
          }
          await own.writing
        },
      }
    },
  }
}

function isReasoningDue({ live, ticks, savedReasoningLength }: Watched): boolean {
  return ticks % CHECKPOINTS_PER_REASONING === 0 && live.reasoning.length > savedReasoningLength
}

function hasGrown(watched: Watched): boolean {
  return watched.live.text.length !== watched.savedLength || isReasoningDue(watched)
}

function checkpointOf(watched: Watched): ReplyCheckpoint {
  const { chatId, seq, text, reasoning, reasoningMs } = watched.live
  return isReasoningDue(watched)
    ? { chatId, seq, text, reasoning, reasoningMs }
    : { chatId, seq, text, reasoning: null, reasoningMs: null }
}
