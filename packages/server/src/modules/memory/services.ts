import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { ChatServices } from '../chats/module.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import type { RecallIndexCache } from './recall/recall-index-cache.ts'
import type { RetrievalOptions } from './recall/retrieval-options.ts'

/** Dependencies of memory. It implements a port of the chats module, so it is created before it. */
export interface MemoryServices
  extends Pick<ChatServices, 'database' | 'clock' | 'log' | 'models' | 'usage' | 'settings' | 'limiter' | 'bus'> {
  jobs: JobQueue
  /** Null: memories are found by words alone. */
  embeddings(): EmbeddingModel | null
  indexes: RecallIndexCache
  retrieval: RetrievalOptions
}
