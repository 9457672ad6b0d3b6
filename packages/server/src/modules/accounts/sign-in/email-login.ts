import { invalidInput } from '../../../platform/app-error.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { findOrCreatePerson } from './create-person.ts'
import { passwordLogin } from './password-login.ts'
import { type SignedIn, signInPerson } from './sign-in-person.ts'
import { consumeCode, verifyCode } from './verify-code.ts'

/**
 * Signs in with a code, creating the account when the address has none, or with the account's password. When both are
 * given, the code is used.
 * @throws AppError InvalidInput without either; WrongCode, CodeExpired, TooManyRequests as `verifyCode`; WrongPassword
 * as `passwordLogin`.
 */
export async function emailLogin(
  services: AccountServices,
  request: {
    email: string
    code?: string | undefined
    password?: string | undefined
    challenge?: string | undefined
    invite_code?: string | undefined
  },
  caller: Caller,
): Promise<SignedIn> {
  const { email, invite_code: inviteCode } = request
  if (request.code === undefined) {
    if (request.password === undefined) throw invalidInput('code', 'required')
    return passwordLogin(services, { email, password: request.password, inviteCode }, caller)
  }
  const typed = { email, purpose: 'login', code: request.code, challenge: request.challenge } as const
  const about = { email, network: caller.network, method: 'code' }
  const right = await withFailuresLogged(services, about, () => verifyCode(services, typed, caller))
  return signInPerson(
    services,
    {
      admit: async (tx, joining) => {
        await consumeCode(tx, right, joining.now)
        return findOrCreatePerson(services, tx, { email, ...joining })
      },
      method: 'code',
      inviteCode,
    },
    caller,
  )
}
