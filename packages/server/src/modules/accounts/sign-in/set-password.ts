import { AppError, invalidInput } from '../../../platform/app-error.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { Caller, SignedInCaller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { deleteSessionsOf, lockPerson } from '../store.ts'
import { findOrCreatePerson } from './create-person.ts'
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
 * Sets the account's first password, or replaces the current one, which must be given; a replacement signs out every
 * other device.
 * @throws AppError NotAllowed for an account without an address, which could not sign in with it; InvalidInput as
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
  const password = await hashPassword(services, request.password)
  const now = services.clock.now()
  const ended = await services.database.transaction(async (tx) => {
    if (!onlyRow(await lockPerson(tx, personId))) throw new AppError('NotSignedIn')
    const isStill = before
      ? (await lockPassword(tx, personId, before.kept.hash)).length > 0
      : (await selectPassword(tx, personId)).length === 0
    if (!isStill) throw new AppError('Conflict')
    if (before) await deleteFailure(tx, before.failureId)
    await upsertPassword(tx, { personId, ...password, now })
    return before ? deleteSessionsOf(tx, personId, sessionId) : []
  })
  for (const { id } of ended) services.live.closeSession(id)
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
  const right = await verifyCode(services, { email, purpose: 'reset', code, challenge }, caller)
  const password = await hashPassword(services, request.password)
  let ended: { id: string }[] = []
  const signedIn = await signInPerson(
    services,
    {
      admit: async (tx, joining) => {
        await consumeCode(tx, right, joining.now)
        const admitted = await findOrCreatePerson(services, tx, { email, ...joining })
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
