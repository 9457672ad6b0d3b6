import type { Product } from '@everkin/contract/types.ts'

/** Price of a membership per day in minor units; null if it is not a whole number, and therefore not shown. */
export function perDay({ amount, period_days: days }: Pick<Product, 'amount' | 'period_days'>): number | null {
  if (days === null || days < 2 || amount % days !== 0) return null
  return amount / days
}

const DAYS_OF_YEAR = 365
/** A shorter membership is not compared by the month. */
const MIN_DAYS_FOR_MONTHS = 90

/** Price of a long membership per month in minor units, rounded; null for a shorter one. */
export function perMonth({ amount, period_days: days }: Pick<Product, 'amount' | 'period_days'>): number | null {
  if (days === null || days < MIN_DAYS_FOR_MONTHS) return null
  return Math.round((amount * DAYS_OF_YEAR) / (days * 12))
}
