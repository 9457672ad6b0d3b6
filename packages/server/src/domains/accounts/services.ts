import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { LivePublisher } from '../../platform/live/publisher.ts'
import type { Log } from '../../platform/log.ts'
import type { Texts } from '../../platform/texts.ts'
import type { Mailer } from './mailer.ts'
import type { Person } from './person.ts'
import type { Purse } from './purse.ts'

/** A domain's part in erasing a person, inside the one transaction that does it. */
export type EraseStep = (tx: Queryable, person: Pick<Person, 'id' | 'email'>, now: Date) => Promise<void>

/** What the calls about accounts work with. */
export interface AccountServices {
  database: Database
  clock: Clock
  settings: Pick<
    Settings,
    'adminEmails' | 'newAccountMessages' | 'rateLimits' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'
  >
  texts: Pick<Texts, 'translate'>
  live: LivePublisher
  mailer: Mailer
  /** Keys the hashes of addresses, networks and devices. */
  appSecret: string
  log: Log
  purse: Purse
  /** What the other domains keep of a person and must let go of, in this order, before the person goes. */
  onErase: readonly EraseStep[]
}
