import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { AccountServices } from '../services.ts'
import { isSameCode, parseCode } from './sign-in-code.ts'
import { assertWithinLimits, FAILURE_LIMITS } from './sign-in-limits.ts'
import { consumeAttempt, deleteFailure, insertFailure, lockCounts, type Purpose, useCode } from './sign-in-store.ts'

/** A correct code that is not used up yet. */
interface VerifiedCode {
  id: number
  failureId: number
}

/** The caller who guesses, and the address. */
interface Guesser {
  email: string
  network: string
}

/**
 * Compares the input with the newest code of the address. The attempt and the failure are recorded before the
 * comparison, and `consumeCode` removes the failure, so that parallel guesses get no free attempts.
 * @throws AppError WrongCode with `tries_left`, CodeExpired when no code is valid, TooManyRequests after too many
 * failures of this address or network (AUTH-01).
 */
export async function verifyCode(
  services: AccountServices,
  guess: Guesser & { purpose: Purpose; code: string },
): Promise<VerifiedCode> {
  const now = services.clock.now()
  const { open, failureId } = await services.database.transaction(async (tx) => {
    const failureId = await recordFailure(services, tx, guess, now)
    const emailHash = keyedHash(services.appSecret, 'email', guess.email.toLowerCase())
    const open = onlyRow(await consumeAttempt(tx, emailHash, guess.purpose, now))
    if (!open) await deleteFailure(tx, failureId)
    return { open, failureId }
  })
  if (!open) throw new AppError('CodeExpired')
  const isRight = await isSameCode(services, parseCode(guess.code), { salt: open.salt, hash: open.code_hash })
  if (!isRight) throw new AppError('WrongCode', { tries_left: open.tries_left })
  return { id: open.id, failureId }
}

/**
 * Uses up a correct code, in the transaction of the action it allows.
 * @throws AppError CodeExpired when another request was faster (AUTH-03) or a newer code was sent meanwhile.
 */
export async function consumeCode(tx: Transaction, code: VerifiedCode, now: Date): Promise<void> {
  const used = await useCode(tx, code.id, now)
  if (used.length === 0) throw new AppError('CodeExpired')
  await deleteFailure(tx, code.failureId)
}

/**
 * Records one failed guess of this address and network.
 * @throws AppError TooManyRequests when there were too many; then nothing is recorded.
 */
export async function recordFailure(
  services: AccountServices,
  tx: Transaction,
  guesser: Guesser,
  now: Date,
): Promise<number> {
  const emailHash = keyedHash(services.appSecret, 'email', guesser.email.toLowerCase())
  const networkHash = keyedHash(services.appSecret, 'network', guesser.network)
  await lockCounts(tx, networkHash, emailHash)
  if (services.settings.rateLimits) {
    const hashes = { email_hash: emailHash, network_hash: networkHash }
    await assertWithinLimits(tx, 'sign_in_failure', FAILURE_LIMITS, hashes, now)
  }
  const [row] = await insertFailure(tx, { emailHash, networkHash, now })
  return row?.id ?? 0
}
