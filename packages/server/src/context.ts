import { readFileSync } from 'node:fs'
import { composeAccounts } from './composition/accounts.ts'
import { composeBilling } from './composition/billing.ts'
import { composeCardEditor } from './composition/card-editor.ts'
import { composeCardFiles } from './composition/card-files.ts'
import { composeChats } from './composition/chats.ts'
import { composeImageTasks } from './composition/image-tasks.ts'
import { composeInvitations } from './composition/invitations.ts'
import { composeMedia } from './composition/media.ts'
import { composeMemory } from './composition/memory.ts'
import { composeNotifications } from './composition/notifications.ts'
import { bindModules } from './composition/operations.ts'
import { openInfrastructure, type ServiceOverrides } from './composition/shared.ts'
import { identify } from './modules/accounts/module.ts'
import type { BillingServices } from './modules/billing/module.ts'
import type { CardFileServices } from './modules/card-files/module.ts'
import type { ChatServices, TextModel } from './modules/chats/module.ts'
import type { ImageTaskServices } from './modules/image-tasks/module.ts'
import type { InvitationServices } from './modules/invitations/module.ts'
import type { MediaServices } from './modules/media/module.ts'
import type { MemoryServices } from './modules/memory/module.ts'
import { type NotificationServices, pushReply } from './modules/notifications/module.ts'
import { publishWalletChanges } from './modules/wallet/module.ts'
import type { Clock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import { measureClockSkewMs } from './platform/db/clock-skew.ts'
import type { Database } from './platform/db/database.ts'
import type { Identity } from './platform/http/caller.ts'
import type { BoundOperation } from './platform/http/handlers.ts'
import type { PageCache } from './platform/http/pages/page-cache.ts'
import type { VisitorPage } from './platform/http/pages/visitor-page.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { ExternalSources } from './platform/http/security-headers.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import type { RecurringJobStatus } from './platform/jobs/recurring-jobs.ts'
import type { Log } from './platform/log.ts'
import type { EventBus } from './platform/realtime/event-bus.ts'
import type { Hub } from './platform/realtime/hub.ts'
import type { Texts } from './platform/texts.ts'
import type { DemoIdentity } from './providers/identity/demo-identity.ts'
import type { Outbox } from './providers/mail/outbox.ts'
import { paymentPageSources } from './providers/payments/choose.ts'
import { chooseSpeech } from './providers/speech/choose.ts'

export type { ServiceOverrides } from './composition/shared.ts'

/** Everything that a running server holds, wired once: each domain's services in their file of `wiring/`. */
export interface Context {
  settings: Settings
  log: Log
  clock: Clock
  texts: Texts
  database: Database
  limiter: RateLimiter
  bus: EventBus
  hub: Hub
  model: TextModel
  outbox: Outbox | null
  /** The demo identity provider of local mode. */
  demoIdentity: DemoIdentity | null
  /** Where pages may load from to sign in with an identity provider. */
  identitySources: ExternalSources | null
  jobs: JobQueue
  /** How the recurring jobs of this process went; none before they are scheduled. */
  recurringJobs(): readonly RecurringJobStatus[]
  memory: MemoryServices
  chats: ChatServices
  notifications: NotificationServices
  invitations: InvitationServices
  billing: BillingServices
  /** Where the page that pays may load from besides us; no other page may. */
  paymentSources: ExternalSources | null
  media: MediaServices
  cardFiles: CardFileServices
  imageTasks: ImageTaskServices
  visitorPages: PageCache<VisitorPage>
  operations: readonly BoundOperation[]
  version: string
  /** Where the site is reached; known for certain once the port is open. */
  siteUrl: string
  isDraining: boolean
  identify(credentials: { token: string; secret: string }): Promise<Identity | null>
  report(): Record<string, string | number | boolean>
  /** How far this process's clock is from the database's; null where a test holds the clock. */
  clockSkewMs(): Promise<number | null>
  close(): Promise<void>
}

/** Opens the database, chooses the models and binds every operation. @throws Error when something is missing. */
export async function createContext(settings: Settings, log: Log, overrides: ServiceOverrides = {}): Promise<Context> {
  const infrastructure = await openInfrastructure(settings, log, overrides)
  publishWalletChanges(infrastructure.shared)
  const { shared, bus, jobs, model, site, visitorPages } = infrastructure
  const { clock, texts, database, limiter, live: hub } = shared
  const speech = overrides.speech === undefined ? chooseSpeech(settings) : overrides.speech
  const memory = await composeMemory(infrastructure)
  const chats = composeChats(infrastructure, memory, (reply) => void pushReply(notifications, reply))
  const notifications = composeNotifications(infrastructure, chats)
  const media = composeMedia(infrastructure)
  const cardFiles = composeCardFiles(infrastructure, media)
  const imageTasks = composeImageTasks(infrastructure, media)
  const { accounts, identity, outbox } = await composeAccounts(infrastructure, { chats, media, cardFiles })
  const billing = await composeBilling(infrastructure)
  const invitations = composeInvitations(infrastructure)
  const cardEditor = composeCardEditor(infrastructure, chats)
  const version = readVersion()
  const operations = bindModules(infrastructure, {
    accounts,
    billing,
    cardFiles,
    chats,
    invitations,
    cardEditor,
    media,
    memory,
    notifications,
    imageTasks,
    speech,
    identity,
    outbox,
    version,
  })
  return {
    settings,
    log,
    clock,
    texts,
    database,
    limiter,
    bus,
    hub,
    model,
    outbox,
    jobs,
    visitorPages,
    memory,
    chats,
    notifications,
    invitations,
    billing,
    media,
    cardFiles,
    imageTasks,
    operations,
    version,
    demoIdentity: identity.demo,
    identitySources: identity.sources,
    paymentSources: paymentPageSources(billing.payments?.kind ?? null),
    get siteUrl() {
      return site.url
    },
    set siteUrl(url: string) {
      site.url = url
    },
    isDraining: false,
    recurringJobs: () => [],
    identify: (credentials) => identify(database, credentials, clock.now(), settings.adminEmails),
    report: () => ({ model: model.kind, replies: chats.replies.all().length, store: database.kind }),
    clockSkewMs: async () => (overrides.clock ? null : measureClockSkewMs(database, clock)),
    close: async () => {
      await speech?.close()
      await cardFiles.worker.close()
      await bus.close()
      limiter.close()
      await database.close()
    },
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}
