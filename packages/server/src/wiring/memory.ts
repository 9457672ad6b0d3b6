import { createRecallIndexes } from '../domains/memory/recall-indexes.ts'
import { ALL_WAYS } from '../domains/memory/recall-ways.ts'
import type { MemoryServices } from '../domains/memory/services.ts'
import { openVectorExtension } from '../platform/db/vector-extension.ts'
import { chooseEmbeddingModel } from '../providers/embedding-model/choose.ts'
import type { Basis } from './basis.ts'

/** What chats remember with. Its reading of chats is bound with them, in `chats.ts`. */
export async function wireMemory({ shared, bus, model, jobs, replacements }: Basis): Promise<MemoryServices> {
  const { database, settings, log } = shared
  const embeddings = chooseEmbeddingModel(settings)
  return {
    ...shared,
    bus,
    model,
    jobs,
    embeddings,
    indexes: createRecallIndexes(database, {
      embeddingName: embeddings?.name ?? null,
      isInDatabase: embeddings !== null && (await openVectorExtension(database, log)),
      mostVectorBytes: replacements.mostVectorBytes,
    }),
    ways: replacements.recallWays ?? ALL_WAYS,
  }
}
