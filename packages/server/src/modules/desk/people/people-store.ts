import type { Queryable } from '../../../platform/db/database.ts'

export interface FoundPerson {
  id: string
  nickname: string
  email: string | null
  createdAt: Date
  suspended: boolean
}

const MAX_FOUND = 50

/** Accounts whose nickname begins with the words, whose id they are, or whose whole mail address; newest first. */
export function selectPeopleLike(db: Queryable, words: string): Promise<FoundPerson[]> {
  const beginning = `${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return db.query<FoundPerson>(
    `select id, nickname, email, created_at as "createdAt", suspension_id is not null as suspended from person
     where guest_messages_left is null and (lower(nickname) like $1 or id = $2 or email = lower($2))
     order by created_at desc, id limit $3`,
    [beginning, words, MAX_FOUND],
  )
}

/** Books a grant, or returns nothing when the key was used before. */
export function insertGrant(
  db: Queryable,
  grant: { key: string; personId: string; asset: string; amount: number; reason: string; now: Date },
): Promise<{ key: string }[]> {
  return db.query<{ key: string }>(
    `insert into operator_grant (key, person_id, asset, amount, reason, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (key) do nothing returning key`,
    [grant.key, grant.personId, grant.asset, grant.amount, grant.reason, grant.now],
  )
}

/** Whether a grant with this key is the same as this one. */
export async function isSameGrant(
  db: Queryable,
  grant: { key: string; personId: string; asset: string; amount: number; reason: string },
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from operator_grant where key = $1 and person_id = $2 and asset = $3 and amount = $4 and reason = $5`,
    [grant.key, grant.personId, grant.asset, grant.amount, grant.reason],
  )
  return rows.length > 0
}
