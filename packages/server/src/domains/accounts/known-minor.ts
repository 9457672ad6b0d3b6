import { isMinor } from '../../modules/safety/age-state.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { deviceHashOf } from './device-cookie.ts'
import { hasMinorMark } from './minor-mark.ts'
import { loadPerson } from './person.ts'

/** Whether who is asking has said to be under 18: with their account, or in this browser within 90 days (A4). */
export async function isKnownMinor(
  services: { database: Database; clock: Clock; appSecret: string },
  caller: Pick<Caller, 'identity' | 'cookies'>,
): Promise<boolean> {
  const { database, clock, appSecret } = services
  const person = caller.identity && (await loadPerson(database, caller.identity.personId))
  if (person && isMinor(person.ageState)) return true
  const by = { email: person?.email ?? null, deviceHash: deviceHashOf(appSecret, caller) }
  return hasMinorMark(appSecret, database, by, clock.now())
}
