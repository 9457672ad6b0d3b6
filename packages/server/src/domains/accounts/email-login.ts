import type { User } from '@everkin/contract/types.ts'
import { AppError, invalidInput } from '../../platform/app-error.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ensureDevice } from './device-cookie.ts'
import { findOrMakePerson } from './find-or-make-person.ts'
import { openSession } from './open-session.ts'
import type { AccountServices } from './services.ts'
import { setNsfwCookie, setSessionCookies } from './session-cookies.ts'
import { hashCode } from './sign-in-code.ts'
import { bookFailure, consumeCode, verifyCode } from './verify-code.ts'
import { userView } from './views.ts'

interface SignedIn extends User {
  is_new: boolean
  gift: { coin_num: number; message_num: number } | null
  gift_refused: 4001 | 4002 | null
}

/**
 * Signs in with a code, making the account when the address has none. A browser gets the secret half as a cookie,
 * everyone else in the reply.
 * @throws AppError InvalidInput without code and password; WrongCode, CodeExpired, TooManyRequests as `verifyCode`;
 * WrongPassword for every password, since no account has one yet.
 */
export async function emailLogin(
  services: AccountServices,
  request: {
    email: string
    code?: string | undefined
    password?: string | undefined
    invite_code?: string | undefined
  },
  caller: Caller,
): Promise<SignedIn> {
  const guesser = { email: request.email, network: caller.network }
  if (request.code === undefined) {
    if (request.password === undefined) throw invalidInput('code', 'required')
    return refusePassword(services, guesser)
  }
  const right = await verifyCode(services, { ...guesser, purpose: 'login', code: request.code })
  const now = services.clock.now()
  const deviceHash = ensureDevice(services.appSecret, caller)
  const { person, isNew, session, wallet } = await services.database.transaction(async (tx) => {
    await consumeCode(tx, right, now)
    const { person, isNew } = await findOrMakePerson(services, tx, { email: request.email, deviceHash, caller, now })
    const session = await openSession(tx, person, { deviceHash, userAgent: caller.userAgent, now })
    return { person, isNew, session, wallet: await services.purse.read(tx, person, now) }
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
    gift: null,
    gift_refused: request.invite_code === undefined ? null : 4001, // there are no invitations to claim yet
  }
}

/** Every password is wrong; it counts as a guess and takes as long as a right one would. */
async function refusePassword(services: AccountServices, guesser: { email: string; network: string }): Promise<never> {
  const now = services.clock.now()
  await services.database.transaction((tx) => bookFailure(services, tx, guesser, now))
  await hashCode('')
  throw new AppError('WrongPassword')
}
