import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Person } from '../accounts/module.ts'
import { isAdult, isMinor } from '../safety/module.ts'
import { hasDebt } from './order-store.ts'
import { loadSpendingState, type SpendingState } from './spending-cap-store.ts'

/**
 * Passes for a person who may pay this amount now: an adult, without an open chargeback or a debt, within their own
 * spending limit. An order whose payment has started counts as spent, except `exceptOrderId`.
 * @throws AppError AgeNotOpen, NotAllowed, SpendingCapReached.
 */
export async function assertCanBuy(
  tx: Transaction,
  person: Pick<Person, 'id' | 'ageState'>,
  price: { amount: number; currency: string },
  now: Date,
  exceptOrderId: string,
): Promise<void> {
  if (isMinor(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'under_18' })
  if (!isAdult(person.ageState)) throw new AppError('AgeNotOpen', { reason: 'age_unknown' })
  if (await hasDebt(tx, person.id)) throw new AppError('NotAllowed', { reason: 'payment_disputed' }, 'paymentDisputed')
  const state = await loadSpendingState(tx, person.id, price.currency, now, exceptOrderId)
  if (exceedsCap(state, price)) {
    const { amount: cap, spent, reserved, resetsAt, currency } = state
    const details = { cap, spent, reserved, currency, amount: price.amount, resets_at: resetsAt.toISOString() }
    throw new AppError('SpendingCapReached', details)
  }
}

/** A price in another currency cannot be compared with the cap and always exceeds it. */
function exceedsCap(state: SpendingState, price: { amount: number; currency: string }): boolean {
  if (state.amount === null) return false
  return state.currency !== price.currency || state.spent + state.reserved + price.amount > state.amount
}
