import { ALL_RETRIEVAL_OPTIONS, createRecallIndexCache, type MemoryServices } from '../modules/memory/module.ts'
import { enablePgvector } from '../platform/db/pgvector.ts'
import { chooseEmbeddingModel } from '../providers/embedding-model/choose.ts'
import type { Infrastructure } from './shared.ts'

/** What chats remember with. Its reading of chats is bound with them, in `chats.ts`. */
export async function composeMemory({ shared, bus, model, jobs, overrides }: Infrastructure): Promise<MemoryServices> {
  const { database, settings, log } = shared
  const embeddings = chooseEmbeddingModel(settings)
  return {
    ...shared,
    bus,
    model,
    jobs,
    embeddings,
    indexes: createRecallIndexCache(database, {
      embeddingName: embeddings?.name ?? null,
      isInDatabase: embeddings !== null && (await enablePgvector(database, log)),
      maxVectorBytes: overrides.maxVectorBytes,
    }),
    retrieval: overrides.retrievalOptions ?? ALL_RETRIEVAL_OPTIONS,
  }
}
