import type { Database } from '../../../platform/db/database.ts'
import {
  estimateVectorBytes,
  listFactsChangedSince,
  listPassagesChangedSince,
  streamPassages,
} from '../store/recall-store.ts'
import { listSummaries } from '../store/summary-store.ts'
import { RecallIndex } from './recall-index.ts'

/** Memories of the chats that are being talked in, ready to be searched, as far as they fit together. */
export interface RecallIndexCache {
  /** As of `memoryRev` or later. One that is known already costs no statement. */
  load(chatId: string, memoryRev: number): Promise<RecallIndex>
  evict(chatId: string): void
}

const MAX_BYTES = 128 * 1024 * 1024
/** A chat whose vectors take more of it than this leaves them to a database that can compare them. */
const MAX_VECTOR_BYTES = MAX_BYTES / 2

interface VectorSearchOptions {
  /** The model that the vectors are of; null without one. */
  embeddingName: string | null
  /** Whether the database compares vectors (pgvector). */
  isInDatabase: boolean
  maxVectorBytes?: number | undefined
}

interface CacheEntry {
  index: RecallIndex
  loading: Promise<RecallIndex>
  /** What it was counted with. */
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
      // One load after another: two at once would take the same rows in twice.
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
