import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { isMinor } from '../../safety/module.ts'
import { keyedHash } from '../keyed-hash.ts'
import { loadPerson } from '../person.ts'
import { hashDevice } from '../sessions/session-cookies.ts'
import { deleteAgeMarks, findAgeMark, upsertAgeMarks } from './age-mark-store.ts'

const MINOR_FLAG_MS = 90 * DAY_MS

/** What identifies a person who said "under 18": address, browser and identities, all as hashes only. */
export interface MinorFlagKeys {
  email: string | null
  deviceHash: Buffer | null
  identityHashes?: readonly Buffer[]
}

/**
 * Remembers for 90 days that a person with this address or browser said they are under 18 (A4), or too young for an
 * account.
 */
export async function saveMinorFlag(
  appSecret: string,
  tx: Transaction,
  by: MinorFlagKeys,
  now: Date,
  isTooYoung = false,
): Promise<void> {
  await upsertAgeMarks(tx, minorFlagHashes(appSecret, by), new Date(now.getTime() + MINOR_FLAG_MS), isTooYoung)
}

/** Whether a person with this address or browser said so within the last 90 days. */
export async function hasMinorFlag(appSecret: string, db: Queryable, by: MinorFlagKeys, now: Date): Promise<boolean> {
  return (await findMinorFlag(appSecret, db, by, now)) !== null
}

/** What a person with this address or browser said within the last 90 days; null for neither. */
export function findMinorFlag(appSecret: string, db: Queryable, by: MinorFlagKeys, now: Date) {
  return findAgeMark(db, minorFlagHashes(appSecret, by), now)
}

/** Forgets it: an age check has shown that the person is an adult (A4). */
export function forgetMinorFlag(appSecret: string, tx: Transaction, by: MinorFlagKeys): Promise<void> {
  return deleteAgeMarks(tx, minorFlagHashes(appSecret, by))
}

function minorFlagHashes(appSecret: string, { email, deviceHash, identityHashes = [] }: MinorFlagKeys): Buffer[] {
  const keys = email === null ? [] : [keyedHash(appSecret, 'email', email)]
  return [...keys, ...(deviceHash ? [deviceHash] : []), ...identityHashes]
}

/** Whether this visitor said they are under 18: with their account, or in this browser within 90 days (A4). */
export async function isKnownMinor(
  services: { database: Database; clock: Clock; appSecret: string },
  caller: Pick<Caller, 'identity' | 'cookies'>,
): Promise<boolean> {
  const { database, clock, appSecret } = services
  const person = caller.identity && (await loadPerson(database, caller.identity.personId))
  if (person && isMinor(person.ageState)) return true
  const by = { email: person?.email ?? null, deviceHash: hashDevice(appSecret, caller) }
  return hasMinorFlag(appSecret, database, by, clock.now())
}
