import type { Queryable } from '../../platform/db/database.ts'
import { addOrder, addSale } from './store.ts'

/**
 * Counts a paid order for the visit by which its buyer's account came; nothing where there is none. To be called in the
 * transaction that fulfils the order, so that it counts once. Of the order, nothing but its amount is added to the visit's sum.
 */
export async function countPurchase(
  tx: Queryable,
  personId: string,
  sale: { amount: number; currency: string; now: Date },
): Promise<void> {
  await addOrder(tx, personId, sale.now)
  await addSale(tx, personId, sale)
}

/** Takes from that sum what was given back; the order stays counted. */
export async function countGivenBack(
  tx: Queryable,
  personId: string,
  sale: { amount: number; currency: string },
): Promise<void> {
  await addSale(tx, personId, { ...sale, amount: -sale.amount })
}
