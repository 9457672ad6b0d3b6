import type { Queryable, SqlValue, Transaction } from '../../../platform/db/database.ts'

export async function upsertAgeMarks(
  tx: Transaction,
  keyHashes: readonly Uint8Array[],
  until: Date,
  isTooYoung: boolean,
): Promise<void> {
  for (const keyHash of keyHashes) {
    await tx.query(
      `insert into age_mark (key_hash, until, too_young) values ($1, $2, $3)
       on conflict (key_hash) do update set until = greatest(age_mark.until, excluded.until),
         too_young = age_mark.too_young or excluded.too_young`,
      [keyHash, until, isTooYoung],
    )
  }
}

/** Moves a mark to another hash; where that is marked already, the longer and stricter of both stays. */
export async function replaceAgeMark(db: Queryable, from: Uint8Array, to: Uint8Array): Promise<void> {
  await db.query(
    `with old as (delete from age_mark where key_hash = $1 returning until, too_young)
     insert into age_mark (key_hash, until, too_young) select $2, until, too_young from old
     on conflict (key_hash) do update set until = greatest(age_mark.until, excluded.until),
       too_young = age_mark.too_young or excluded.too_young`,
    [from, to],
  )
}

export async function deleteAgeMarks(tx: Transaction, keyHashes: readonly Uint8Array[]): Promise<void> {
  for (const keyHash of keyHashes) await tx.query('delete from age_mark where key_hash = $1', [keyHash])
}

/** Deletes marks of people who said that they are under 18. Marks of those too young for the site stay. */
export async function deleteDeclaredMarks(tx: Transaction, keyHashes: readonly Uint8Array[]): Promise<void> {
  for (const keyHash of keyHashes)
    await tx.query('delete from age_mark where key_hash = $1 and not too_young', [keyHash])
}

export async function deleteAgeMarksBefore(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from age_mark where until <= $1', [now])
}

/** What is remembered of any of these; null for nothing. */
export async function findAgeMark(
  db: Queryable,
  keyHashes: readonly Uint8Array[],
  now: Date,
): Promise<'under_18' | 'too_young' | null> {
  const conditions = keyHashes.map((_, index) => `$${index + 2}`)
  if (conditions.length === 0) return null
  const values: SqlValue[] = [now, ...keyHashes]
  const [row] = await db.query<{ tooYoung: boolean | null }>(
    `select bool_or(too_young) as "tooYoung" from age_mark where until > $1 and key_hash in (${conditions.join(', ')})`,
    values,
  )
  if (row?.tooYoung == null) return null
  return row.tooYoung ? 'too_young' : 'under_18'
}
