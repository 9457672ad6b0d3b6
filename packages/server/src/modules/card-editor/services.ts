import type { Transaction } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { CharacterServices, TagNames } from '../characters/module.ts'
import type { ChatServices } from '../chats/module.ts'
import type { Digest } from '../media/module.ts'

/** What the use-cases of this domain work with. */
export interface CardEditorServices extends CharacterServices {
  limiter: RateLimiter
  tagNames: TagNames
  chats: ChatServices
  settings: ChatServices['settings']
  texts: ChatServices['texts']
  log: Log
  /** Reads addresses of uploads that were signed for their owner. */
  digest: Digest
  /**
   * The address of a picture of this person's, by the id or address of an upload or of a task.
   * @throws AppError InvalidInput on the field for one that is none of theirs.
   */
  takePicture(tx: Transaction, personId: string, ref: string, field: string): Promise<string>
}
