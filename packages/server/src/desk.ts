import type { desk } from '@everkin/contract/http/desk.ts'
import type { TextModel } from './domains/chats/text-model.ts'
import type { ImageModel } from './domains/pictures/image-model.ts'
import { countOpenTasks } from './domains/pictures/task-store.ts'
import { countOpenReports } from './domains/safety/store.ts'
import { readLedgerState } from './domains/wallet/read-ledger-state.ts'
import type { Settings } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import type { Handlers } from './platform/http/handlers.ts'
import { databaseState } from './platform/http/health.ts'

interface DeskServices {
  settings: Pick<Settings, 'mode' | 'audience' | 'nsfwEnabled' | 'smtpUrl'>
  database: Database
  model: Pick<TextModel, 'kind'>
  image: Pick<ImageModel, 'kind'>
  version: string
  startedAt: Date
  socketCount(): number
  replyCount(): number
}

/** The operator's calls. They tell of settings only what kind they are: no address, key or name leaves. */
export function deskHandlers(services: DeskServices): Handlers<typeof desk> {
  const { settings, database, model } = services
  return {
    health: async () => {
      const asked = performance.now()
      const state = await databaseState(database)
      const answerMs = Math.round(performance.now() - asked)
      const { checkedAt, ...ledger } = await readLedgerState(database)
      return {
        ready: state === 'ok',
        version: services.version,
        mode: settings.mode,
        started_at: services.startedAt.toISOString(),
        database: { kind: database.kind, answer_ms: answerMs },
        model: { kind: model.kind },
        pictures: { kind: services.image.kind, ...(await countOpenTasks(database)) },
        mail: settings.smtpUrl ? 'smtp' : 'outbox',
        audience: settings.audience,
        nsfw_enabled: settings.nsfwEnabled,
        sockets: services.socketCount(),
        replies: services.replyCount(),
        open_reports: await countOpenReports(database),
        ledger: { ...ledger, checked_at: checkedAt?.toISOString() ?? null },
      }
    },
  }
}
