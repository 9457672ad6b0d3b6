import { onlyRow, type Queryable } from '../../../platform/db/database.ts'
import type { Person } from '../person.ts'
import { updateTimeZone } from '../person-store.ts'

/** When a person's current talk began, when they last wrote, and when they were last reminded that it is an AI (H1). */
export interface StoredUsage {
  since: Date | null
  lastAt: Date | null
  lastNoticeAt: Date | null
}

export async function loadUsage(db: Queryable, personId: string): Promise<StoredUsage> {
  const row = onlyRow(
    await db.query<StoredUsage>(
      `select talking_since as since, last_talk_at as "lastAt", last_ai_notice_at as "lastNoticeAt" from person where id = $1`,
      [personId],
    ),
  )
  return row ?? { since: null, lastAt: null, lastNoticeAt: null }
}

export async function saveUsage(db: Queryable, personId: string, use: StoredUsage): Promise<void> {
  await db.query('update person set talking_since = $2, last_talk_at = $3, last_ai_notice_at = $4 where id = $1', [
    personId,
    use.since,
    use.lastAt,
    use.lastNoticeAt,
  ])
}

/** Records a crisis message: no offers are shown for a day (C3). */
export async function recordCrisis(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query('update person set last_crisis_at = $2 where id = $1', [personId, now])
}

/**
 * The person's part of the statement that stores a message. It increments their revision and advances the clock of
 * continued use (H1: restarts after an hour of silence), but only while age, adult mode and membership are the same as
 * when the turn was checked (AZ-03). Defines `active_person (user_rev, since, "lastNoticeAt")`.
 */
export function activePersonCte(person: {
  id: string
  ageState: string
  nsfw: string
  memberUntil: string
  now: string
}): string {
  return `active_person as (
      update person set user_rev = user_rev + 1, last_talk_at = ${person.now}::timestamptz,
        talking_since = case when talking_since is null or last_talk_at <= ${person.now}::timestamptz - interval '1 hour'
          then ${person.now}::timestamptz else talking_since end
      where id = ${person.id}::text and age_state = ${person.ageState}::text and nsfw = ${person.nsfw}::boolean
        and member_until = ${person.memberUntil}::bigint
      returning user_rev, talking_since as since, last_ai_notice_at as "lastNoticeAt")`
}

/** Stores the last valid time zone of the person's requests; does nothing while it is unchanged. */
export async function saveTimeZone(
  db: Queryable,
  person: Pick<Person, 'id' | 'timeZone'>,
  timeZone: string | null,
  now: Date,
): Promise<void> {
  if (timeZone !== null && timeZone !== person.timeZone) await updateTimeZone(db, person.id, timeZone, now)
}
