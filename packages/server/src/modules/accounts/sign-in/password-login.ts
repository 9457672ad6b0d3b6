import { AppError } from '../../../platform/app-error.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { loadPerson } from '../person.ts'
import { withFailuresLogged } from '../security-log.ts'
import type { AccountServices } from '../services.ts'
import { verifyPassword } from './password-hash.ts'
import { lockPassword, type PasswordRow, selectPasswordByEmail } from './password-store.ts'
import { type SignedIn, signInPerson } from './sign-in-person.ts'
import { deleteFailure } from './sign-in-store.ts'
import { recordFailure } from './verify-code.ts'

/**
 * Signs in with a password. The failure is recorded before the comparison and removed when the password is right, as
 * with codes. An unknown address, one without a password and a wrong password look alike, in timing too (AUTH-05).
 * @throws AppError WrongPassword; TooManyRequests after too many failures of this caller at this address (AUTH-01).
 */
export async function passwordLogin(
  services: AccountServices,
  request: { email: string; password: string; inviteCode: string | undefined },
  caller: Caller,
): Promise<SignedIn> {
  const { email, password, inviteCode } = request
  const { failureId, stored } = await comparePassword(services, { email, password }, caller, () =>
    selectPasswordByEmail(services.database, email.toLowerCase()),
  )
  return signInPerson(
    services,
    {
      admit: async (tx) => {
        // The password may have been changed, or the account deleted, since the comparison.
        const isStill = (await lockPassword(tx, stored.person_id, stored.hash)).length > 0
        const person = isStill ? await loadPerson(tx, stored.person_id) : null
        if (!person) throw new AppError('WrongPassword')
        await deleteFailure(tx, failureId)
        return { person, isNew: false }
      },
      method: 'password',
      inviteCode,
    },
    caller,
  )
}

/**
 * Compares a password with the stored one, counting the guess.
 * @throws AppError WrongPassword, TooManyRequests.
 */
export async function comparePassword(
  services: AccountServices,
  guess: { email: string; password: string },
  caller: Pick<Caller, 'network' | 'cookies'>,
  find: () => Promise<PasswordRow[]>,
): Promise<{ failureId: number; stored: PasswordRow }> {
  const now = services.clock.now()
  const about = { email: guess.email, network: caller.network, method: 'password' }
  return withFailuresLogged(services, about, async () => {
    const failureId = await services.database.transaction((tx) =>
      recordFailure(services, tx, { kind: 'password', email: guess.email }, caller, now),
    )
    const stored = onlyRow(await find()) ?? null
    const isRight = await verifyPassword(services, guess.password, stored)
    if (!isRight || !stored) throw new AppError('WrongPassword')
    return { failureId, stored }
  })
}
