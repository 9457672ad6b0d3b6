import type { Database, Queryable } from '../../platform/db/database.ts'

/** The dependencies of the reward handlers. */
export interface RewardServices {
  database: Database
  /**
   * The time that decides the day: the database's clock, the same for all processes and unaffected by a wrong clock on
   * one machine (WAL-10).
   */
  databaseTime(db: Queryable): Promise<Date>
}
