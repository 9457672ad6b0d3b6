import { readFileSync } from 'node:fs'
import { identify } from './domains/accounts/identify.ts'
import type { BillingServices } from './domains/billing/services.ts'
import type { CardFileServices } from './domains/card-files/services.ts'
import type { ChatServices } from './domains/chats/services.ts'
import type { TextModel } from './domains/chats/text-model.ts'
import type { InvitationServices } from './domains/invitations/services.ts'
import type { MediaServices } from './domains/media/services.ts'
import type { MemoryServices } from './domains/memory/services.ts'
import type { NotificationServices } from './domains/notifications/services.ts'
import { tellPerson } from './domains/notifications/tell-person.ts'
import type { PictureServices } from './domains/pictures/services.ts'
import type { Clock } from './platform/clock.ts'
import type { Settings } from './platform/config.ts'
import type { Database } from './platform/db/database.ts'
import { measureSkewMs } from './platform/db/database-time.ts'
import type { Identity } from './platform/http/caller.ts'
import type { BoundOperation } from './platform/http/handlers.ts'
import type { PageCache } from './platform/http/page-cache.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import type { GuestSources } from './platform/http/security-headers.ts'
import type { VisitorPage } from './platform/http/visitor-page.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { RecurringJobStatus } from './platform/jobs/recurring-jobs.ts'
import type { EventBus } from './platform/live/event-bus.ts'
import type { Hub } from './platform/live/hub.ts'
import type { Log } from './platform/log.ts'
import type { Texts } from './platform/texts.ts'
import type { DemoIdentity } from './providers/identity/demo-identity.ts'
import type { Outbox } from './providers/mail/outbox.ts'
import { pageSourcesOf } from './providers/payments/page-sources.ts'
import { chooseSpeech } from './providers/speech/choose.ts'
import { wireAccounts } from './wiring/accounts.ts'
import { openBasis, type Replacements } from './wiring/basis.ts'
import { wireBilling } from './wiring/billing.ts'
import { wireCardFiles } from './wiring/card-files.ts'
import { wireChats } from './wiring/chats.ts'
import { wireInvitations } from './wiring/invitations.ts'
import { wireMaking } from './wiring/making.ts'
import { wireMedia } from './wiring/media.ts'
import { wireMemory } from './wiring/memory.ts'
import { wireNotifications } from './wiring/notifications.ts'
import { bindAll } from './wiring/operations.ts'
import { wirePictures } from './wiring/pictures.ts'

export type { Replacements } from './wiring/basis.ts'

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
  identitySources: GuestSources | null
  jobs: Jobs
  /** How the recurring jobs of this process went; none before they are scheduled. */
  recurringJobs(): readonly RecurringJobStatus[]
  memory: MemoryServices
  chats: ChatServices
  notifications: NotificationServices
  invitations: InvitationServices
  billing: BillingServices
  /** Where the page that pays may load from besides us; no other page may. */
  paymentSources: GuestSources | null
  media: MediaServices
  cardFiles: CardFileServices
  pictures: PictureServices
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
export async function createContext(settings: Settings, log: Log, replacements: Replacements = {}): Promise<Context> {
  const basis = await openBasis(settings, log, replacements)
  const { shared, bus, jobs, model, site, visitorPages } = basis
  const { clock, texts, database, limiter, live: hub } = shared
  const speech = replacements.speech === undefined ? chooseSpeech(settings) : replacements.speech
  const memory = await wireMemory(basis)
  const chats = wireChats(basis, memory, (reply) => void tellPerson(notifications, reply))
  const notifications = wireNotifications(basis, chats)
  const media = wireMedia(basis)
  const cardFiles = wireCardFiles(basis, media)
  const pictures = wirePictures(basis, media)
  const { accounts, identity, outbox } = await wireAccounts(basis, { chats, media, cardFiles })
  const billing = await wireBilling(basis)
  const invitations = wireInvitations(basis)
  const making = wireMaking(basis, chats)
  const version = readVersion()
  const operations = bindAll(basis, {
    accounts,
    billing,
    cardFiles,
    chats,
    invitations,
    making,
    media,
    memory,
    notifications,
    pictures,
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
    pictures,
    operations,
    version,
    demoIdentity: identity.demo,
    identitySources: identity.sources,
    paymentSources: pageSourcesOf(billing.payments?.kind ?? null),
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
    clockSkewMs: async () => (replacements.clock ? null : measureSkewMs(database, clock)),
    close: async () => {
      await speech?.close()
      await cardFiles.reader.close()
      await bus.close()
      await database.close()
    },
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}
