import type { Product } from '@everkin/contract/types.ts'

/** What a day of a membership comes to in minor units; null where that is not exactly true, and so is not said. */
export function perDay({ amount, period_days: days }: Pick<Product, 'amount' | 'period_days'>): number | null {
  if (days === null || days < 2 || amount % days !== 0) return null
  return amount / days
}
