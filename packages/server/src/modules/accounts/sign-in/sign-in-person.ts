import type { User } from '@everkin/contract/types.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { ClaimAnswer } from '../invitation-port.ts'
import type { Person } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { openSession } from '../sessions/open-session.ts'
import { ensureDeviceCookie, setNsfwCookie, setSessionCookies } from '../sessions/session-cookies.ts'
import { userView } from '../views.ts'
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

/**
 * The last step of every sign-in method. In one transaction the account is found or created, the credential is used up,
 * an invitation's gift is claimed and the session is opened. A browser gets the secret half as a cookie, any other
 * client in the reply.
 * @throws AppError whatever `admit` throws; then nothing has changed.
 */
export async function signInPerson(
  services: AccountServices,
  request: {
    /** Uses up the credential (a code, a token) and returns whose account it is. */
    admit(tx: Transaction, joining: Joining): Promise<{ person: Person; isNew: boolean }>
    inviteCode?: string | undefined
  },
  caller: Caller,
): Promise<SignedIn> {
  const now = services.clock.now()
  const deviceHash = ensureDeviceCookie(services.appSecret, caller)
  const { person, isNew, claimed, session, wallet } = await services.database.transaction(async (tx) => {
    const { person, isNew } = await request.admit(tx, { deviceHash, caller, now })
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
    if (deviceHash) await rememberDevice(tx, person.id, deviceHash, now)
    const session = await openSession(tx, person, { deviceHash, userAgent: caller.userAgent, now })
    return { person, isNew, claimed, session, wallet: await services.wallet.read(tx, person, now) }
  })
  for (const sessionId of session.ended) services.live.closeSession(sessionId)

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
