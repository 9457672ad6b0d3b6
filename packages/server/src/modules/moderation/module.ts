import { moderation } from '@everkin/contract/http/moderation.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { countOpenCases } from './case-store.ts'
import { queueReviews } from './file-report.ts'
import { eraseFromModeration, selectForExport } from './notice-store.ts'
import { moderationHandlers } from './routes.ts'
import type { ModerationServices } from './services.ts'

export { moderationFigures } from './decision-store.ts'
export { fileReport } from './file-report.ts'

/** The queue of moderators, their decisions, and the appeals against them. */
export function createModerationModule(
  core: ServerCore,
  ports: Pick<ModerationServices, 'chats' | 'media'>,
): ServerModule {
  const services: ModerationServices = { ...core, ...ports }
  return {
    name: 'moderation',
    operations: bindHandlers(moderation, moderationHandlers(services)),
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'queue-reviews',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: MINUTE_MS,
        run: () => queueReviews(services),
      },
    ],
    personalData: {
      tables: {
        moderation_case: {
          erasure: 'anonymized',
          notExported: 'the queue of the moderators; what they decided is in moderation.json',
        },
        moderation_decision: { erasure: 'anonymized' },
        moderation_appeal: { erasure: 'deleted' },
        moderation_notice: { erasure: 'deleted' },
      },
      exportParts: [
        listExport(
          {
            path: 'moderation.json',
            about: 'moderation',
            tables: ['moderation_decision', 'moderation_appeal', 'moderation_notice'],
          },
          selectForExport,
        ),
      ],
      eraseSteps: [{ phase: 'content', run: eraseFromModeration }],
    },
    mediaUsage: null,
    metrics: async () => {
      const counts = await countOpenCases(core.database)
      return Object.entries(counts).map(([source, value]) => ({
        name: `everkin_moderation_open_${source}`,
        help: `Open cases in the moderation queue (${source}).`,
        value,
      }))
    },
    lifecycle: {},
  }
}
