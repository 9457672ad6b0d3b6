import { createHash } from 'node:crypto'
import { AppError } from '../../platform/app-error.ts'
import { onlyRow, type Queryable, type Transaction } from '../../platform/db/database.ts'
import { IDEMPOTENCY_RETENTION_MS } from './rules.ts'
import { deleteIdempotencyKeysBefore, insertIdempotencyKey, selectIdempotencyKey } from './store.ts'

/** A save with an idempotency key. */
export interface IdempotentSave {
  personId: string
  key: string | undefined
  body: unknown
  now: Date
}

/**
 * The card that an earlier save with this key created; null when there was none, and then this save owns the key. If
 * the first save is still running, it waits for it.
 * @throws AppError Conflict for the same key with another body.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  save: IdempotentSave,
  cardId: string,
): Promise<string | null> {
  const { personId, key, now } = save
  if (key === undefined) return null
  const bodyHash = createHash('sha256').update(JSON.stringify(save.body)).digest()
  if ((await insertIdempotencyKey(tx, { personId, key, bodyHash, cardId, now })).length > 0) return null
  const known = onlyRow(await selectIdempotencyKey(tx, personId, key))
  if (!known || !bodyHash.equals(Buffer.from(known.bodyHash))) throw new AppError('Conflict')
  return known.cardId
}

/** Deletes idempotency keys that are past their retention. */
export async function purgeIdempotencyKeys(db: Queryable, now: Date): Promise<void> {
  await deleteIdempotencyKeysBefore(db, new Date(now.getTime() - IDEMPOTENCY_RETENTION_MS))
}
