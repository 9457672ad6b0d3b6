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

const MAX_BYTES = 128 * 1024 * 1024
/** A chat with larger vectors leaves them to the database, if it can compare vectors. */
const MAX_VECTOR_BYTES = MAX_BYTES / 2

interface VectorSearchOptions {
  /** The embedding model of the vectors; null without one. */
  embeddingName: string | null
  /** Whether the database compares vectors (pgvector). */
  isInDatabase: boolean
  maxVectorBytes?: number | undefined
}

interface CacheEntry {
  index: RecallIndex
  loading: Promise<RecallIndex>
  /** Its size in the total. */
  bytes: number
}

export function createRecallIndexCache(
  database: Database,
  { embeddingName, isInDatabase, maxVectorBytes = MAX_VECTOR_BYTES }: VectorSearchOptions,
): RecallIndexCache {
  const entries = new Map<string, CacheEntry>()
  let totalBytes = 0

  const drop = (chatId: string) => {
    totalBytes -= entries.get(chatId)?.bytes ?? 0
    entries.delete(chatId)
  }
  const updateSize = (chatId: string, index: RecallIndex) => {
    const entry = entries.get(chatId)
    if (entry?.index !== index) return
    totalBytes += index.byteLength - entry.bytes
    entry.bytes = index.byteLength
    for (const oldest of entries.keys()) {
      if (totalBytes <= MAX_BYTES || oldest === chatId) break
      drop(oldest)
    }
  }
  const loadChanges = async (chatId: string, index: RecallIndex, memoryRev: number) => {
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
      const entry = entries.get(chatId)
      const index = entry?.index ?? new RecallIndex()
      entries.delete(chatId)
      // One load after another: two concurrent loads would add the same rows twice.
      const loading = (entry?.loading ?? Promise.resolve(index)).then((current) =>
        current.rev >= memoryRev ? current : loadChanges(chatId, current, memoryRev),
      )
      entries.set(chatId, { index, loading, bytes: entry?.bytes ?? 0 })
      loading.catch(() => {
        if (entries.get(chatId)?.index === index) drop(chatId)
      })
      return loading
    },
    evict: drop,
  }
}
