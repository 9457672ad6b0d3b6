import type { ApiData } from '@everkin/contract/api-types.ts'
import { invalidInput } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { csvFile } from '../../platform/csv.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { FileReply } from '../../platform/http/stream-reply.ts'
import { addOrder, addSale, type CampaignCount, type CampaignGrouping, selectCampaignCounts } from './store.ts'
import { RETENTION_DAYS } from './visit-lifecycle.ts'

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
export function countCampaigns(
  db: Queryable,
  span: { since: Date; until: Date; by?: CampaignGrouping },
): Promise<CampaignCount[]> {
  return selectCampaignCounts(db, { by: 'campaign', ...span })
}

type CampaignPage = ApiData<'GET /api/desk/campaigns'>
interface CampaignQuery {
  since?: string | undefined
  until?: string | undefined
  by: CampaignGrouping
}

const DEFAULT_DAYS = 30
const MAX_ROWS = 500

/**
 * The figures for the table of operators: the rows with the most visits.
 * @throws AppError InvalidInput on `since` when it is after `until`.
 */
export async function loadCampaigns(
  { database, clock }: { database: Queryable; clock: Clock },
  query: CampaignQuery,
): Promise<CampaignPage> {
  const span = spanOf(query, clock.now())
  const rows = await countCampaigns(database, { ...span, by: query.by })
  return {
    since: dayOf(span.since),
    until: dayOf(new Date(span.until.getTime() - DAY_MS)),
    rows: rows.slice(0, MAX_ROWS),
    more: Math.max(0, rows.length - MAX_ROWS),
    kept_days: RETENTION_DAYS,
  }
}

const CSV_HEADER = ['page', 'source', 'medium', 'campaign', 'ref', 'visits', 'accounts', 'buyers', 'orders']

/** All rows as a file; a column for each currency, in minor units. */
export async function exportCampaigns(
  { database, clock }: { database: Queryable; clock: Clock },
  query: CampaignQuery,
): Promise<FileReply> {
  const span = spanOf(query, clock.now())
  const rows = await countCampaigns(database, { ...span, by: query.by })
  const currencies = [...new Set(rows.flatMap(({ amounts }) => amounts.map(({ currency }) => currency)))].sort()
  const header = [...CSV_HEADER, ...currencies.map((currency) => `amount_${currency}_minor`)]
  const lines = rows.map((row) => [
    row.page,
    row.source,
    row.medium,
    row.campaign,
    row.ref,
    row.visits,
    row.accounts,
    row.buyers,
    row.orders,
    ...currencies.map((currency) => row.amounts.find((amount) => amount.currency === currency)?.amount ?? 0),
  ])
  return { name: `campaigns-${dayOf(span.since)}.csv`, pieces: csvFile(header, lines) }
}

/** Whole days in UTC. */
function spanOf(query: CampaignQuery, now: Date): { since: Date; until: Date } {
  const last = query.until ?? dayOf(now)
  const until = new Date(Date.parse(last) + DAY_MS)
  const since = query.since ? new Date(query.since) : new Date(until.getTime() - DEFAULT_DAYS * DAY_MS)
  if (since >= until) throw invalidInput('since', 'it is after the last day')
  return { since, until }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
