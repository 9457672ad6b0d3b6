import type { Database } from '../../platform/db/database.ts'
import { measureVectors, readFactsAfter, readPassages, readPassagesAfter } from './index-store.ts'
import { RecallIndex } from './recall-index.ts'
import { listSummaries } from './summary-store.ts'

/** Memories of the chats that are being talked in, ready to be searched, as far as they fit together. */
export interface RecallIndexes {
  /** As of `memoryRev` or later. One that is known already costs no statement. */
  find(chatId: string, memoryRev: number): Promise<RecallIndex>
  forget(chatId: string): void
}

const MOST_BYTES = 128 * 1024 * 1024
/** A chat whose vectors take more of it than this leaves them to a database that can compare them. */
const MOST_VECTOR_BYTES = MOST_BYTES / 2

interface Comparing {
  /** The model that the vectors are of; null without one. */
  embeddingName: string | null
  /** Whether the database compares vectors (pgvector). */
  isInDatabase: boolean
  mostVectorBytes?: number | undefined
}

interface Kept {
  index: RecallIndex
  loading: Promise<RecallIndex>
  /** What it was counted with. */
  bytes: number
}

export function createRecallIndexes(
  database: Database,
  { embeddingName, isInDatabase, mostVectorBytes = MOST_VECTOR_BYTES }: Comparing,
): RecallIndexes {
  const kept = new Map<string, Kept>()
  let bytes = 0

  const drop = (chatId: string) => {
    bytes -= kept.get(chatId)?.bytes ?? 0
    kept.delete(chatId)
  }
  const count = (chatId: string, index: RecallIndex) => {
    const known = kept.get(chatId)
    if (known?.index !== index) return
    bytes += index.byteLength - known.bytes
    known.bytes = index.byteLength
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES || oldest === chatId) break
      drop(oldest)
    }
  }
  const load = async (chatId: string, index: RecallIndex, memoryRev: number) => {
    if (isInDatabase && index.rev === 0 && embeddingName !== null)
      if ((await measureVectors(database, chatId, embeddingName)) > mostVectorBytes) index.leaveVectors()
    const vectorsOf = index.leavesVectors ? null : embeddingName
    const facts = await readFactsAfter(database, chatId, index.rev, embeddingName)
    const summaries = await listSummaries(database, chatId)
    const pages =
      index.rev === 0
        ? readPassages(database, chatId, vectorsOf)
        : [await readPassagesAfter(database, chatId, index.rev, vectorsOf)]
    for await (const passages of pages) for (const passage of passages) index.addPassage(passage)
    if (isInDatabase && index.vectorBytes > mostVectorBytes) index.leaveVectors()
    index.grow(memoryRev, { facts, summaries })
    count(chatId, index)
    return index
  }
  return {
    async find(chatId, memoryRev) {
      const known = kept.get(chatId)
      const index = known?.index ?? new RecallIndex()
      kept.delete(chatId)
      // One load after another: two at once would take the same rows in twice.
      const loading = (known?.loading ?? Promise.resolve(index)).then((ready) =>
        ready.rev >= memoryRev ? ready : load(chatId, ready, memoryRev),
      )
      kept.set(chatId, { index, loading, bytes: known?.bytes ?? 0 })
      loading.catch(() => {
        if (kept.get(chatId)?.index === index) drop(chatId)
      })
      return loading
    },
    forget: drop,
  }
}
