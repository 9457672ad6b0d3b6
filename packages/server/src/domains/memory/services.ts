import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { ChatServices } from '../chats/services.ts'
import type { EmbeddingModel } from './embedding-model.ts'
import type { RecallIndexes } from './recall-indexes.ts'
import type { RecallWays } from './recall-ways.ts'

/** What remembering works with; it stands behind a port of the chats, so it is made before them. */
export interface MemoryServices extends Pick<ChatServices, 'database' | 'clock' | 'log' | 'model' | 'limiter' | 'bus'> {
  jobs: Jobs
  /** Null: what is remembered is found by its words alone. */
  embeddings: EmbeddingModel | null
  indexes: RecallIndexes
  ways: RecallWays
}
