import type { ErrorName } from '@everkin/contract/errors.ts'
import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import type { JobHandler } from '../../../platform/jobs/run-job.ts'
import { type ChatServices, modelOfChat } from '../../chats/module.ts'
import { embedTexts } from '../recall/embeddings.ts'
import type { MemoryServices } from '../services.ts'
import { listUnembeddedFacts, nextMemoryRev, saveFactEmbedding } from '../store/fact-store.ts'
import { type IngestContext, openIngestContext } from './ingest-context.ts'
import { ingestPassages } from './ingest-passages.ts'
import { ConcurrentChange } from './save-if-unchanged.ts'
import { saveStatedFacts } from './save-stated-facts.ts'
import { summarizeNextPart } from './summarize.ts'

/** The job kind that ingests messages which have left a prompt. */
export const INGEST_JOB = 'memory.read'

/** Replies in quick succession are ingested together, and not while the next one is likely under way. */
const DEBOUNCE_MS = 3_000

/**
 * Enqueues a job that ingests the new messages of a chat soon. Enqueued twice, it runs once. Returns the time before
 * which it does not start, unless it was enqueued earlier.
 */
export async function enqueueIngest(
  services: Pick<MemoryServices, 'jobs' | 'clock'> & { database: Queryable },
  { chatId, personId }: { chatId: string; personId: string },
): Promise<Date> {
  const runAt = new Date(services.clock.now().getTime() + DEBOUNCE_MS)
  await services.jobs.enqueue(services.database, { kind: INGEST_JOB, key: chatId, personId, runAt })
  return runAt
}

/** The number of parts that a model reads in one run before other jobs get their turn. */
const MAX_PARTS_PER_RUN = 4
const NEXT_RUN_DELAY_MS = 2_000
/** The daily limit of model calls for ingest per person. */
const MAX_PARTS_PER_DAY = 300
const DAILY_LIMIT_DELAY_MS = 6 * HOUR_MS
const BUSY_DELAY_MS = 5_000
const FACT_BATCH_SIZE = 64

type IngestServices = MemoryServices & { chats: ChatServices }

/**
 * Ingests the new messages of a chat: first searchable passages, then, if a capable model is available, the summary and
 * facts. Every step stores its result by itself, so that a crash repeats at most one step.
 */
export function ingestJobKind(services: IngestServices): JobHandler {
  return {
    concurrency: 2,
    maxAttempts: 8,
    run: async (job, signal) => {
      if (job.personId === null) return undefined
      const context = await openIngestContext(services.chats, job.personId, job.key).catch(nullIfUnavailable)
      if (!context) return undefined
      const hasPassages = await ingestPassages(services, context, signal).catch(nullIfChanged)
      if (hasPassages === null) return { againAt: new Date(services.clock.now().getTime() + NEXT_RUN_DELAY_MS) }
      const hasVectors = await embedFacts(services, context, signal)
      if (hasPassages || hasVectors) publishMemoryGrown(services, job.key)
      return summarizeParts(services, job.personId, job.key, signal)
    },
  }
}

/** Returns null if something was changed meanwhile: the next run reads it again. */
function nullIfChanged(error: unknown): null {
  if (error instanceof ConcurrentChange) return null
  throw error
}

/** Returns null for a chat that no longer exists or that its person may not open; it is not ingested. */
function nullIfUnavailable(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function summarizeParts(services: IngestServices, personId: string, chatId: string, signal: AbortSignal) {
  const runAgainIn = (delayMs: number) => ({ againAt: new Date(services.clock.now().getTime() + delayMs) })
  for (let part = 0; part < MAX_PARTS_PER_RUN; part++) {
    const context = await openIngestContext(services.chats, personId, chatId).catch(nullIfUnavailable)
    if (!context) return undefined
    const { model } = modelOfChat(services, context)
    // The demo model reads no prompts: it finds facts itself, and older messages are found by words.
    if (model.kind === 'demo') {
      if (model.extractFacts && (await saveStatedFacts(services, context, model.extractFacts))) {
        await embedFacts(services, context, signal)
        publishMemoryGrown(services, chatId)
      }
      return undefined
    }
    // A model in this process writes one text at a time, and replies have priority.
    if (model.kind === 'gguf' && services.chats.replies.all().length > 0) return runAgainIn(BUSY_DELAY_MS)
    if (!(await consumeDailyBudget(services, personId))) return runAgainIn(DAILY_LIMIT_DELAY_MS)
    const { hasRead, hasMore } = await summarizeNextPart(services, context, signal)
    if (hasRead) await embedFacts(services, context, signal)
    if (hasRead) publishMemoryGrown(services, chatId)
    if (!hasMore) return undefined
  }
  return runAgainIn(NEXT_RUN_DELAY_MS)
}

/** Counts one reading of a person's day. Returns false once the budget of the day is used up. */
async function consumeDailyBudget({ limiter, usage }: IngestServices, personId: string): Promise<boolean> {
  try {
    await usage.assertBudget(personId)
    await limiter.consume(`memory:${personId}`, { max: MAX_PARTS_PER_DAY, windowMs: DAY_MS })
    return true
  } catch (error) {
    if (error instanceof AppError && SPENT.has(error.errorName)) return false
    throw error
  }
}

const SPENT: ReadonlySet<string> = new Set<ErrorName>(['TooManyRequests', 'TokenBudgetSpent'])

async function embedFacts(services: IngestServices, { chat }: IngestContext, signal: AbortSignal): Promise<boolean> {
  const { database } = services
  const embeddings = services.embeddings()
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

/** Publishes that a chat's memory has new entries, which its next turn loads; existing entries have not changed. */
function publishMemoryGrown({ bus }: IngestServices, chatId: string): void {
  bus.publish({ kind: 'memory_changed', chatId, hasOnlyGrown: true })
}
