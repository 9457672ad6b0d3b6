import type { Order } from '@everkin/contract/types.ts'

interface Money {
  amount: number
  currency: string
}

/** What was paid for an order, or is to be paid. Its refunds are in the same currency. */
export function receivedMoney({ amount, currency, received }: Pick<Order, 'amount' | 'currency' | 'received'>): Money {
  return received ?? { amount, currency }
}
