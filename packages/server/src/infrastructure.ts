import { Counter, Registry } from 'prom-client'
import { type HashCosts, keyedHash } from './modules/accounts/module.ts'
import type { ImageModel } from './modules/image-tasks/module.ts'
import type { ReencodeImage } from './modules/media/module.ts'
import type { RetrievalOptions } from './modules/memory/module.ts'
import type { ModelRegistry, TextModel } from './modules/models/module.ts'
import type { PushSender } from './modules/notifications/module.ts'
import type { ModerationModel } from './modules/safety/module.ts'
import type { SpeechEngine, Transcriber } from './modules/speech/module.ts'
import { type AppSecret, loadAppSecret } from './platform/app-secret.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { WorkerLink } from './platform/cluster/worker-link.ts'
import type { Settings } from './platform/config.ts'
import { connectDatabase, connectReads } from './platform/db/connect.ts'
import type { Database } from './platform/db/database.ts'
import { createFreeSpace } from './platform/free-space.ts'
import { createPageCache, type PageCache } from './platform/http/pages/page-cache.ts'
import type { VisitorPage } from './platform/http/pages/visitor-page.ts'
import { createRateLimiter, type RateLimiter } from './platform/http/rate-limit.ts'
import { createRedisRateLimiter } from './platform/http/redis-rate-limit.ts'
import { newProcessId } from './platform/ids.ts'
import { createJobQueue } from './platform/jobs/job-queue.ts'
import type { Log } from './platform/log.ts'
import { ensurePrivateFolder } from './platform/private-files.ts'
import { createLocalEventBus, type EventBus } from './platform/realtime/event-bus.ts'
import { createHub } from './platform/realtime/hub.ts'
import { createPresence } from './platform/realtime/presence.ts'
import { createRedisEventBus } from './platform/realtime/redis-event-bus.ts'
import { createModuleRegistry, type ServerCore } from './platform/server-module.ts'
import { loadTexts, type Texts } from './platform/texts.ts'
import { isPageOfCard, isPricePage } from './visitor-page-key.ts'

/** What a test may put in place of the real part. */
export interface ServiceOverrides {
  clock?: Clock
  database?: Database
  model?: TextModel
  /** Several models, in place of `model`. */
  models?: ModelRegistry
  texts?: Texts
  push?: PushSender
  /** Which ways of finding memories are used, for measurements. */
  retrievalOptions?: RetrievalOptions
  /** The largest size of a chat's vectors that is searched here instead of in the database. */
  maxVectorBytes?: number
  /** Null: a server without speech. */
  speech?: SpeechEngine | null
  transcriber?: Transcriber | null
  images?: ImageModel
  moderation?: ModerationModel | null
  reencodeImage?: ReencodeImage
  /** What a guess at a code or a password costs. */
  hashCosts?: HashCosts
  /** The free bytes on the disk of the data folder. */
  freeBytes?: () => Promise<number>
  /** The supervisor of this worker process; none for a process of its own. */
  workerLink?: WorkerLink | null
}

export interface Infrastructure {
  core: ServerCore
  visitorPages: PageCache<VisitorPage>
  /** The site's URL; set again once the port is known. */
  site: { url: string }
}

/** Opens the database and the event bus. @throws Error when something is missing or cannot be reached. */
export async function openInfrastructure(
  settings: Settings,
  log: Log,
  overrides: ServiceOverrides,
): Promise<Infrastructure> {
  const clock = overrides.clock ?? systemClock
  // Also with PostgreSQL: secrets and people's files are stored there.
  if (!ensurePrivateFolder(settings.dataDir))
    log.warn({ dataDir: settings.dataDir }, 'the data folder belongs to another user, who may read it')
  const database = overrides.database ?? (await connectDatabase(settings, clock, log))
  const workerLink = overrides.workerLink ?? null
  const bus = createBus(settings, workerLink, log)
  const visitorPages = createPageCache<VisitorPage>(clock)
  bus.subscribe((event) => {
    if (event.kind === 'products_changed') visitorPages.invalidate(isPricePage)
  })
  const processId = newProcessId()
  const appSecret = loadAppSecret(settings)
  const site = { url: settings.publicUrl ?? `http://localhost:${settings.port}` }
  const live = createHub(bus)
  const metrics = new Registry()
  const reads = connectReads(settings, database, { clock, log, onRead: countReads(metrics) })
  const core: ServerCore = {
    database,
    reads,
    clock,
    settings,
    texts: overrides.texts ?? loadTexts(log),
    log,
    limiter: createLimiter(settings, { workerLink, appSecret, clock, log }),
    metrics,
    freeSpace: createFreeSpace(
      { folder: settings.dataDir, minFreeMb: settings.minFreeMb, clock, log },
      overrides.freeBytes,
    ),
    live,
    presence: createPresence(live, bus),
    bus,
    jobs: createJobQueue({ database, clock, log, owner: processId, isOnlyProcess: database.kind === 'embedded' }),
    modules: createModuleRegistry(),
    processId,
    appSecret,
    siteUrl: () => site.url,
    onCardChange: (cardId, byPersonId) => bus.publish({ kind: 'card_changed', cardId, byPersonId }),
  }
  bus.subscribe((event) => {
    if (event.kind === 'card_changed') {
      visitorPages.invalidate(isPageOfCard(event.cardId))
      if (event.byPersonId) reads.recordChange(event.byPersonId)
    }
    if (event.kind === 'blocks_changed') reads.recordChange(event.personId)
  })
  return { core, visitorPages, site }
}

function countReads(metrics: Registry): (from: 'primary' | 'replica') => void {
  const counter = new Counter({
    name: 'everkin_list_reads_total',
    help: 'Statements of lists and searches, by where they were read, where DATABASE_READ_URL is set.',
    labelNames: ['from'],
    registers: [metrics],
  })
  return (from) => counter.inc({ from })
}

/** Redis reaches all processes, the supervisor those of this machine. */
function createBus({ redisUrl }: Settings, workerLink: WorkerLink | null, log: Log): EventBus {
  if (redisUrl) return createRedisEventBus(redisUrl, log)
  return workerLink ? workerLink.bus : createLocalEventBus()
}

interface LimiterServices {
  workerLink: WorkerLink | null
  appSecret: AppSecret
  clock: Clock
  log: Log
}

/** The limits hold for all processes that the bus reaches. In Redis, keys are hashed: they may contain addresses. */
function createLimiter(settings: Settings, { workerLink, appSecret, clock, log }: LimiterServices): RateLimiter {
  if (!settings.rateLimits) return createRateLimiter(clock, false)
  if (!settings.redisUrl) return workerLink ? workerLink.limiter(clock, log) : createRateLimiter(clock, true)
  const hash = (key: string) => keyedHash(appSecret, 'limit', key).toString('base64url')
  return createRedisRateLimiter(settings.redisUrl, { clock, log, hash })
}
