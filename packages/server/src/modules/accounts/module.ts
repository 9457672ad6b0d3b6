import { accounts } from '@everkin/contract/http/accounts.ts'
import { ageCheck } from '@everkin/contract/http/age-check.ts'
import { breaks } from '@everkin/contract/http/breaks.ts'
import { guests } from '@everkin/contract/http/guests.ts'
import { protection } from '@everkin/contract/http/protection.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { protectionHandlers } from './age/protected-mode.ts'
import { checkErasures, flushErasures } from './deletion/erasure-journal.ts'
import { purgeSignInData } from './deletion/purge-sign-in-data.ts'
import { accountPersonalData } from './export/personal-data.ts'
import { purgeGuests } from './guests/erase-guests.ts'
import { guestHandlers } from './guests/start-guest.ts'
import { loadPerson } from './person.ts'
import { accountHandlers, ageCheckHandlers } from './routes.ts'
import { purgeSaveKeys } from './save-key.ts'
import { SECURITY_NOTICE_JOB, securityNoticeJob } from './security-notice.ts'
import type { AccountServices } from './services.ts'
import { breakHandlers } from './sessions/break-reminder.ts'
import { HASH_COSTS, type HashCosts } from './sign-in/slow-hash.ts'

// People, and what they may see

export { isOwner, isOwnerBySettings, operatorRoleOf } from './operator.ts'
export { bumpUserRev, isMember, loadPerson, lockPersonRow, type Person, setMemberUntil } from './person.ts'
export { claimSaveKey } from './save-key.ts'
export type { AccountServices } from './services.ts'
export { checkCardAccess, type RatedCard } from './viewer.ts'

// Age and the protected mode

export {
  AgeCheckRejected,
  type AgeCheckSecrets,
  type AgeProvider,
  AgeProviderUnavailable,
  readAgeClaim,
} from './age/age-provider.ts'
export { endDeclaredUnder18 } from './age/end-under-18.ts'
export { isKnownMinor } from './age/minor-flag.ts'
export { assertCanChat, type ChatCaller, isProtected } from './age/protected-mode.ts'
export { clearMinorSignal, recordMinorSignal } from './age/record-minor-signal.ts'

// Sign-in

export { keyedHash, keyedHashes } from './keyed-hash.ts'
export { AddressRejected, type Mail, type Mailer } from './mailer.ts'
export {
  IdentityKeysUnavailable,
  type IdentityProvider,
  IdentityRejected,
  type IdentityVerifier,
  type VerifiedIdentity,
} from './sign-in/identity-verifier.ts'
export { forgetDevices } from './sign-in/known-devices.ts'
export { isMailboxTaken, normalizeMailbox } from './sign-in/normalize-email.ts'
export type { HashCosts } from './sign-in/slow-hash.ts'

// Sessions and their use

export { claimBreakReminder } from './sessions/break-reminder.ts'
export { identifyDevice } from './sessions/device.ts'
export { assertFreshSignIn } from './sessions/fresh-sign-in.ts'
export { identify } from './sessions/identify.ts'
export {
  activePersonCte,
  loadUsage,
  recordCrisis,
  type StoredUsage,
  saveTimeZone,
  saveUsage,
} from './sessions/session-usage.ts'
export { findEndedSessions, listDeviceHashes, listSessions } from './sessions/sessions.ts'

// Suspension, deletion and security notices

export { deleteAccount } from './deletion/delete-account.ts'
export { createErasureJournal, findReturnedPeople } from './deletion/erasure-journal.ts'
export { logSecurityEvent } from './security-log.ts'
export { enqueueNotice, enqueueSuspensionNotice } from './security-notice.ts'
export { endAllSessions, lockAccount, restore, suspend } from './suspension/suspend-person.ts'
export { findSuspension, listSuspensions } from './suspension/suspension-store.ts'

// Guests

export { chargeGuest, refundGuest } from './guests/start-guest.ts'

// Ports that later modules implement

export type { GuestChats } from './guest-chats-port.ts'
export type { ClaimAnswer, InvitationClaim, Invitations } from './invitation-port.ts'
export type { WalletPort } from './wallet-port.ts'

/**
 * Guarantees of this module:
 * - A session is two halves of which neither opens anything alone, stored as hashes and new at each sign-in (AUTH-08,
 *   AUTH-10). Signing out, a suspension and the deletion of the account end it at once, sockets included (AUTH-09).
 * - A code has five tries, lives ten minutes, works once, and only in the browser that asked for it (AUTH-01, AUTH-02).
 *   Whether an address is known shows in no answer (AUTH-05). Codes, halves and addresses of codes are stored as hashes.
 * - What gives an account away needs a sign-in or confirmation within the last ten minutes, and the owner is told by mail
 *   of it and of sign-ins on unknown devices (AUTH-18, AUTH-19).
 * - “Under 18” is ended by an age check or by support alone; nothing that a person writes makes them older (A4, A6). Of an
 *   age check the result, the method and the date are stored (A7).
 * - A deletion erases everything that identifies a person in one transaction. It is repeated after a restore of an older
 *   backup (D2).
 * - A guest has a day, GUEST_MESSAGES replies and the library; signing in takes their chats along, once (AUTH-20).
 */
export function createAccountsModule(
  core: ServerCore,
  ports: Pick<
    AccountServices,
    | 'mailer'
    | 'identities'
    | 'wallet'
    | 'invitations'
    | 'guestChats'
    | 'cards'
    | 'ageProvider'
    | 'moderator'
    | 'media'
    | 'journal'
  > & {
    /** By default the costs of a real server. */
    hashCosts?: HashCosts
  },
): ServerModule & { services: AccountServices } {
  const { database, clock } = core
  const services: AccountServices = { ...core, ...ports, hashCosts: ports.hashCosts ?? HASH_COSTS }
  core.jobs.handle(SECURITY_NOTICE_JOB, securityNoticeJob(services))
  return {
    name: 'accounts',
    services,
    operations: [
      ...bindHandlers(accounts, accountHandlers(services)),
      ...bindHandlers(guests, guestHandlers(services)),
      ...bindHandlers(ageCheck, ageCheckHandlers(services)),
      ...bindHandlers(protection, protectionHandlers(services)),
      ...bindHandlers(breaks, breakHandlers(services)),
    ],
    frames: {},
    onConnect: async ({ identity, reply }) => {
      const person = await loadPerson(database, identity.personId)
      const userRev = person?.userRev ?? 0
      reply({ type: 'ready', user_id: identity.personId, server_time: clock.now().toISOString(), user_rev: userRev })
    },
    syncSource: null,
    recurringJobs: [
      {
        name: 'purge-sign-in-data',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeSignInData(database, clock.now()),
      },
      {
        name: 'purge-save-keys',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeSaveKeys(database, clock.now()),
      },
      {
        name: 'purge-guests',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeGuests(services),
      },
      {
        name: 'flush-erasures',
        everyMs: 10 * MINUTE_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => flushErasures(database, services.journal),
      },
    ],
    personalData: accountPersonalData,
    mediaUsage: null,
    metrics: null,
    lifecycle: { start: () => checkErasures(services) },
  }
}
