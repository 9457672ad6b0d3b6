import type { Clock } from '../../platform/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'

/** Dependencies of the use cases in this module. */
export interface LorebookServices {
  database: Database
  clock: Clock
  limiter: RateLimiter
  bus: EventBus
  /** @throws AppError TooLarge when the person's storage is used up. */
  assertStorageQuota(db: Queryable, personId: string): Promise<void>
}
