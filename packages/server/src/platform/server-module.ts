import type { ClientFrame } from '@everkin/contract/types.ts'
import type { Registry } from 'prom-client'
import { AppError } from './app-error.ts'
import type { AppSecret } from './app-secret.ts'
import type { Clock } from './clock.ts'
import type { Settings } from './config.ts'
import type { Database, Queryable } from './db/database.ts'
import type { ReadRouter } from './db/read-replica.ts'
import type { FreeSpace } from './free-space.ts'
import type { BoundOperation } from './http/handlers.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { RecurringJob } from './jobs/recurring-jobs.ts'
import type { Log } from './log.ts'
import type { Gauge } from './monitoring/health.ts'
import { ERASE_PHASES, type EraseStep, type ExportPart, type PersonalData, PLATFORM_TABLES } from './personal-data.ts'
import type { EventBus } from './realtime/event-bus.ts'
import type { RealtimeCaller } from './realtime/frame-receiver.ts'
import type { Hub } from './realtime/hub.ts'
import type { Presence } from './realtime/presence.ts'
import type { SyncSource } from './realtime/sync-source.ts'
import type { Texts } from './texts.ts'

/** What every module is created with. */
export interface ServerCore {
  database: Database
  /** Where lists of public content are read: a replica, or the database. */
  reads: ReadRouter
  clock: Clock
  settings: Settings
  texts: Texts
  log: Log
  limiter: RateLimiter
  /** Counters and histograms of this process, for `/metrics`. */
  metrics: Registry
  freeSpace: FreeSpace
  live: Hub
  /** Who has a page open, at any process. */
  presence: Presence
  bus: EventBus
  jobs: JobQueue
  /** What all modules contribute; complete when the server starts, so read it late. */
  modules: ModuleRegistry
  /** Identifies this process as the owner of the work it does. */
  processId: string
  /** Keys hashes and links. */
  appSecret: AppSecret
  /** The site's URL, without a trailing slash; final once the port is open. */
  siteUrl(): string
  /** Called after the public content of a card's page has changed; `byPersonId` sees it in their lists at once. */
  onCardChange(cardId: string, byPersonId?: string): void
}

/** Handlers of client frames, by frame type. They throw `AppError`. */
export type FrameHandlers = {
  [Type in ClientFrame['type']]?: (
    frame: Extract<ClientFrame, { type: Type }>,
    caller: RealtimeCaller,
  ) => Promise<void> | void
}

/** Tells which media files a module uses; files that no module uses are purged. */
export interface MediaUsageSource {
  /** Which of these ids it uses. */
  usedAmong(db: Queryable, ids: readonly string[]): Promise<string[]>
}

/** What a module does as the server starts and stops. */
interface Lifecycle {
  /** Before the port opens. An error stops the start. */
  start?(): Promise<void> | void
  /** After the port has opened, to spare the first request some work. Must be fast. */
  warmUp?(): void
  /** Lets work under way finish within its own time limit. No new requests arrive. */
  drain?(): Promise<void>
  /** Releases threads and connections. Nothing runs any more. */
  close?(): Promise<void> | void
}

/**
 * What a module contributes to the server. Every member is required, so that a new module must answer for each duty;
 * `null`, `[]` and `{}` say that it has none.
 */
export interface ServerModule {
  name: string
  operations: readonly BoundOperation[]
  frames: FrameHandlers
  /** Called for each new connection, before any of its frames. */
  onConnect: ((caller: RealtimeCaller) => Promise<void>) | null
  syncSource: SyncSource | null
  recurringJobs: readonly RecurringJob[]
  personalData: PersonalData
  mediaUsage: MediaUsageSource | null
  /** Gauges for `/metrics`, queried at each scrape. */
  metrics: (() => Promise<Gauge[]>) | null
  lifecycle: Lifecycle
}

/** All modules of the server, and what they contribute together. */
export interface ModuleRegistry {
  /** Registers a module and returns it. @throws Error for a second module of that name. */
  add<Module extends ServerModule>(module: Module): Module
  operations(): BoundOperation[]
  /** Passes a frame to the module that handles it. */
  handleFrame(frame: ClientFrame, caller: RealtimeCaller): Promise<void>
  onConnect(caller: RealtimeCaller): Promise<void>
  syncSources(): SyncSource[]
  recurringJobs(): RecurringJob[]
  exportParts(): ExportPart[]
  /** In the order of locks. */
  eraseSteps(): EraseStep[]
  /** The policy of every table, with those of the platform. @throws Error for a table that two modules name. */
  tables(): Map<string, PersonalData['tables'][string]>
  /** The bytes that each module stores of a person, by the module's name; only modules that count them. */
  storedBytes(db: Queryable, personId: string): Promise<Map<string, number>>
  /** Which of these media ids some module uses. */
  mediaInUse(db: Queryable, ids: readonly string[]): Promise<Set<string>>
  gauges(): Promise<Gauge[]>
  start(): Promise<void>
  warmUp(): void
  drain(): Promise<void>
  close(): Promise<void>
}

export function createModuleRegistry(): ModuleRegistry {
  const modules = new Map<string, ServerModule>()
  const all = () => [...modules.values()]
  const handlerOf = (type: ClientFrame['type']) => {
    for (const { frames } of all()) if (frames[type]) return frames[type]
    return null
  }
  return {
    add(module) {
      if (modules.has(module.name)) throw new Error(`two modules are named ${module.name}`)
      modules.set(module.name, module)
      return module
    },
    operations: () => all().flatMap((module) => module.operations),
    async handleFrame(frame, caller) {
      const handle = handlerOf(frame.type)
      if (!handle) throw new AppError('InvalidInput')
      await handle(frame as never, caller) // the handler was found by the type of the frame
    },
    async onConnect(caller) {
      for (const { onConnect } of all()) await onConnect?.(caller)
    },
    syncSources: () => all().flatMap(({ syncSource }) => syncSource ?? []),
    recurringJobs: () => all().flatMap((module) => module.recurringJobs),
    exportParts: () => all().flatMap((module) => module.personalData.exportParts),
    eraseSteps() {
      const steps = all().flatMap((module) => module.personalData.eraseSteps)
      return ERASE_PHASES.flatMap((phase) => steps.filter((step) => step.phase === phase))
    },
    tables() {
      const tables = new Map(Object.entries(PLATFORM_TABLES))
      for (const { name, personalData } of all())
        for (const [table, policy] of Object.entries(personalData.tables)) {
          if (tables.has(table)) throw new Error(`${name} names the table ${table}, which belongs to another module`)
          tables.set(table, policy)
        }
      return tables
    },
    async storedBytes(db, personId) {
      const bytes = new Map<string, number>()
      for (const { name, personalData } of all())
        if (personalData.storedBytes) bytes.set(name, await personalData.storedBytes(db, personId))
      return bytes
    },
    async mediaInUse(db, ids) {
      const used = new Set<string>()
      if (ids.length === 0) return used
      for (const { mediaUsage } of all()) for (const id of (await mediaUsage?.usedAmong(db, ids)) ?? []) used.add(id)
      return used
    },
    gauges: async () => (await Promise.all(all().map((module) => module.metrics?.() ?? []))).flat(),
    async start() {
      for (const { lifecycle } of all()) await lifecycle.start?.()
    },
    warmUp() {
      for (const { lifecycle } of all()) lifecycle.warmUp?.()
    },
    async drain() {
      for (const { lifecycle } of all()) await lifecycle.drain?.()
    },
    async close() {
      for (const { lifecycle } of all()) await lifecycle.close?.()
    },
  }
}
