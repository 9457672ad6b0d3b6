import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { LastCheckin } from './evaluate-checkin.ts'
import type { StoredCheckin } from './week.ts'

export type CheckinRow = LastCheckin & StoredCheckin

/** A person's latest check-ins, newest first. */
export function selectCheckins(db: Queryable, personId: string, limit: number): Promise<CheckinRow[]> {
  return db.query<CheckinRow>(
    `select day::text as day, created_at as at, time_zone as "timeZone", streak_day as "streakDay",
       message_num as "messageNum", coin_num as "coinNum"
     from checkin where person_id = $1 order by checkin.day desc limit $2`,
    [personId, limit],
  )
}

export async function insertCheckin(tx: Transaction, personId: string, checkin: CheckinRow): Promise<void> {
  await tx.query(
    `insert into checkin (person_id, day, time_zone, streak_day, message_num, coin_num, created_at)
     values ($1, $2::date, $3, $4, $5, $6, $7)`,
    [personId, checkin.day, checkin.timeZone, checkin.streakDay, checkin.messageNum, checkin.coinNum, checkin.at],
  )
}

/**
 * All check-ins of a person, newest first, for the personal data export (D2). They are erased with the person's row.
 */
export function exportCheckins(db: Queryable, personId: string): Promise<CheckinRow[]> {
  return selectCheckins(db, personId, Number.MAX_SAFE_INTEGER)
}
