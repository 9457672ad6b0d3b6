import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaStorage, ReencodeImage } from '../media/module.ts'
import type { ImageModel } from './image-model.ts'

/** The pictures that this process is making, so that a cancel need not wait for its provider. */
export interface RunningImages {
  /** Begins one; its signal fires when it is no longer wanted. */
  begin(taskId: string): AbortController
  end(taskId: string): void
  /** Lets go of what is being made for a task, if that is here. */
  abort(taskId: string): void
  count(): number
}

/** What a painting is aborted with when nobody wants it any more. */
export class ImageCanceled extends Error {}

export function createRunningImages(): RunningImages {
  const running = new Map<string, AbortController>()
  return {
    begin(taskId) {
      const abort = new AbortController()
      running.set(taskId, abort)
      return abort
    },
    end: (taskId) => void running.delete(taskId),
    abort: (taskId) => running.get(taskId)?.abort(new ImageCanceled()),
    count: () => running.size,
  }
}

/** What the use-cases of this domain work with. */
export interface ImageTaskServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  live: RealtimePublisher
  texts: Texts
  settings: Pick<Settings, 'generatedImagePrice'>
  jobs: Pick<JobQueue, 'enqueue'>
  files: MediaStorage
  model: ImageModel
  repaint: ReencodeImage
  runningImages: RunningImages
  /** What a character of the person's own was drawn from; null where that is unknown, undefined where it is not theirs. */
  findPortraitSpec(db: Queryable, personId: string, cardId: string): Promise<unknown>
}
