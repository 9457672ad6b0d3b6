import { AppError } from '../../../platform/app-error.ts'
import { onlyRow, type Transaction } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { AccountServices } from '../services.ts'
import { hashSecret } from '../sessions/identify.ts'
import { challengeOf } from '../sessions/session-cookies.ts'
import { isSameCode, parseCode } from './sign-in-code.ts'
import { assertCanGuess, loadCountedCaller } from './sign-in-limits.ts'
import {
  consumeAttempt,
  deleteFailure,
  type GuessKind,
  insertFailure,
  lockCounts,
  type Purpose,
  useCode,
} from './sign-in-store.ts'

/** A correct code that is not used up yet. */
interface VerifiedCode {
  id: number
  failureId: number
}

/** Who guesses. */
export type Guesser = Pick<Caller, 'network' | 'cookies' | 'isBrowser' | 'isSecure'>

/** A code as typed, and the challenge that a client without cookies sends with it. */
interface TypedCode {
  email: string
  purpose: Purpose
  code: string
  challenge: string | undefined
}

/**
 * Compares the input with the newest code that this browser has asked for (AUTH-02). The attempt and the failure are
 * recorded before the comparison, and `consumeCode` removes the failure, so that parallel guesses get no free attempts.
 * @throws AppError WrongCode with `tries_left`, CodeExpired when this browser has no valid code for the address,
 * TooManyRequests after too many failures of this network (AUTH-01).
 */
export async function verifyCode(services: AccountServices, typed: TypedCode, caller: Guesser): Promise<VerifiedCode> {
  const now = services.clock.now()
  const challenge = challengeOf(caller, typed.challenge)
  const { open, failureId } = await services.database.transaction(async (tx) => {
    const failureId = await recordFailure(services, tx, { kind: 'code', email: typed.email }, caller, now)
    const { emailHash } = await loadCountedCaller(services, tx, typed.email, caller)
    const asked = challenge && { emailHash, challengeHash: hashSecret(challenge), purpose: typed.purpose }
    const open = asked ? onlyRow(await consumeAttempt(tx, asked, now)) : null
    if (!open) await deleteFailure(tx, failureId)
    return { open, failureId }
  })
  if (!open) throw new AppError('CodeExpired')
  const isRight = await isSameCode(services, parseCode(typed.code), { salt: open.salt, hash: open.code_hash })
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
 * Records one failed guess of this caller at this address.
 * @throws AppError TooManyRequests when there were too many; then nothing is recorded.
 */
export async function recordFailure(
  services: AccountServices,
  tx: Transaction,
  guess: { kind: GuessKind; email: string },
  caller: Pick<Caller, 'network' | 'cookies'>,
  now: Date,
): Promise<number> {
  const by = await loadCountedCaller(services, tx, guess.email, caller)
  await lockCounts(tx, by.networkHash, by.emailHash)
  if (services.settings.rateLimits) await assertCanGuess(tx, guess.kind, by, now)
  const [row] = await insertFailure(tx, { ...by, kind: guess.kind, now })
  return row?.id ?? 0
}
