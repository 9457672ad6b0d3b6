import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { AgeState } from '../safety/module.ts'
import type { MediaStorage, ReencodeImage, RemuxVideo } from './media-ports.ts'
import type { Digest } from './signed-url.ts'

/** A part of the software that uses files says so here; what nobody uses is swept up. */
export interface MediaUsageSource {
  /** Which of these it uses, by the names under which they lie. */
  usedAmong(db: Queryable, ids: readonly string[]): Promise<string[]>
}

/** What the use-cases of this domain work with. */
export interface MediaServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  files: MediaStorage
  repaint: ReencodeImage
  rewrite: RemuxVideo
  digest: Digest
  /** All who use files; the list is whole before the first sweep. */
  users: readonly MediaUsageSource[]
  /** Makes what is missing of files that come with the software; false for a name that is none of theirs. */
  make(name: string): Promise<boolean>
  /** How old a person says they are; null for one who is gone. */
  ageOf(db: Queryable, personId: string): Promise<AgeState | null>
}
