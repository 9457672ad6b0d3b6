import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { keyedHash } from '../keyed-hash.ts'
import { hasLeftMark, upsertLeftMark } from '../store.ts'

const RETENTION_MS = 30 * 86_400_000

/** By what someone who has left is known again. */
interface DeletedAccountKeys {
  email: string | null
  identityHashes: readonly Buffer[]
}

/** Remembers for 30 days that an account with this address or these identities has been deleted (AUTH-15). */
export async function saveTombstone(
  appSecret: string,
  tx: Transaction,
  by: DeletedAccountKeys,
  now: Date,
): Promise<void> {
  for (const key of keysOf(appSecret, by)) await upsertLeftMark(tx, key, new Date(now.getTime() + RETENTION_MS))
}

/** Whether an account with this address or one of these identities has been deleted within 30 days. */
export async function hasTombstone(
  appSecret: string,
  db: Queryable,
  by: DeletedAccountKeys,
  now: Date,
): Promise<boolean> {
  for (const key of keysOf(appSecret, by)) if (await hasLeftMark(db, key, now)) return true
  return false
}

/** Another kind of hash than anything else is kept by, so that this table can be laid beside no other. */
function keysOf(appSecret: string, { email, identityHashes }: DeletedAccountKeys): Buffer[] {
  const names = identityHashes.map((hash) => hash.toString('hex'))
  return [...(email === null ? [] : [email.toLowerCase()]), ...names].map((name) => keyedHash(appSecret, 'left', name))
}
