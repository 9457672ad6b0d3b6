import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { LivePublisher } from '../../platform/live/publisher.ts'
import type { Log } from '../../platform/log.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaFiles, Repaint } from '../media/media-files.ts'
import type { ImageModel } from './image-model.ts'
import type { LivePaintings } from './live-paintings.ts'

/** What the use-cases of this domain work with. */
export interface PictureServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  live: LivePublisher
  texts: Texts
  settings: Pick<Settings, 'generatedImagePrice'>
  jobs: Pick<Jobs, 'add'>
  files: MediaFiles
  model: ImageModel
  repaint: Repaint
  paintings: LivePaintings
  /** What a character of the person's own was drawn from; null where that is unknown, undefined where it is not theirs. */
  faceOf(db: Queryable, personId: string, cardId: string): Promise<unknown>
}
