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

/** What is to be done once the erasure has been committed; what a crash leaves undone, a sweep must find. */
export type AfterErasure = () => Promise<void>

/** A domain's part in erasing a person, inside the one transaction that does it. */
export type EraseStep = (
  tx: Transaction,
  person: Pick<Person, 'id' | 'email'>,
  now: Date,
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing left to do and give nothing
) => Promise<AfterErasure | void>

/** What the calls about accounts work with. */
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
  /** Checks the tokens of those who come by Google or Facebook; null where nobody can. */
  identities: IdentityVerifier | null
  /** Keys the hashes of addresses, networks and devices. */
  appSecret: string
  log: Log
  wallet: WalletPort
  invitations: Invitations
  /** What the other domains keep of a person and must let go of, in this order, before the person goes. */
  eraseSteps: readonly EraseStep[]
  /** What each domain puts into the copy of their data that a person can have. */
  exportParts: readonly ExportPart[]
  media: Pick<MediaStorage, 'remove'>
}
