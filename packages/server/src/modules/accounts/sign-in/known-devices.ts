import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/** A device that nobody has signed in on for this long counts as new again. Longer than the life of a session. */
export const KNOWN_DEVICE_MS = 180 * DAY_MS

/** Whether the account with this address (lower case) has been opened in this browser before. */
export async function isKnownDevice(db: Queryable, email: string, deviceHash: Uint8Array): Promise<boolean> {
  const rows = await db.query(
    `select 1 from known_device d join person p on p.id = d.person_id where p.email = $1 and d.device_hash = $2`,
    [email, deviceHash],
  )
  return rows.length > 0
}

/** Remembers that the person signed in on this device; returns whether they never had before. */
export async function rememberDevice(
  tx: Transaction,
  personId: string,
  deviceHash: Uint8Array,
  now: Date,
): Promise<boolean> {
  // PostgreSQL sets `xmax` on a row that the conflict updates; on an inserted one it is 0.
  const [row] = await tx.query<{ is_new: boolean }>(
    `insert into known_device as d (person_id, device_hash, created_at, last_sign_in_at) values ($1, $2, $3, $3)
     on conflict (person_id, device_hash) do update set last_sign_in_at = greatest(d.last_sign_in_at, $3)
     returning (xmax = 0) as is_new`,
    [personId, deviceHash, now],
  )
  return row?.is_new ?? false
}

/** Gives a device another hash. */
export async function replaceKnownDevice(db: Queryable, from: Uint8Array, to: Uint8Array): Promise<void> {
  await db.query(
    `with old as (delete from known_device where device_hash = $1 returning person_id, created_at, last_sign_in_at)
     insert into known_device as d (person_id, device_hash, created_at, last_sign_in_at)
       select person_id, $2, created_at, last_sign_in_at from old
     on conflict (person_id, device_hash) do update set created_at = least(d.created_at, excluded.created_at),
       last_sign_in_at = greatest(d.last_sign_in_at, excluded.last_sign_in_at)`,
    [from, to],
  )
}

/** Forgets the device, so that it counts as new: for one that the person has signed out. */
export async function forgetDeviceOfSession(db: Queryable, personId: string, sessionId: string): Promise<void> {
  await db.query(
    `delete from known_device where person_id = $1
       and device_hash = (select device_hash from session where id = $2 and person_id = $1)`,
    [personId, sessionId],
  )
}

/** Forgets every device of the person but that of one session. */
export async function forgetOtherDevices(db: Queryable, personId: string, exceptSessionId: string): Promise<void> {
  await db.query(
    `delete from known_device where person_id = $1
       and device_hash is distinct from (select device_hash from session where id = $2)`,
    [personId, exceptSessionId],
  )
}

/** Forgets every device of the person. */
export async function forgetDevices(db: Queryable, personId: string): Promise<void> {
  await db.query('delete from known_device where person_id = $1', [personId])
}

export async function deleteDevicesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from known_device where last_sign_in_at <= $1', [before])
}
