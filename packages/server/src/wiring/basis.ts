import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyedHash } from '../domains/accounts/keyed-hash.ts'
import type { TextModel } from '../domains/chats/text-model.ts'
import { newProcessId } from '../domains/chats/write-reply.ts'
import type { Digest } from '../domains/media/media-link.ts'
import type { RecallWays } from '../domains/memory/recall-ways.ts'
import type { PushSender } from '../domains/notifications/push-sender.ts'
import type { ImageModel } from '../domains/pictures/image-model.ts'
import type { SpeechEngine } from '../domains/voices/speech-engine.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Settings } from '../platform/config.ts'
import { connectDatabase } from '../platform/db/connect.ts'
import { placeWhole } from '../platform/db/data-folder.ts'
import type { Database } from '../platform/db/database.ts'
import { createPageCache, type PageCache } from '../platform/http/page-cache.ts'
import { createRateLimiter, type RateLimiter } from '../platform/http/rate-limit.ts'
import type { VisitorPage } from '../platform/http/visitor-page.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'
import { createLocalBus, type EventBus } from '../platform/live/event-bus.ts'
import { createHub, type Hub } from '../platform/live/hub.ts'
import { createRedisBus } from '../platform/live/redis-bus.ts'
import type { Log } from '../platform/log.ts'
import { makePrivateFolder } from '../platform/private-files.ts'
import { loadTexts, type Texts } from '../platform/texts.ts'
import { chooseTextModel } from '../providers/text-model/choose.ts'
import { isPageOfCard } from '../visitor-view.ts'

/** What a test may put in place of the real thing. */
export interface Replacements {
  clock?: Clock
  database?: Database
  model?: TextModel
  texts?: Texts
  push?: PushSender
  /** By which ways older things come to mind, for measurements. */
  recallWays?: RecallWays
  /** How large a chat's vectors may be before a database that can compare them does. */
  mostVectorBytes?: number
  /** Null: a server without a voice. */
  speech?: SpeechEngine | null
  images?: ImageModel
}

/** What the services of every domain have. */
export interface Shared {
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
export interface Basis {
  shared: Shared
  bus: EventBus
  jobs: Jobs
  model: TextModel
  /** Names this process on what it has in hand. */
  processId: string
  /** Keys hashes and links. */
  appSecret: string
  digest: Digest
  /** Where the site is reached; known for certain once the port is open. */
  site: { url: string }
  visitorPages: PageCache<VisitorPage>
  replacements: Replacements
}

/** Opens the database, finds the texts and the language model. @throws Error when something is missing. */
export async function openBasis(settings: Settings, log: Log, replacements: Replacements): Promise<Basis> {
  const clock = replacements.clock ?? systemClock
  const texts = replacements.texts ?? loadTexts(log)
  // Also with PostgreSQL: secrets and people's files are kept there.
  if (!makePrivateFolder(settings.dataDir))
    log.warn({ dataDir: settings.dataDir }, 'other users of this machine may read the data folder: it is not ours')
  const database = replacements.database ?? (await connectDatabase(settings, clock, log))
  const bus = settings.redisUrl ? createRedisBus(settings.redisUrl, log) : createLocalBus()
  const visitorPages = createPageCache<VisitorPage>(clock)
  const processId = newProcessId()
  const appSecret = readAppSecret(settings)
  return {
    shared: {
      database,
      clock,
      settings,
      texts,
      log,
      limiter: createRateLimiter(clock, settings.rateLimits),
      live: createHub(bus),
      onCardChange: (cardId) => visitorPages.drop(isPageOfCard(cardId)),
    },
    bus,
    processId,
    appSecret,
    visitorPages,
    replacements,
    jobs: createJobs({ database, clock, log, owner: processId, isAlone: database.kind === 'embedded' }),
    model: replacements.model ?? (await chooseTextModel(settings, { say: (line) => log.info(line) })),
    digest: (text) => keyedHash(appSecret, 'media', text),
    site: { url: settings.publicUrl ?? `http://localhost:${settings.port}` },
  }
}

/** The secret that keys hashes and links; made once and kept in the data folder where none is set. */
function readAppSecret(settings: Settings): string {
  if (settings.appSecret) return settings.appSecret
  const path = join(settings.dataDir, 'app-secret')
  if (!existsSync(path)) {
    try {
      placeWhole(path, randomBytes(32).toString('base64url'))
    } catch (error) {
      // With DATABASE_URL several processes may make it at once: whoever was first is right.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // a system error
    }
  }
  return readFileSync(path, 'utf8').trim()
}
