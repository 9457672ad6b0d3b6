import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Log } from '../../platform/log.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaStorage } from '../media/module.ts'
import type { ExportPart } from './export/personal-data-export.ts'
import type { Invitations } from './invitation-port.ts'
import type { Mailer } from './mailer.ts'
import type { Person } from './person.ts'
import type { IdentityVerifier } from './sign-in/identity-verifier.ts'
import type { WalletPort } from './wallet-port.ts'

/** Work to do after the erasure has been committed. A recurring job must find what a crash leaves undone. */
export type AfterErasure = () => Promise<void>

/** A module's part in erasing a person, inside the single transaction of the erasure. */
export type EraseStep = (
  tx: Transaction,
  person: Pick<Person, 'id' | 'email'>,
  now: Date,
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing left to do and return nothing
) => Promise<AfterErasure | void>

/** The dependencies of the accounts handlers. */
export interface AccountServices {
  database: Database
  clock: Clock
  settings: Pick<
    Settings,
    'adminEmails' | 'newAccountMessages' | 'rateLimits' | 'nsfwEnabled' | 'nsfwAgeRule' | 'countryHeader'
  >
  texts: Pick<Texts, 'translate'>
  live: RealtimePublisher
  limiter: RateLimiter
  mailer: Mailer
  /** Verifies the tokens of people who sign in with Google or Facebook; null where that is not configured. */
  identities: IdentityVerifier | null
  /** The key of the hashes of addresses, networks and devices. */
  appSecret: string
  log: Log
  wallet: WalletPort
  invitations: Invitations
  /** What the other modules erase, in this order, before the person's row is deleted. */
  eraseSteps: readonly EraseStep[]
  /** What each module adds to the personal data export. */
  exportParts: readonly ExportPart[]
  media: Pick<MediaStorage, 'remove'>
}
