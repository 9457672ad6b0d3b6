import type { User } from '@everkin/contract/types.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { ClaimAnswer } from '../invitation-port.ts'
import type { Person } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { openSession } from '../sessions/open-session.ts'
import { ensureDeviceCookie, setNsfwCookie, setSessionCookies } from '../sessions/session-cookies.ts'
import { userView } from '../views.ts'

export interface SignedIn extends User, ClaimAnswer {
  is_new: boolean
}

const NO_CLAIM: ClaimAnswer = { gift: null, gift_held: false, gift_refused: null }

/** What a way of signing in knows of the request when it says whose account it opens. */
export interface Joining {
  /** Hash of the name that this browser carries; null for a program. */
  deviceHash: Buffer | null
  caller: Caller
  now: Date
}

/**
 * The one end of every way of signing in: the account is found or made, what opened it is used up, an invitation's gift
 * is claimed, and its session is opened, all in one transaction. A browser gets the secret half as a cookie, everyone else in the reply.
 * @throws AppError whatever `admit` throws; then nothing has happened.
 */
export async function signInPerson(
  services: AccountServices,
  request: {
    /** Uses up what was shown (a code, a token) and says whose account it opens. */
    admit(tx: Transaction, joining: Joining): Promise<{ person: Person; isNew: boolean }>
    inviteCode?: string | undefined
  },
  caller: Caller,
): Promise<SignedIn> {
  const now = services.clock.now()
  const deviceHash = ensureDeviceCookie(services.appSecret, caller)
  const { person, isNew, claimed, session, wallet } = await services.database.transaction(async (tx) => {
    const { person, isNew } = await request.admit(tx, { deviceHash, caller, now })
    // Before the session: opening it ends the one that another person, the inviter perhaps, had in this browser.
    const claimed = request.inviteCode
      ? await services.invitations.claim(tx, {
          code: request.inviteCode,
          personId: person.id,
          deviceHash,
          network: caller.network,
          now,
        })
      : NO_CLAIM
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
