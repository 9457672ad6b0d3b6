import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { addOrder, addSale, type CampaignCount, selectCampaignCounts } from './store.ts'

/**
 * Counts a paid order for the visit that its buyer's account came from; does nothing without one. Call it in the
 * transaction that fulfils the order, so that it counts once. Only the order's amount is added to the visit's sum.
 */
export async function countPurchase(
  tx: Transaction,
  personId: string,
  sale: { amount: number; currency: string; now: Date },
): Promise<void> {
  await addOrder(tx, personId, sale.now)
  await addSale(tx, personId, sale)
}

/** Subtracts a refund from that sum; the order stays counted. */
export async function countRefund(
  tx: Transaction,
  personId: string,
  sale: { amount: number; currency: string },
): Promise<void> {
  await addSale(tx, personId, { ...sale, amount: -sale.amount })
}

/**
 * Visits from `since` (inclusive) to `until` (exclusive) by campaign, most first. An account and all its purchases
 * count for the first visit that its browser consented to (first touch), at that visit's own time.
 */
export function countCampaigns(db: Queryable, span: { since: Date; until: Date }): Promise<CampaignCount[]> {
  return selectCampaignCounts(db, span)
}
