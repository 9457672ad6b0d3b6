import { readFileSync } from 'node:fs'
import { admin } from '@everkin/contract/http/admin.ts'
import { operations as contractOperations } from '@everkin/contract/http/all.ts'
import { deskStatus } from '@everkin/contract/http/desk-status.ts'
import { site as siteOperations } from '@everkin/contract/http/site.ts'
import { adminHandlers } from './admin.ts'
import { composeModules } from './compose-modules.ts'
import { deskStatusHandlers } from './desk-status.ts'
import { openInfrastructure, type ServiceOverrides } from './infrastructure.ts'
import { identify } from './modules/accounts/module.ts'
import type { WorkerLink } from './platform/cluster/worker-link.ts'
import type { Settings } from './platform/config.ts'
import { measureClockSkewMs } from './platform/db/clock-skew.ts'
import type { Identity } from './platform/http/caller.ts'
import { createForwardedReader, type ForwardedReader } from './platform/http/forwarded.ts'
import { type BoundOperation, bindHandlers } from './platform/http/handlers.ts'
import type { PageCache } from './platform/http/pages/page-cache.ts'
import type { VisitorPage } from './platform/http/pages/visitor-page.ts'
import type { ExternalSources } from './platform/http/security-headers.ts'
import type { RecurringJobStatus } from './platform/jobs/recurring-jobs.ts'
import type { Log } from './platform/log.ts'
import { type EventLoopMonitor, startEventLoopMonitor } from './platform/monitoring/event-loop-monitor.ts'
import { guardNameLookups } from './platform/outgoing-addresses.ts'
import type { ServerCore } from './platform/server-module.ts'
import type { DemoIdentity } from './providers/identity/demo-identity.ts'
import { OUTBOX_PATH } from './providers/mail/choose.ts'
import { paymentPageSources } from './providers/payments/choose.ts'
import { siteHandlers } from './site.ts'

type Composed = Awaited<ReturnType<typeof composeModules>>

/** Everything that a running server holds. */
export interface Context extends ServerCore, Omit<Composed, 'speech' | 'transcriber' | 'identity'> {
  /** The demo identity provider of local mode. */
  demoIdentity: DemoIdentity | null
  /** External sources that pages with identity providers may load from. */
  identitySources: ExternalSources | null
  /** External sources that the payment page, and no other, may load from. */
  paymentSources: ExternalSources | null
  /** The status of this process's recurring jobs; empty before they are scheduled. */
  recurringJobs(): readonly RecurringJobStatus[]
  visitorPages: PageCache<VisitorPage>
  eventLoop: EventLoopMonitor
  /** The supervisor of this worker; null for a process of its own. */
  workerLink: WorkerLink | null
  operations: readonly BoundOperation[]
  version: string
  /** Sets the site's URL once the port is known. */
  setSiteUrl(url: string): void
  isDraining: boolean
  identify(credentials: { token: string; secret: string }): Promise<Identity | null>
  forwarded: ForwardedReader
  report(): Record<string, string | number | boolean>
  /** The difference between this process's clock and the database's; null when a test controls the clock. */
  clockSkewMs(): Promise<number | null>
  close(): Promise<void>
}

/** Opens the database, chooses the providers and creates the modules. @throws Error when something is missing. */
export async function createContext(settings: Settings, log: Log, overrides: ServiceOverrides = {}): Promise<Context> {
  guardNameLookups()
  const { core, visitorPages, site } = await openInfrastructure(settings, log, overrides)
  const { database, clock, modules } = core
  const composed = await composeModules(core, overrides)
  const { model, moderator, speech, transcriber, identity, outbox, billing, chats, imageTasks } = composed
  const version = readVersion()
  const eventLoop = startEventLoopMonitor(log)
  const clockSkewMs = async () => (overrides.clock ? null : measureClockSkewMs(database, clock))
  const operations = [
    ...modules.operations(),
    ...bindHandlers(
      siteOperations,
      siteHandlers({
        settings,
        model,
        models: chats.models,
        areModelsHere: composed.areModelsHere,
        speech,
        transcriber,
        image: imageTasks.model,
        imageUrl: () => composed.connections.addressOf('images'),
        identity,
        version,
        siteUrl: core.siteUrl,
        outboxPath: outbox && OUTBOX_PATH,
        paymentProvider: billing.payments?.kind ?? null,
      }),
    ),
    ...bindHandlers(
      admin,
      adminHandlers({
        settings,
        database,
        model,
        image: imageTasks.model,
        moderator,
        version,
        startedAt: clock.now(),
        socketCount: () => core.live.connectionCount(),
        replyCount: () => chats.replies.all().length,
      }),
    ),
    ...bindHandlers(
      deskStatus,
      deskStatusHandlers({
        ...core,
        ...composed,
        eventLoop,
        image: imageTasks.model,
        clockSkewMs,
        recurringJobs: () => context.recurringJobs(),
      }),
    ),
  ]
  assertAllBound(operations)
  const context: Context = {
    ...core,
    ...composed,
    visitorPages,
    eventLoop,
    workerLink: overrides.workerLink ?? null,
    operations,
    version,
    demoIdentity: identity.demo,
    identitySources: identity.sources,
    paymentSources: paymentPageSources(billing.payments?.kind ?? null),
    setSiteUrl: (url) => {
      site.url = url
    },
    isDraining: false,
    recurringJobs: () => [],
    identify: (credentials) => identify(database, credentials, clock.now(), settings),
    forwarded: createForwardedReader(settings, log),
    report: () => ({ model: model.kind, replies: chats.replies.all().length, store: database.kind }),
    clockSkewMs,
    close: async () => {
      eventLoop.stop()
      await modules.close()
      await core.bus.close()
      core.limiter.close()
      await core.reads.close()
      await database.close()
    },
  }
  return context
}

/** @throws Error naming the operations of the contract that no module has bound. */
function assertAllBound(bound: readonly BoundOperation[]): void {
  const known = new Set(bound.map(({ operation }) => operation))
  const missing = Object.entries(contractOperations).flatMap(([group, byName]) =>
    Object.entries(byName).flatMap(([name, operation]) => (known.has(operation) ? [] : [`${group}.${name}`])),
  )
  if (missing.length > 0) throw new Error(`operations without a module: ${missing.join(', ')}`)
}

function readVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version // our own file
}
