import type { User } from '@everkin/contract/types.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { claimGuest, finishErasure } from '../guests/erase-guests.ts'
import type { ClaimAnswer } from '../invitation-port.ts'
import type { Person } from '../person.ts'
import { logSecurityEvent } from '../security-log.ts'
import { type EnqueuedNotice, enqueueNotice } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { ensureDevice } from '../sessions/device.ts'
import { openSession } from '../sessions/open-session.ts'
import { clearGuestCookies, setNsfwCookie, setSessionCookies } from '../sessions/session-cookies.ts'
import { userView } from '../views.ts'
import type { IdentityProvider } from './identity-verifier.ts'
import { rememberDevice } from './known-devices.ts'

export interface SignedIn extends User, ClaimAnswer {
  is_new: boolean
}

const NO_CLAIM: ClaimAnswer = { gift: null, gift_held: false, gift_refused: null }

/** What a sign-in method knows about the request when it decides whose account it is. */
export interface Joining {
  /** Hash of this browser's device id; null for other programs. */
  deviceHash: Buffer | null
  caller: Caller
  now: Date
}

/** Whose account a credential opens. */
export interface Admission {
  person: Person
  isNew: boolean
  /** What the owner is notified of by mail, in place of the sign-in itself. */
  notice?: { kind: EnqueuedNotice; provider?: IdentityProvider }
}

/**
 * The last step of every sign-in method. In one transaction the account is found or created, the credential is used up,
 * the guest's chats are moved, an invitation's gift is claimed and the session is opened. A browser gets the secret
 * half as a cookie, any other client in the reply. The owner is notified by mail of a sign-in on a device that the
 * account does not know.
 * @throws AppError whatever `admit` throws; then nothing has changed.
 */
export async function signInPerson(
  services: AccountServices,
  request: {
    /** Uses up the credential (a code, a token) and returns whose account it is. */
    admit(tx: Transaction, joining: Joining): Promise<Admission>
    method: 'code' | 'password' | 'reset' | 'passkey' | IdentityProvider
    inviteCode?: string | undefined
  },
  caller: Caller,
): Promise<SignedIn> {
  const now = services.clock.now()
  const deviceHash = await ensureDevice(services, services.database, caller)
  const { person, isNew, left, claimed, session, wallet } = await services.database.transaction(async (tx) => {
    const { person, isNew, notice } = await request.admit(tx, { deviceHash, caller, now })
    // First, in the order of locks: people before chats, chats before the ledger.
    const left = caller.guest ? await claimGuest(services, tx, { guestId: caller.guest.personId, person, now }) : []
    // Before the session: opening it ends the session that another person, perhaps the inviter, had in this browser.
    const claimed = request.inviteCode
      ? await services.invitations.claim(tx, {
          code: request.inviteCode,
          personId: person.id,
          deviceHash,
          network: caller.network,
          now,
        })
      : NO_CLAIM
    const isNewDevice = deviceHash === null || (await rememberDevice(tx, person.id, deviceHash, now))
    const ownerNotice = notice ?? (isNewDevice && !isNew ? { kind: 'newSignIn' as const } : null)
    if (ownerNotice) await enqueueNotice(services, tx, { ...ownerNotice, person, userAgent: caller.userAgent })
    const session = await openSession(tx, person, { deviceHash, userAgent: caller.userAgent, now })
    return { person, isNew, left, claimed, session, wallet: await services.wallet.read(tx, person.id, now) }
  })
  for (const sessionId of session.ended) services.live.closeSession(sessionId)
  if (caller.guest) {
    await finishErasure(services, caller.guest.personId, left)
    if (caller.isBrowser) clearGuestCookies(caller)
  }
  const { method } = request
  logSecurityEvent(services, 'sign_in', { personId: person.id, sessionId: session.id, network: caller.network, method })

  const user = userView(person, wallet, services.settings, now)
  const { token, secret } = session
  if (caller.isBrowser) {
    setSessionCookies(caller, user, { token, secret })
    setNsfwCookie(caller, user.nsfw)
  }
  return {
    ...user,
    token,
    ...(caller.isBrowser ? {} : { secret }),
    is_new: isNew,
    ...claimed,
  }
}
