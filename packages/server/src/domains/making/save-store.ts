import type { Queryable } from '../../platform/db/database.ts'

/** Writes a key down, waiting for whoever writes the same one; nothing when it was there. */
export function insertSave(
  tx: Queryable,
  save: { personId: string; key: string; bodyHash: Uint8Array; cardId: string; now: Date },
): Promise<{ key: string }[]> {
  return tx.query<{ key: string }>(
    `insert into card_save (person_id, key, body_hash, card_id, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning key`,
    [save.personId, save.key, save.bodyHash, save.cardId, save.now],
  )
}

export function selectSave(
  db: Queryable,
  personId: string,
  key: string,
): Promise<{ cardId: string; bodyHash: Uint8Array }[]> {
  return db.query(
    `select card_id as "cardId", body_hash as "bodyHash" from card_save where person_id = $1 and key = $2`,
    [personId, key],
  )
}

export async function deleteSavesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from card_save where created_at < $1', [before])
}
