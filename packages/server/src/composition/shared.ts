import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyedHash } from '../modules/accounts/module.ts'
import { newProcessId, type TextModel } from '../modules/chats/module.ts'
import type { ImageModel } from '../modules/image-tasks/module.ts'
import type { Digest } from '../modules/media/module.ts'
import type { RetrievalOptions } from '../modules/memory/module.ts'
import type { PushSender } from '../modules/notifications/module.ts'
import type { SpeechEngine } from '../modules/speech/module.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Settings } from '../platform/config.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { createFileAtomically } from '../platform/db/data-folder.ts'
import type { Database } from '../platform/db/database.ts'
import { createPageCache, type PageCache } from '../platform/http/pages/page-cache.ts'
import type { VisitorPage } from '../platform/http/pages/visitor-page.ts'
import { createRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import { createRedisRateLimiter } from '../platform/http/redis-rate-limit.ts'
import { createJobQueue, type JobQueue } from '../platform/jobs/job-queue.ts'
import type { Log } from '../platform/log.ts'
import { ensurePrivateFolder } from '../platform/private-files.ts'
import { createLocalEventBus, type EventBus } from '../platform/realtime/event-bus.ts'
import { createHub, type Hub } from '../platform/realtime/hub.ts'
import { createRedisEventBus } from '../platform/realtime/redis-event-bus.ts'
import { loadTexts, type Texts } from '../platform/texts.ts'
import { chooseTextModel } from '../providers/text-model/choose.ts'
import { isPageOfCard } from '../visitor-page-key.ts'

/** What a test may put in place of the real thing. */
export interface ServiceOverrides {
  clock?: Clock
  database?: Database
  model?: TextModel
  texts?: Texts
  push?: PushSender
  /** By which ways older things come to mind, for measurements. */
  retrievalOptions?: RetrievalOptions
  /** How large a chat's vectors may be before a database that can compare them does. */
  maxVectorBytes?: number
  /** Null: a server without a voice. */
  speech?: SpeechEngine | null
  images?: ImageModel
}

/** What the services of every domain have. */
export interface SharedServices {
  database: Database
  clock: Clock
  settings: Settings
  texts: Texts
  log: Log
  limiter: RateLimiter
  live: Hub
  /** Pages of this card that visitors were shown are drawn anew. */
  onCardChange(cardId: string): void
}

/** What the domains are wired from: what all of them have, and what some of them take of the process. */
export interface Infrastructure {
  shared: SharedServices
  bus: EventBus
  jobs: JobQueue
  model: TextModel
  /** Names this process on what it has in hand. */
  processId: string
  /** Keys hashes and links. */
  appSecret: string
  digest: Digest
  /** Where the site is reached; known for certain once the port is open. */
  site: { url: string }
  visitorPages: PageCache<VisitorPage>
  overrides: ServiceOverrides
}

/** Opens the database, finds the texts and the language model. @throws Error when something is missing. */
export async function openInfrastructure(
  settings: Settings,
  log: Log,
  overrides: ServiceOverrides,
): Promise<Infrastructure> {
  const clock = overrides.clock ?? systemClock
  const texts = overrides.texts ?? loadTexts(log)
  // Also with PostgreSQL: secrets and people's files are kept there.
  if (!ensurePrivateFolder(settings.dataDir))
    log.warn({ dataDir: settings.dataDir }, 'other users of this machine may read the data folder: it is not ours')
  const database = overrides.database ?? (await connectDatabase(settings, clock, log))
  const bus = settings.redisUrl ? createRedisEventBus(settings.redisUrl, log) : createLocalEventBus()
  const visitorPages = createPageCache<VisitorPage>(clock)
  const processId = newProcessId()
  const appSecret = loadAppSecret(settings)
  return {
    shared: {
      database,
      clock,
      settings,
      texts,
      log,
      limiter:
        settings.redisUrl && settings.rateLimits
          ? createRedisRateLimiter(settings.redisUrl, {
              clock,
              log,
              hash: (key) => keyedHash(appSecret, 'limit', key).toString('base64url'),
            })
          : createRateLimiter(clock, settings.rateLimits),
      live: createHub(bus),
      onCardChange: (cardId) => visitorPages.invalidate(isPageOfCard(cardId)),
    },
    bus,
    processId,
    appSecret,
    visitorPages,
    overrides,
    jobs: createJobQueue({ database, clock, log, owner: processId, isOnlyProcess: database.kind === 'embedded' }),
    model: overrides.model ?? (await chooseTextModel(settings, { say: (line) => log.info(line) })),
    digest: (text) => keyedHash(appSecret, 'media', text),
    site: { url: settings.publicUrl ?? `http://localhost:${settings.port}` },
  }
}

/** The secret that keys hashes and links; made once and kept in the data folder where none is set. */
function loadAppSecret(settings: Settings): string {
  if (settings.appSecret) return settings.appSecret
  const path = join(settings.dataDir, 'app-secret')
  if (!existsSync(path)) {
    try {
      createFileAtomically(path, randomBytes(32).toString('base64url'))
    } catch (error) {
      // With DATABASE_URL several processes may make it at once: whoever was first is right.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // a system error
    }
  }
  return readFileSync(path, 'utf8').trim()
}
