import type { admin } from '@everkin/contract/http/admin.ts'
import { countOpenTasks, type ImageModel } from './modules/image-tasks/module.ts'
import type { TextModel } from './modules/models/module.ts'
import { countOpenReports, type Moderator } from './modules/safety/module.ts'
import { selectLedgerState } from './modules/wallet/module.ts'
import { commandLine } from './platform/command-line.ts'
import type { Settings } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { checkDatabase } from './platform/monitoring/health.ts'

interface AdminServices {
  settings: Pick<Settings, 'mode' | 'audience' | 'nsfwEnabled' | 'missingSettings' | 'smtpUrl'>
  database: Database
  model: Pick<TextModel, 'kind'>
  image: Pick<ImageModel, 'kind'>
  moderator: Pick<Moderator, 'state'>
  version: string
  startedAt: Date
  socketCount(): number
  replyCount(): number
}

/** The operator's calls. They reveal the kind of each setting only: no URL, key or name. */
export function adminHandlers(services: AdminServices): Handlers<typeof admin> {
  const { settings, database, model } = services
  return {
    health: async () => {
      const startedMs = performance.now()
      const state = await checkDatabase(database)
      const answerMs = Math.round(performance.now() - startedMs)
      const { checkedAt, ...ledger } = await selectLedgerState(database)
      return {
        ready: state === 'ok',
        version: services.version,
        mode: settings.mode,
        started_at: services.startedAt.toISOString(),
        database: { kind: database.kind, answer_ms: answerMs },
        model: { kind: model.kind },
        pictures: { kind: services.image.kind, ...(await countOpenTasks(database)) },
        moderation: services.moderator.state(),
        mail: settings.smtpUrl ? 'smtp' : 'outbox',
        audience: settings.audience,
        nsfw_enabled: settings.nsfwEnabled,
        missing_settings: settings.missingSettings.map(({ name, features }) => ({ name, features: [...features] })),
        sockets: services.socketCount(),
        replies: services.replyCount(),
        open_reports: await countOpenReports(database),
        ledger: {
          ...ledger,
          checked_at: checkedAt?.toISOString() ?? null,
          reconcile_command: commandLine('reconcile'),
        },
      }
    },
  }
}
