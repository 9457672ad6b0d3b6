import type { Settings } from '../../platform/config.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { CharacterServices, TagNames } from '../characters/module.ts'
import type { ChatServices } from '../chats/module.ts'
import type { Digest } from '../media/module.ts'
import type { Moderator } from '../safety/module.ts'

/** The dependencies of this module. */
export interface CardEditorServices extends CharacterServices {
  limiter: RateLimiter
  tagNames: TagNames
  chats: ChatServices
  settings: ChatServices['settings'] & Pick<Settings, 'publishingEnabled'>
  texts: ChatServices['texts']
  log: Log
  jobs: Pick<JobQueue, 'enqueue'>
  moderator: Moderator
  /** Reads the URLs of uploads that were signed for their owner. */
  digest: Digest
  /**
   * The URL of an image of this person, by the id or URL of an upload or of an image task.
   * @throws AppError InvalidInput on the field for an image that is not theirs.
   */
  takePicture(tx: Transaction, personId: string, ref: string, field: string): Promise<string>
  /** @throws AppError TooLarge when the person has used up all their storage (UPL-08). */
  assertStorageQuota(tx: Transaction, personId: string): Promise<void>
}
