import type { Queryable } from '../../platform/db/database.ts'
import { keyedHash } from './keyed-hash.ts'
import { hasAgeMark, upsertAgeMarks } from './store.ts'

const MARK_MS = 90 * 86_400_000

/** By what someone who said "under 18" is known again: address, browser and identities, all only as hashes. */
export interface MarkedBy {
  email: string | null
  deviceHash: Buffer | null
  identityHashes?: readonly Buffer[]
}

/** Remembers for 90 days that someone with this address or browser said they are under 18 (A4). */
export async function markMinor(appSecret: string, tx: Queryable, by: MarkedBy, now: Date): Promise<void> {
  await upsertAgeMarks(tx, keysOf(appSecret, by), new Date(now.getTime() + MARK_MS))
}

/** Whether someone with this address or browser has said so within 90 days. */
export function hasMinorMark(appSecret: string, db: Queryable, by: MarkedBy, now: Date): Promise<boolean> {
  return hasAgeMark(db, keysOf(appSecret, by), now)
}

function keysOf(appSecret: string, { email, deviceHash, identityHashes = [] }: MarkedBy): Buffer[] {
  const keys = email === null ? [] : [keyedHash(appSecret, 'email', email)]
  return [...keys, ...(deviceHash ? [deviceHash] : []), ...identityHashes]
}
