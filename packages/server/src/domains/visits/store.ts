import type { Locale } from '@everkin/contract/locales.ts'
import type { Queryable } from '../../platform/db/database.ts'

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

/** The key has done its work with this and goes. */
export async function setPersonByKey(
  tx: Queryable,
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

export async function deleteVisitsOf(db: Queryable, personId: string): Promise<void> {
  await db.query('delete from web_visit where person_id = $1', [personId])
}

export async function dropKeysBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('update web_visit set key_hash = null where key_hash is not null and created_at <= $1', [before])
}

export async function deleteVisitsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from web_visit where person_id is null and created_at < $1', [before])
}
