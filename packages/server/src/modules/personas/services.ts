import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'

/** What the use-cases of this domain work with. */
export interface PersonaServices {
  database: Database
  clock: Clock
}
