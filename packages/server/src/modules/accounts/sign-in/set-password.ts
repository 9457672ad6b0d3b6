import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { Caller, SignedInCaller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../person.ts'
import { lockPerson } from '../person-store.ts'
import { logSecurityEvent, withFailuresLogged } from '../security-log.ts'
import { enqueueNotice } from '../security-notice.ts'
import type { AccountServices } from '../services.ts'
import { assertFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { deleteSessionsOf } from '../sessions/session-store.ts'
import { findOrCreatePerson } from './create-person.ts'
import { forgetDevices, forgetOtherDevices } from './known-devices.ts'
import { hashPassword } from './password-hash.ts'
import { comparePassword } from './password-login.ts'
import { checkPassword } from './password-rules.ts'
import { lockPassword, selectPassword, upsertPassword } from './password-store.ts'
import { type SignedIn, signInPerson } from './sign-in-person.ts'
import { deleteFailure } from './sign-in-store.ts'
import { consumeCode, verifyCode } from './verify-code.ts'

/** Each call costs CPU time; nobody needs more. */
const SETS_PER_HOUR = { max: 20, windowMs: HOUR_MS }

/**
 * Sets the account's first password, which needs a fresh sign-in, or replaces the current one, which must be given.
 * Signs out every other device, and tells the owner by mail.
 * @throws AppError NotAllowed for an account without an address, which could not sign in with it, and for a first
 * password with the reason `fresh_sign_in`; InvalidInput as
 * `checkPassword`, and when the current password is missing; WrongPassword for a wrong current one; TooManyRequests
 * after too many of either; Conflict when it was changed meanwhile.
 */
export async function setPassword(
  services: AccountServices,
  request: { password: string; current_password?: string | undefined },
  caller: SignedInCaller,
): Promise<void> {
  const { personId, sessionId } = caller.identity
  const person = await loadPerson(services.database, personId)
  if (!person) throw new AppError('NotSignedIn')
  const { email } = person
  if (email === null) throw new AppError('NotAllowed')
  checkPassword(request.password, email)
  await services.limiter.consume(`set-password:${personId}`, SETS_PER_HOUR)
  const before = await compareCurrent(services, { ...request, email }, caller)
  const now = services.clock.now()
  if (!before) await assertFreshSignIn(services.database, caller.identity, now)
  const password = await hashPassword(services, request.password)
  const ended = await services.database.transaction(async (tx) => {
    if (!onlyRow(await lockPerson(tx, personId))) throw new AppError('NotSignedIn')
    const isStill = before
      ? (await lockPassword(tx, personId, before.stored.hash)).length > 0
      : (await selectPassword(tx, personId)).length === 0
    if (!isStill) throw new AppError('Conflict')
    if (before) await deleteFailure(tx, before.failureId)
    await upsertPassword(tx, { personId, ...password, now })
    const kind = before ? 'passwordChanged' : 'passwordSet'
    await enqueueNotice(services, tx, { kind, person, userAgent: caller.userAgent })
    await forgetOtherDevices(tx, personId, sessionId)
    return deleteSessionsOf(tx, personId, sessionId)
  })
  for (const { id } of ended) services.live.closeSession(id)
  logSecurityEvent(services, before ? 'password_changed' : 'password_set', { personId, sessionId })
}

async function compareCurrent(
  services: AccountServices,
  request: { email: string; current_password?: string | undefined },
  caller: SignedInCaller,
) {
  const find = () => selectPassword(services.database, caller.identity.personId)
  if (!onlyRow(await find())) return null
  if (request.current_password === undefined) throw invalidInput('current_password', 'required')
  return comparePassword(services, { email: request.email, password: request.current_password }, caller, find)
}

/**
 * Sets a new password with a code from the mail, ends every session of the account and opens one here. The code
 * verifies the address as at sign-in, so an address without an account gets one: the answer does not reveal which have
 * one.
 * @throws AppError InvalidInput as `checkPassword`, before the code is tried; WrongCode, CodeExpired, TooManyRequests
 * as `verifyCode`.
 */
export async function resetPassword(
  services: AccountServices,
  request: { email: string; code: string; password: string; challenge?: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const { email, code, challenge } = request
  checkPassword(request.password, email)
  const about = { email, network: caller.network, method: 'reset' }
  const right = await withFailuresLogged(services, about, () =>
    verifyCode(services, { email, purpose: 'reset', code, challenge }, caller),
  )
  const password = await hashPassword(services, request.password)
  let ended: { id: string }[] = []
  const signedIn = await signInPerson(
    services,
    {
      admit: async (tx, joining) => {
        await consumeCode(tx, right, joining.now)
        const admitted = await findOrCreatePerson(services, tx, { email, ...joining })
        await upsertPassword(tx, { personId: admitted.person.id, ...password, now: joining.now })
        await forgetDevices(tx, admitted.person.id)
        ended = await deleteSessionsOf(tx, admitted.person.id, null)
        return admitted.isNew ? admitted : { ...admitted, notice: { kind: 'passwordChanged' } }
      },
      method: 'reset',
    },
    caller,
  )
  for (const { id } of ended) services.live.closeSession(id)
  logSecurityEvent(services, 'password_reset', { personId: signedIn.id })
  return signedIn
}
