import { memory } from '@everkin/contract/http/memory.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import type { ChatServices } from '../chats/module.ts'
import { INGEST_JOB, ingestJobKind } from './ingest/ingest-job.ts'
import { memoryHandlers } from './routes.ts'
import type { MemoryServices } from './services.ts'
import { purgeForgottenFacts } from './store/fact-store.ts'
import { exportMemory } from './store/memory-store.ts'

export { EmbeddingError, type EmbeddingFault, type EmbeddingModel } from './embedding-model.ts'
export { enqueueIngest } from './ingest/ingest-job.ts'
export { createMemory } from './memory.ts'
export { createRecallIndexCache } from './recall/recall-index-cache.ts'
export { ALL_RETRIEVAL_OPTIONS, type RetrievalOptions } from './recall/retrieval-options.ts'
export type { MemoryServices } from './services.ts'
export { findSimilarPassages, savePassages } from './store/passage-store.ts'

/** Memory implements a port of chats (`createMemory`), so its services exist before the chats and this module after. */
export function createMemoryModule(core: ServerCore, services: MemoryServices, chats: ChatServices): ServerModule {
  const { database, clock, bus, jobs } = core
  jobs.handle(INGEST_JOB, ingestJobKind({ ...services, chats }))
  bus.subscribe((event) => {
    if (event.kind === 'memory_changed' && !event.hasOnlyGrown) services.indexes.evict(event.chatId)
    if (event.kind === 'chats_erased') for (const chatId of event.chatIds) services.indexes.evict(chatId)
  })
  return {
    name: 'memory',
    operations: bindHandlers(memory, memoryHandlers({ ...services, chats })),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'purge-forgotten-facts',
        everyMs: MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeForgottenFacts(database, clock.now()),
      },
    ],
    personalData: {
      tables: {
        memory_fact: { erasure: 'deleted' },
        memory_summary: { erasure: 'deleted' },
        memory_passage: { erasure: 'deleted', notExported: 'a search index of the chats: hashes of words' },
        memory_receipt: {
          erasure: 'deleted',
          notExported: 'which facts and messages a reply was written from; both are exported',
        },
      },
      exportParts: [
        listExport({ path: 'memory.json', about: 'memory', tables: ['memory_fact', 'memory_summary'] }, exportMemory),
      ],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
