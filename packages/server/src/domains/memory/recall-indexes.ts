import type { Database } from '../../platform/db/database.ts'
import { readMemoryAfter } from './index-store.ts'
import { RecallIndex } from './recall-index.ts'

/** Memories of the chats that are being talked in, ready to be searched, as far as they fit together. */
export interface RecallIndexes {
  /** As of `memoryRev` or later. One that is known already costs no statement. */
  find(chatId: string, memoryRev: number): Promise<RecallIndex>
  forget(chatId: string): void
}

const MOST_BYTES = 128 * 1024 * 1024

export function createRecallIndexes(database: Database, embeddingName: string | null): RecallIndexes {
  const kept = new Map<string, { index: RecallIndex; loading: Promise<RecallIndex> }>()
  let bytes = 0

  const drop = (chatId: string) => {
    const known = kept.get(chatId)
    if (known) bytes -= known.index.byteLength
    kept.delete(chatId)
  }
  const load = async (chatId: string, index: RecallIndex, memoryRev: number) => {
    const before = index.byteLength
    index.grow(memoryRev, await readMemoryAfter(database, chatId, index.rev, embeddingName))
    if (kept.get(chatId)?.index === index) bytes += index.byteLength - before
    for (const oldest of kept.keys()) {
      if (bytes <= MOST_BYTES || oldest === chatId) break
      drop(oldest)
    }
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
      kept.set(chatId, { index, loading })
      if (!known) bytes += index.byteLength
      loading.catch(() => {
        if (kept.get(chatId)?.index === index) drop(chatId)
      })
      return loading
    },
    forget: drop,
  }
}
