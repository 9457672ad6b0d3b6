import type { Product } from '@everkin/contract/types.ts'

/** Price of a membership per day in minor units; null if it is not a whole number, and therefore not shown. */
export function perDay({ amount, period_days: days }: Pick<Product, 'amount' | 'period_days'>): number | null {
  if (days === null || days < 2 || amount % days !== 0) return null
  return amount / days
}
