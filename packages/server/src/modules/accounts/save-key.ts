import { createHash } from 'node:crypto'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** How long idempotency keys of saves are kept. */
const RETENTION_MS = DAY_MS

/** A save with an idempotency key, of a card or anything else that a person keeps. */
export interface IdempotentSave {
  personId: string
  key: string | undefined
  /** What is saved, and as what. */
  body: unknown
  now: Date
}

/**
 * Claims a key for a save that stores `id`. Returns null for the first save with this key, else the id that the first
 * one stored; waits for a first one that is still running. Call it before any check of the revision, which the first
 * save has already changed.
 * @throws AppError Conflict for the same key with another body.
 */
export async function claimSaveKey(tx: Transaction, save: IdempotentSave, id: string): Promise<string | null> {
  const { personId, key, now } = save
  if (key === undefined) return null
  const bodyHash = createHash('sha256').update(JSON.stringify(save.body)).digest()
  // The table is named after cards, the first that had keys.
  const claimed = await tx.query(
    `insert into card_save (person_id, key, body_hash, card_id, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning key`,
    [personId, key, bodyHash, id, now],
  )
  if (claimed.length > 0) return null
  const known = onlyRow(
    await tx.query<{ id: string; bodyHash: Uint8Array }>(
      `select card_id as id, body_hash as "bodyHash" from card_save where person_id = $1 and key = $2`,
      [personId, key],
    ),
  )
  if (!known || !bodyHash.equals(Buffer.from(known.bodyHash))) throw new AppError('Conflict')
  return known.id
}

/** Deletes idempotency keys that are past their retention. */
export async function purgeSaveKeys(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from card_save where created_at < $1', [new Date(now.getTime() - RETENTION_MS)])
}
