import type { Queryable } from '../../platform/db/database.ts'
import { type CampaignCount, selectCampaignCounts } from './store.ts'

/**
 * Visits from `since` (inclusive) to `until` (exclusive) by campaign, most first. An account, and whatever it buys
 * later, counts for the first visit that its browser had agreed to (first touch), at that visit's own time.
 */
export function countCampaigns(db: Queryable, span: { since: Date; until: Date }): Promise<CampaignCount[]> {
  return selectCampaignCounts(db, span)
}
