import type { Caller } from '../../platform/http/caller.ts'
import { findOrMakePerson } from './find-or-make-person.ts'
import { hashPassword } from './password-hash.ts'
import { checkPassword } from './password-rules.ts'
import { upsertPassword } from './password-store.ts'
import type { AccountServices } from './services.ts'
import { type SignedIn, signInPerson } from './sign-in-person.ts'
import { deleteSessionsOf } from './store.ts'
import { consumeCode, verifyCode } from './verify-code.ts'

/**
 * Sets a new password by a code from the mail, ends every session of the account and opens one here. The code proves
 * the address as it does at sign-in, so an address without an account gets one: the answer tells nobody which have one.
 * @throws AppError InvalidInput as `checkPassword`, before the code is tried; WrongCode, CodeExpired, TooManyRequests as
 * `verifyCode`.
 */
export async function resetPassword(
  services: AccountServices,
  request: { email: string; code: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  const { email, code } = request
  checkPassword(request.password, email)
  const right = await verifyCode(services, { email, network: caller.network, purpose: 'reset', code })
  const password = await hashPassword(request.password)
  let ended: { id: string }[] = []
  const signedIn = await signInPerson(
    services,
    {
      admit: async (tx, joining) => {
        await consumeCode(tx, right, joining.now)
        const admitted = await findOrMakePerson(services, tx, { email, ...joining })
        await upsertPassword(tx, { personId: admitted.person.id, ...password, now: joining.now })
        ended = await deleteSessionsOf(tx, admitted.person.id, null)
        return admitted
      },
    },
    caller,
  )
  for (const { id } of ended) services.live.closeSession(id)
  return signedIn
}
