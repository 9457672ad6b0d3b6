import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/db/database.ts'
import {
  estimateVectorBytes,
  listFactsChangedSince,
  listPassagesChangedSince,
  streamPassages,
} from '../store/recall-store.ts'
import { listSummaries } from '../store/summary-store.ts'
import { RecallIndex } from './recall-index.ts'

/** Caches searchable memories of the chats in use, up to a common size limit. */
export interface RecallIndexCache {
  /** The index at `memoryRev` or later. A cached one costs no query. */
  load(chatId: string, memoryRev: number): Promise<RecallIndex>
  evict(chatId: string): void
}

const MAX_BYTES = 48 * 1024 * 1024
/** A chat with larger vectors leaves them to the database, if it can compare vectors. */
const MAX_VECTOR_BYTES = MAX_BYTES / 2

interface VectorSearchOptions {
  /** The embedding model of the vectors; null without one. */
  embeddingName(): string | null
  /** Whether the database compares vectors (pgvector). */
  isInDatabase(): boolean
  maxVectorBytes?: number | undefined
}

interface CacheEntry {
  /** The model of the index's vectors; an index of another model's is loaded again. */
  embeddingName: string | null
  index: RecallIndex
  loading: Promise<RecallIndex>
}

export function createRecallIndexCache(
  database: Database,
  { maxVectorBytes = MAX_VECTOR_BYTES, ...vectors }: VectorSearchOptions,
): RecallIndexCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: MAX_BYTES,
    // An index larger than all of them may be still stays, on its own, rather than being loaded for every reply.
    sizeCalculation: ({ index }) => Math.min(MAX_BYTES, Math.max(1, index.byteLength)),
  })

  const updateSize = (chatId: string, index: RecallIndex) => {
    const entry = entries.peek(chatId)
    // The size is calculated again only for a new object.
    if (entry?.index === index) entries.set(chatId, { ...entry })
  }
  const loadChanges = async (chatId: string, index: RecallIndex, memoryRev: number, embeddingName: string | null) => {
    const isInDatabase = vectors.isInDatabase()
    if (isInDatabase && index.rev === 0 && embeddingName !== null)
      if ((await estimateVectorBytes(database, chatId, embeddingName)) > maxVectorBytes) index.offloadVectors()
    const vectorsOf = index.hasOffloadedVectors ? null : embeddingName
    const facts = await listFactsChangedSince(database, chatId, index.rev, embeddingName)
    const summaries = await listSummaries(database, chatId)
    const pages =
      index.rev === 0
        ? streamPassages(database, chatId, vectorsOf)
        : [await listPassagesChangedSince(database, chatId, index.rev, vectorsOf)]
    for await (const passages of pages) for (const passage of passages) index.addPassage(passage)
    if (isInDatabase && index.vectorBytes > maxVectorBytes) index.offloadVectors()
    index.applyChanges(memoryRev, { facts, summaries })
    updateSize(chatId, index)
    return index
  }
  return {
    async load(chatId, memoryRev) {
      const embeddingName = vectors.embeddingName()
      const cached = entries.get(chatId)
      const entry = cached?.embeddingName === embeddingName ? cached : undefined
      const index = entry?.index ?? new RecallIndex()
      // One load after another: two concurrent loads would add the same rows twice.
      const loading = (entry?.loading ?? Promise.resolve(index)).then((current) =>
        current.rev >= memoryRev ? current : loadChanges(chatId, current, memoryRev, embeddingName),
      )
      entries.set(chatId, { index, loading, embeddingName })
      loading.catch(() => {
        if (entries.peek(chatId)?.index === index) entries.delete(chatId)
      })
      return loading
    },
    evict: (chatId) => void entries.delete(chatId),
  }
}
