import type { AppSecret } from '../../platform/app-secret.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config.ts'
import type { Database } from '../../platform/db/database.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import type { Log } from '../../platform/log.ts'
import type { RealtimePublisher } from '../../platform/realtime/publisher.ts'
import type { ModuleRegistry } from '../../platform/server-module.ts'
import type { Texts } from '../../platform/texts.ts'
import type { MediaStorage } from '../media/module.ts'
import type { Moderator } from '../safety/module.ts'
import type { AgeProvider } from './age/age-provider.ts'
import type { CardsPort } from './cards-port.ts'
import type { ErasureJournal } from './deletion/erasure-journal.ts'
import type { GuestChats } from './guest-chats-port.ts'
import type { Invitations } from './invitation-port.ts'
import type { Mailer } from './mailer.ts'
import type { IdentityVerifier } from './sign-in/identity-verifier.ts'
import type { HashCosts } from './sign-in/slow-hash.ts'
import type { WalletPort } from './wallet-port.ts'

/** The dependencies of the accounts handlers. */
export interface AccountServices {
  database: Database
  clock: Clock
  settings: Pick<
    Settings,
    | 'mode'
    | 'adminEmails'
    | 'newAccountMessages'
    | 'guestMessages'
    | 'audience'
    | 'rateLimits'
    | 'nsfwEnabled'
    | 'nsfwAgeRule'
    | 'countryHeader'
  >
  texts: Pick<Texts, 'translate'>
  live: RealtimePublisher
  limiter: RateLimiter
  mailer: Mailer
  jobs: Pick<JobQueue, 'enqueue'>
  /** Verifies the tokens of people who sign in with Google or Facebook; null where that is not configured. */
  identities: IdentityVerifier | null
  /** The key of the hashes of addresses, networks and devices. */
  appSecret: AppSecret
  /** The site's URL; passkeys belong to its host name. */
  siteUrl(): string
  /** What passwords and codes cost to hash; tests use less. */
  hashCosts: HashCosts
  log: Log
  wallet: WalletPort
  invitations: Invitations
  guestChats: GuestChats
  cards: CardsPort
  /** Checks ages; null where the operator has none. */
  ageProvider: AgeProvider | null
  /** The moderation model beside the local rules. */
  moderator: Moderator
  /** What the modules export and erase of a person. */
  modules: Pick<ModuleRegistry, 'exportParts' | 'eraseSteps'>
  media: Pick<MediaStorage, 'remove'>
  journal: ErasureJournal
}
