import { AppError } from '../../platform/app-error.ts'
import type { JobKind } from '../../platform/jobs/jobs.ts'
import type { ChatServices } from '../chats/services.ts'
import { embedTexts } from './embed-texts.ts'
import { findUnembedded, nextMemoryRev, setFactVector } from './fact-store.ts'
import { readPassages } from './read-passages.ts'
import { readStory } from './read-story.ts'
import { openReading, type ReadingChat } from './reading-chat.ts'
import type { MemoryServices } from './services.ts'

/** Parts of a conversation that a model reads in one go before others have their turn. */
const PARTS = 4
const NEXT_MS = 2_000
const DAY_MS = 86_400_000
/** What reading for memories may ask of the model for one person in a day. */
const MOST_PARTS_A_DAY = 300
const TOMORROW_MS = 6 * 3_600_000
const BUSY_MS = 5_000
const FACTS = 64

type Services = MemoryServices & { chats: ChatServices }

/**
 * Reads what is new in a chat for memories: passages to be found again, then, where there is a model that can read, the
 * summary and facts. Every step stores what it has made by itself, so that a crash repeats one step at most.
 */
export function readChatKind(services: Services): JobKind {
  return {
    parallel: 2,
    attempts: 8,
    run: async (job, signal) => {
      if (job.personId === null) return undefined
      const reading = await openReading(services.chats, job.personId, job.key).catch(nullIfClosed)
      if (!reading) return undefined
      const hasPassages = await readPassages(services, reading, signal)
      const hasVectors = await embedFacts(services, reading, signal)
      if (hasPassages || hasVectors) tellGrown(services, job.key)
      return readParts(services, job.personId, job.key, signal)
    },
  }
}

/** A chat that is gone, or closed to its person, is not read. */
function nullIfClosed(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function readParts(services: Services, personId: string, chatId: string, signal: AbortSignal) {
  const later = (delayMs: number) => ({ againAt: new Date(services.clock.now().getTime() + delayMs) })
  // The demo voice reads no prompts: facts are the person's own there, and older messages are found by their words.
  if (services.model.kind === 'demo') return undefined
  for (let part = 0; part < PARTS; part++) {
    // A model in this process writes one text at a time, and replies go first.
    if (services.model.kind === 'gguf' && services.chats.replies.all().length > 0) return later(BUSY_MS)
    if (!mayRead(services, personId)) return later(TOMORROW_MS)
    const reading = await openReading(services.chats, personId, chatId).catch(nullIfClosed)
    if (!reading) return undefined
    const { hasRead, hasMore } = await readStory(services, reading, signal)
    if (hasRead) await embedFacts(services, reading, signal)
    if (hasRead) tellGrown(services, chatId)
    if (!hasMore) return undefined
  }
  return later(NEXT_MS)
}

function mayRead({ limiter }: Services, personId: string): boolean {
  try {
    limiter.take(`memory:${personId}`, { most: MOST_PARTS_A_DAY, windowMs: DAY_MS })
    return true
  } catch {
    return false
  }
}

async function embedFacts(services: Services, { chat }: ReadingChat, signal: AbortSignal): Promise<boolean> {
  const { embeddings, database } = services
  if (!embeddings) return false
  const facts = await findUnembedded(database, chat.id, embeddings.name, FACTS)
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
      if (vector) await setFactVector(tx, { id, text, vector, embeddingName: embeddings.name, rev })
    }
  })
  return true
}

/** What a chat's memory has grown by is read with its next turn; nothing that is known has changed. */
function tellGrown({ bus }: Services, chatId: string): void {
  bus.publish({ kind: 'memory_changed', chatId, hasOnlyGrown: true })
}
