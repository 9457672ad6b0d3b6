import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { AgeState } from '../safety/age-state.ts'
import type { MediaFiles, Repaint } from './media-files.ts'

/** What the use-cases of this domain work with. */
export interface MediaServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  files: MediaFiles
  repaint: Repaint
  /** How old a person says they are; null for one who is gone. */
  ageOf(db: Queryable, personId: string): Promise<AgeState | null>
}
