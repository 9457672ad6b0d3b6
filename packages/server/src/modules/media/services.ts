import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { FairQueue } from '../../platform/fair-queue.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { AgeState, Moderator } from '../safety/module.ts'
import type { MediaStorage, ReencodeImage, RemuxVideo } from './media-ports.ts'
import type { Digest } from './signed-url.ts'

/** The dependencies of this module. */
export interface MediaServices {
  database: Database
  clock: Clock
  log: Log
  settings: Pick<Settings, 'mode'>
  limiter: RateLimiter
  moderator: Moderator
  files: MediaStorage
  reencodeImage: ReencodeImage
  remuxVideo: RemuxVideo
  /** Turns of people who upload images, and of those who upload videos. */
  imageQueue: FairQueue
  videoQueue: FairQueue
  digest: Digest
  /** See `ModuleRegistry.storedBytes`. */
  storedBytes(db: Queryable, personId: string): Promise<ReadonlyMap<string, number>>
  /** Which of these ids any module uses; see `ServerModule.mediaUsage`. */
  mediaInUse(db: Queryable, ids: readonly string[]): Promise<Set<string>>
  /** Renders the missing files of library media; false for an id that is not one of them. */
  renderLibraryMedia(name: string): Promise<boolean>
  /** A person's age state; null when the person does not exist. */
  ageOf(db: Queryable, personId: string): Promise<AgeState | null>
  /** Which of these files are evidence in quarantine, so that erasing their owner keeps them (R3). */
  evidenceAmong(db: Queryable, ids: readonly string[]): Promise<string[]>
}
