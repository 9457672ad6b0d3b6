import { onlyRow, type Queryable } from '../../platform/db/database.ts'

/** Since when a person has been talking, when they last did, and when they were last told that it is an AI (H1). */
export interface StoredUse {
  since: Date | null
  lastAt: Date | null
  lastNoticeAt: Date | null
}

export async function readUse(db: Queryable, personId: string): Promise<StoredUse> {
  const row = onlyRow(
    await db.query<StoredUse>(
      `select talking_since as since, last_talk_at as "lastAt", last_ai_notice_at as "lastNoticeAt" from person where id = $1`,
      [personId],
    ),
  )
  return row ?? { since: null, lastAt: null, lastNoticeAt: null }
}

export async function saveUse(db: Queryable, personId: string, use: StoredUse): Promise<void> {
  await db.query('update person set talking_since = $2, last_talk_at = $3, last_ai_notice_at = $4 where id = $1', [
    personId,
    use.since,
    use.lastAt,
    use.lastNoticeAt,
  ])
}

/** A crisis message was seen: for a day no offer is shown (C3). */
export async function noteCrisis(db: Queryable, personId: string, now: Date): Promise<void> {
  await db.query('update person set last_crisis_at = $2 where id = $1', [personId, now])
}
