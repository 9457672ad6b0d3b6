import type { Database, Queryable } from '../../platform/db/database.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'

/** What the calls about rewards work with. */
export interface RewardServices {
  database: Database
  live: RealtimePublisher
  /**
   * The time that decides what day it is: the database's, one for all processes and out of reach of a clock that is
   * wrong on one machine (WAL-10).
   */
  tellTime(db: Queryable): Promise<Date>
}
