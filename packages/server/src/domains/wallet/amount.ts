import { invalidInput } from '../../platform/app-error.ts'

/**
 * Lets whole amounts from 0 to 2^53 - 1 pass (WAL-18).
 * @throws AppError InvalidInput on `amount` for everything else; nothing is booked.
 */
export function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw invalidInput('amount')
}
