import { moderation } from '@everkin/contract/http/moderation.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { ANNOUNCE_NOTICES_JOB, announceNoticesJob, noticeFramesSince } from './announce-notices.ts'
import { purgeStoppedTexts } from './appeal-stop.ts'
import { countOpenCases } from './case-store.ts'
import { queueReviews } from './file-report.ts'
import { eraseFromModeration, selectForExport } from './notice-store.ts'
import { expireEvidence } from './quarantine.ts'
import { countQuarantined, selectEvidence } from './quarantine-store.ts'
import { moderationHandlers } from './routes.ts'
import type { ModerationServices } from './services.ts'

export { moderationFigures } from './decision-store.ts'
export { fileReport } from './file-report.ts'
export { selectEvidence } from './quarantine-store.ts'

/** The queue of moderators, their decisions, and the appeals against them. */
export function createModerationModule(
  core: ServerCore,
  ports: Pick<ModerationServices, 'chats' | 'media' | 'moderator'>,
): ServerModule {
  const services: ModerationServices = { ...core, ...ports }
  core.jobs.handle(ANNOUNCE_NOTICES_JOB, announceNoticesJob(services))
  return {
    name: 'moderation',
    operations: bindHandlers(moderation, moderationHandlers(services)),
    frames: {},
    onConnect: null,
    syncSource: (personId, since) => noticeFramesSince(services, personId, since),
    recurringJobs: [
      {
        name: 'queue-reviews',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: MINUTE_MS,
        run: () => queueReviews(services),
      },
      {
        name: 'purge-stopped-texts',
        everyMs: MINUTE_MS,
        timeoutMs: MINUTE_MS,
        run: () => purgeStoppedTexts(services),
      },
      { name: 'expire-evidence', everyMs: DAY_MS, timeoutMs: 10 * MINUTE_MS, run: () => expireEvidence(services) },
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
        stopped_text: { erasure: 'deleted' },
        quarantine: {
          erasure: 'anonymized',
          notExported: 'evidence of possible abuse, which nobody may have a copy of; docs/safety.md says what is kept',
        },
        quarantine_consent: {
          erasure: 'deleted',
          notExported: 'which operator confirmed that they need to see such evidence, about their work',
        },
      },
      exportParts: [
        listExport(
          {
            path: 'moderation.json',
            about: 'moderation',
            tables: ['moderation_decision', 'moderation_appeal', 'moderation_notice', 'stopped_text'],
          },
          selectForExport,
        ),
      ],
      eraseSteps: [{ phase: 'content', run: eraseFromModeration }],
    },
    mediaUsage: { usedAmong: selectEvidence },
    metrics: async () => {
      const counts = await countOpenCases(core.database)
      const help = 'Items in quarantine as possible abuse material.'
      return [
        ...Object.entries(counts).map(([source, value]) => ({
          name: `everkin_moderation_open_${source}`,
          help: `Open cases in the moderation queue (${source}).`,
          value,
        })),
        { name: 'everkin_moderation_quarantined', help, value: await countQuarantined(core.database) },
      ]
    },
    lifecycle: {},
  }
}
