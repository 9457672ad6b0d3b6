import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { addOrder, addSale, type CampaignCount, selectCampaignCounts } from './store.ts'

/**
 * Counts a paid order for the visit by which its buyer's account came; nothing where there is none. To be called in the
 * transaction that fulfils the order, so that it counts once. Of the order, nothing but its amount is added to the visit's sum.
 */
export async function countPurchase(
  tx: Transaction,
  personId: string,
  sale: { amount: number; currency: string; now: Date },
): Promise<void> {
  await addOrder(tx, personId, sale.now)
  await addSale(tx, personId, sale)
}

/** Takes from that sum what was given back; the order stays counted. */
export async function countRefund(
  tx: Transaction,
  personId: string,
  sale: { amount: number; currency: string },
): Promise<void> {
  await addSale(tx, personId, { ...sale, amount: -sale.amount })
}

/**
 * Visits from `since` (inclusive) to `until` (exclusive) by campaign, most first. An account, and whatever it buys
 * later, counts for the first visit that its browser had agreed to (first touch), at that visit's own time.
 */
export function countCampaigns(db: Queryable, span: { since: Date; until: Date }): Promise<CampaignCount[]> {
  return selectCampaignCounts(db, span)
}
