import { AppError } from '../../../platform/app-error.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import type { JobHandler } from '../../../platform/jobs/job-queue.ts'
import type { ChatServices } from '../../chats/module.ts'
import { embedTexts } from '../recall/embeddings.ts'
import type { MemoryServices } from '../services.ts'
import { listUnembeddedFacts, nextMemoryRev, saveFactEmbedding } from '../store/fact-store.ts'
import { type IngestContext, openIngestContext } from './ingest-context.ts'
import { ingestPassages } from './ingest-passages.ts'
import { summarizeNextPart } from './summarize.ts'

/** The kind of job that reads what has left a prompt. */
export const INGEST_JOB = 'memory.read'

/** Replies in quick succession are read together, and not while the next one is likely under way. */
const DEBOUNCE_MS = 3_000

/** Has what is new in a chat read for memories soon; asked for twice, it is done once. */
export async function enqueueIngest(
  services: Pick<MemoryServices, 'jobs' | 'database' | 'clock'>,
  { chatId, personId }: { chatId: string; personId: string },
): Promise<void> {
  const runAt = new Date(services.clock.now().getTime() + DEBOUNCE_MS)
  await services.jobs.enqueue(services.database, { kind: INGEST_JOB, key: chatId, personId, runAt })
}

/** Parts of a conversation that a model reads in one go before others have their turn. */
const MAX_PARTS_PER_RUN = 4
const NEXT_RUN_DELAY_MS = 2_000
/** What reading for memories may ask of the model for one person in a day. */
const MAX_PARTS_PER_DAY = 300
const DAILY_LIMIT_DELAY_MS = 6 * HOUR_MS
const BUSY_DELAY_MS = 5_000
const FACT_BATCH_SIZE = 64

type IngestServices = MemoryServices & { chats: ChatServices }

/**
 * Reads what is new in a chat for memories: passages to be found again, then, where there is a model that can read, the
 * summary and facts. Every step stores what it has made by itself, so that a crash repeats one step at most.
 */
export function ingestJobKind(services: IngestServices): JobHandler {
  return {
    concurrency: 2,
    maxAttempts: 8,
    run: async (job, signal) => {
      if (job.personId === null) return undefined
      const context = await openIngestContext(services.chats, job.personId, job.key).catch(nullIfUnavailable)
      if (!context) return undefined
      const hasPassages = await ingestPassages(services, context, signal)
      const hasVectors = await embedFacts(services, context, signal)
      if (hasPassages || hasVectors) publishMemoryGrown(services, job.key)
      return summarizeParts(services, job.personId, job.key, signal)
    },
  }
}

/** A chat that is gone, or closed to its person, is not read. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function summarizeParts(services: IngestServices, personId: string, chatId: string, signal: AbortSignal) {
  const runAgainIn = (delayMs: number) => ({ againAt: new Date(services.clock.now().getTime() + delayMs) })
  // The demo voice reads no prompts: facts are the person's own there, and older messages are found by their words.
  if (services.model.kind === 'demo') return undefined
  for (let part = 0; part < MAX_PARTS_PER_RUN; part++) {
    // A model in this process writes one text at a time, and replies go first.
    if (services.model.kind === 'gguf' && services.chats.replies.all().length > 0) return runAgainIn(BUSY_DELAY_MS)
    if (!hasDailyBudget(services, personId)) return runAgainIn(DAILY_LIMIT_DELAY_MS)
    const context = await openIngestContext(services.chats, personId, chatId).catch(nullIfUnavailable)
    if (!context) return undefined
    const { hasRead, hasMore } = await summarizeNextPart(services, context, signal)
    if (hasRead) await embedFacts(services, context, signal)
    if (hasRead) publishMemoryGrown(services, chatId)
    if (!hasMore) return undefined
  }
  return runAgainIn(NEXT_RUN_DELAY_MS)
}

function hasDailyBudget({ limiter }: IngestServices, personId: string): boolean {
  try {
    limiter.consume(`memory:${personId}`, { max: MAX_PARTS_PER_DAY, windowMs: DAY_MS })
    return true
  } catch {
    return false
  }
}

async function embedFacts(services: IngestServices, { chat }: IngestContext, signal: AbortSignal): Promise<boolean> {
  const { embeddings, database } = services
  if (!embeddings) return false
  const facts = await listUnembeddedFacts(database, chat.id, embeddings.name, FACT_BATCH_SIZE)
  const vectors = await embedTexts(
    services,
    facts.map(({ text }) => text),
    signal,
  )
  if (vectors.every((vector) => vector === null)) return false
  await database.transaction(async (tx) => {
    const rev = await nextMemoryRev(tx, chat.id)
    for (const [index, { id, text }] of facts.entries()) {
      const vector = vectors[index]
      if (vector) await saveFactEmbedding(tx, { id, text, vector, embeddingName: embeddings.name, rev })
    }
  })
  return true
}

/** What a chat's memory has grown by is read with its next turn; nothing that is known has changed. */
function publishMemoryGrown({ bus }: IngestServices, chatId: string): void {
  bus.publish({ kind: 'memory_changed', chatId, hasOnlyGrown: true })
}
