import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EventBus } from '../../platform/realtime/event-bus.ts'
import type { Moderator } from '../safety/module.ts'

/** Dependencies of the use cases in this module. */
export interface PersonaServices {
  database: Database
  clock: Clock
  bus: EventBus
  /** The moderation model beside the local rules. */
  moderator: Moderator
}
