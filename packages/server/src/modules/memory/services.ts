import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { ChatServices } from '../chats/module.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import type { RecallIndexCache } from './recall/recall-index-cache.ts'
import type { RetrievalOptions } from './recall/retrieval-options.ts'

/** What remembering works with; it stands behind a port of the chats, so it is made before them. */
export interface MemoryServices extends Pick<ChatServices, 'database' | 'clock' | 'log' | 'model' | 'limiter' | 'bus'> {
  jobs: JobQueue
  /** Null: what is remembered is found by its words alone. */
  embeddings: EmbeddingModel | null
  indexes: RecallIndexCache
  retrieval: RetrievalOptions
}
