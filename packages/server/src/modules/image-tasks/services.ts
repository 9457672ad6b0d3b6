import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaStorage, ReencodeImage } from '../media/module.ts'
import type { Moderator } from '../safety/module.ts'
import type { ImageModel } from './image-model.ts'

/** The tasks whose images this process is generating, so that cancelling one need not wait for the provider. */
export interface RunningImages {
  /** Registers a task; the signal fires when it is cancelled. */
  begin(taskId: string): AbortController
  end(taskId: string): void
  /** Aborts the generation for a task, if it runs in this process. */
  abort(taskId: string): void
  count(): number
}

/** The abort reason of a cancelled image. */
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

/** The dependencies of this module. */
export interface ImageTaskServices {
  database: Database
  clock: Clock
  log: Log
  limiter: RateLimiter
  moderator: Moderator
  live: RealtimePublisher
  texts: Texts
  settings: Pick<Settings, 'generatedImagePrice'>
  jobs: Pick<JobQueue, 'enqueue'>
  files: MediaStorage
  model: ImageModel
  /** The built-in painter, which draws kept faces whatever model is connected. */
  painter: ImageModel
  reencodeImage: ReencodeImage
  runningImages: RunningImages
  /** Whether this draft or card has no portrait yet, so that its first face is free; undefined for what is not theirs. */
  lacksPortrait(db: Queryable, personId: string, id: string): Promise<boolean | undefined>
  /** The spec that a person's own character was drawn from; null when unknown, undefined when the character is not theirs. */
  findPortraitSpec(db: Queryable, personId: string, cardId: string): Promise<unknown>
}
