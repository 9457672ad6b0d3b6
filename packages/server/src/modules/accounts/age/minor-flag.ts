import { type AppSecret, allSecrets } from '../../../platform/app-secret.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { isMinor } from '../../safety/module.ts'
import { keyedHash } from '../keyed-hash.ts'
import { loadPerson } from '../person.ts'
import { type DeviceServices, identifyDevice } from '../sessions/device.ts'
import { type IdentityName, identityHash } from '../sign-in/identity-store.ts'
import { deleteAgeMarks, findAgeMark, upsertAgeMarks } from './age-mark-store.ts'

const MINOR_FLAG_MS = 90 * DAY_MS

/** What identifies a person who said "under 18": address, browser and identities. They are stored as hashes only. */
export interface MinorFlagKeys {
  email: string | null
  deviceHash: Buffer | null
  identities?: readonly IdentityName[]
}

/**
 * Remembers for 90 days that a person with this address or browser said they are under 18 (A4), or too young for an
 * account.
 */
export async function saveMinorFlag(
  appSecret: AppSecret,
  tx: Transaction,
  by: MinorFlagKeys,
  now: Date,
  isTooYoung = false,
): Promise<void> {
  const hashes = minorFlagHashes({ ...appSecret, fallbacks: [] }, by)
  await upsertAgeMarks(tx, hashes, new Date(now.getTime() + MINOR_FLAG_MS), isTooYoung)
}

/** Whether a person with this address or browser said so within the last 90 days. */
export async function hasMinorFlag(
  appSecret: AppSecret,
  db: Queryable,
  by: MinorFlagKeys,
  now: Date,
): Promise<boolean> {
  return (await findMinorFlag(appSecret, db, by, now)) !== null
}

/** What a person with this address or browser said within the last 90 days; null for neither. */
export function findMinorFlag(appSecret: AppSecret, db: Queryable, by: MinorFlagKeys, now: Date) {
  return findAgeMark(db, minorFlagHashes(appSecret, by), now)
}

/** Forgets it: an age check has shown that the person is an adult (A4). */
export function deleteMinorFlag(appSecret: AppSecret, tx: Transaction, by: MinorFlagKeys): Promise<void> {
  return deleteAgeMarks(tx, minorFlagHashes(appSecret, by))
}

/** With the current secret and with each fallback. The device's hash is the current one already. */
function minorFlagHashes(appSecret: AppSecret, { email, deviceHash, identities = [] }: MinorFlagKeys): Buffer[] {
  const hashes = allSecrets(appSecret).flatMap((current) => [
    ...(email === null ? [] : [keyedHash({ current }, 'email', email)]),
    ...identities.map((identity) => identityHash({ current }, identity)),
  ])
  return deviceHash ? [deviceHash, ...hashes] : hashes
}

/** Whether this visitor said they are under 18: with their account, or in this browser within 90 days (A4). */
export async function isKnownMinor(
  services: DeviceServices & { database: Database; clock: Clock },
  caller: Pick<Caller, 'identity' | 'cookies'>,
): Promise<boolean> {
  const { database, clock, appSecret } = services
  const person = caller.identity && (await loadPerson(database, caller.identity.personId))
  if (person && isMinor(person.ageState)) return true
  const by = { email: person?.email ?? null, deviceHash: await identifyDevice(services, database, caller) }
  return hasMinorFlag(appSecret, database, by, clock.now())
}
