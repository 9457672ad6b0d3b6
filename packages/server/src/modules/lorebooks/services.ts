import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { Moderator } from '../safety/module.ts'

/** Dependencies of the use cases in this module. */
export interface LorebookServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  bus: EventBus
  /** The moderation model beside the local rules. */
  moderator: Moderator
  /** @throws AppError TooLarge when the person's storage is used up. */
  assertStorageQuota(db: Queryable, personId: string): Promise<void>
}
