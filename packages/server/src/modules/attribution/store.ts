import type { Locale } from '@everkin/contract/locales.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

export async function insertVisit(
  db: Queryable,
  visit: {
    id: string
    keyHash: Uint8Array | null
    page: string
    locale: Locale
    deviceType: 0 | 1
    utmSource: string
    utmMedium: string
    utmCampaign: string
    ref: string
    referrer: string
    now: Date
  },
): Promise<void> {
  await db.query(
    `insert into web_visit
       (id, key_hash, page, locale, device_type, utm_source, utm_medium, utm_campaign, ref, referrer, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      visit.id,
      visit.keyHash,
      visit.page,
      visit.locale,
      visit.deviceType,
      visit.utmSource,
      visit.utmMedium,
      visit.utmCampaign,
      visit.ref,
      visit.referrer,
      visit.now,
    ],
  )
}

/** The key is deleted in this step, because it is no longer needed. */
export async function setPersonByKey(
  tx: Transaction,
  link: { keyHash: Uint8Array; personId: string; since: Date; now: Date },
): Promise<void> {
  await tx.query(
    `update web_visit set person_id = $2, joined_at = $4, key_hash = null where key_hash = $1 and created_at > $3`,
    [link.keyHash, link.personId, link.since, link.now],
  )
}

export async function deleteVisitByKey(db: Queryable, keyHash: Uint8Array): Promise<void> {
  await db.query('delete from web_visit where key_hash = $1', [keyHash])
}

export function selectVisitsOf(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select page, locale, device_type, utm_source, utm_medium, utm_campaign, ref, referrer, created_at, joined_at,
       first_order_at, order_count
     from web_visit where person_id = $1 order by created_at, id`,
    [personId],
  )
}

export async function deleteVisitsOf(db: Queryable, personId: string): Promise<void> {
  await db.query('delete from web_visit where person_id = $1', [personId])
}

export async function dropKeysBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('update web_visit set key_hash = null where key_hash is not null and created_at <= $1', [before])
}

export async function deleteVisitsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from web_visit where person_id is null and created_at < $1', [before])
}

export async function addOrder(tx: Transaction, personId: string, now: Date): Promise<void> {
  await tx.query(
    `update web_visit set order_count = order_count + 1, first_order_at = coalesce(first_order_at, $2)
     where person_id = $1`,
    [personId, now],
  )
}

/** Adds a signed amount, in minor units, to the visit's revenue in that currency. */
export async function addSale(
  tx: Transaction,
  personId: string,
  sale: { amount: number; currency: string },
): Promise<void> {
  await tx.query(
    `insert into visit_sale (visit_id, currency, amount) select id, $2, $3 from web_visit where person_id = $1
     on conflict (visit_id, currency) do update set amount = visit_sale.amount + excluded.amount`,
    [personId, sale.currency, sale.amount],
  )
}

/** The results of the visits from one kind of link. */
export interface CampaignCount {
  /** Only when grouped by page. */
  page: string | null
  source: string
  medium: string
  campaign: string
  ref: string
  visits: number
  /** How many of these visits led to a new account, and how many of those accounts bought something. */
  accounts: number
  buyers: number
  orders: number
  /** What they paid minus refunds, in minor units of each currency. */
  amounts: { currency: string; amount: number }[]
}

const COLUMNS_BY = {
  campaign: `'' as page, utm_source as source, utm_medium as medium, utm_campaign as campaign, ref`,
  page: `page, '' as source, '' as medium, '' as campaign, '' as ref`,
} as const

export type CampaignGrouping = 'campaign' | 'page'

/** By campaign: each kind of link. By page: each landing page, with the links left out. */
export function selectCampaignCounts(
  db: Queryable,
  { since, until, by }: { since: Date; until: Date; by: CampaignGrouping },
): Promise<CampaignCount[]> {
  return db.query<CampaignCount>(
    `with visit as (
       select id, ${COLUMNS_BY[by]}, joined_at, first_order_at, order_count
       from web_visit where created_at >= $1 and created_at < $2
     ), sale as (
       select page, source, medium, campaign, ref, currency, sum(amount)::float8 as amount
       from visit join visit_sale on visit_id = id group by page, source, medium, campaign, ref, currency
     )
     select nullif(page, '') as page, source, medium, campaign, ref, count(*)::int as visits, count(joined_at)::int as accounts,
       count(first_order_at)::int as buyers, sum(order_count)::int as orders,
       coalesce((
         select jsonb_agg(jsonb_build_object('currency', sale.currency, 'amount', sale.amount) order by sale.currency)
         from sale where (sale.page, sale.source, sale.medium, sale.campaign, sale.ref)
           = (visit.page, visit.source, visit.medium, visit.campaign, visit.ref)
       ), '[]') as amounts
     from visit group by page, source, medium, campaign, ref
     order by count(*) desc, page, source, medium, campaign, ref`,
    [since, until],
  )
}
