import { type AppSecret, allSecrets } from '../../../platform/app-secret.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { keyedHash } from '../keyed-hash.ts'
import { type IdentityName, identityHash } from '../sign-in/identity-store.ts'

const RETENTION_MS = 30 * DAY_MS

/** What identifies a deleted account. */
interface DeletedAccountKeys {
  email: string | null
  identities: readonly IdentityName[]
}

/** Remembers for 30 days that an account with this address or these identities was deleted (AUTH-15). */
export async function saveTombstone(
  appSecret: AppSecret,
  tx: Transaction,
  by: DeletedAccountKeys,
  now: Date,
): Promise<void> {
  const keys = keysOf({ ...appSecret, fallbacks: [] }, by)
  for (const key of keys) await upsertTombstone(tx, key, new Date(now.getTime() + RETENTION_MS))
}

/** Whether an account with this address or one of these identities was deleted within the last 30 days. */
export async function hasTombstone(
  appSecret: AppSecret,
  db: Queryable,
  by: DeletedAccountKeys,
  now: Date,
): Promise<boolean> {
  for (const key of keysOf(appSecret, by)) if (await isTombstoneStored(db, key, now)) return true
  return false
}

/** Forgets the accounts that were deleted long enough ago. */
export async function deleteTombstonesBefore(db: Queryable, now: Date): Promise<void> {
  await db.query('delete from left_mark where until <= $1', [now])
}

/**
 * With the current secret and with each fallback. Uses a hash kind of its own, so that this table cannot be joined with
 * any other.
 */
function keysOf(appSecret: AppSecret, { email, identities }: DeletedAccountKeys): Buffer[] {
  return allSecrets(appSecret).flatMap((current) => {
    const names = identities.map((identity) => identityHash({ current }, identity).toString('hex'))
    if (email !== null) names.push(email.toLowerCase())
    return names.map((name) => keyedHash({ current }, 'left', name))
  })
}

async function upsertTombstone(tx: Transaction, keyHash: Uint8Array, until: Date): Promise<void> {
  await tx.query(
    `insert into left_mark (key_hash, until) values ($1, $2)
     on conflict (key_hash) do update set until = excluded.until`,
    [keyHash, until],
  )
}

async function isTombstoneStored(db: Queryable, keyHash: Uint8Array, now: Date): Promise<boolean> {
  return (await db.query('select 1 from left_mark where key_hash = $1 and until > $2', [keyHash, now])).length > 0
}
