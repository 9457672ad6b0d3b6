import type { Queryable } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { linkVisit } from '../visits/link-visit.ts'
import { hasMinorMark } from './minor-mark.ts'
import { type Person, personOf } from './person.ts'
import type { AccountServices } from './services.ts'
import { insertPerson, selectPersonByEmail, updateAge } from './store.ts'

/** What a new account takes from the request that made it. */
type Joining = Pick<Caller, 'locale' | 'timeZone' | 'cookies' | 'isSecure' | 'setCookie'>

/**
 * The person with this address, made with the messages of a new account when there is none. A new account begins as
 * under 18 where the address or the browser has said so within 90 days (A4); else it is told the visit it came by.
 */
export async function findOrMakePerson(
  services: Pick<AccountServices, 'appSecret' | 'purse' | 'settings'>,
  tx: Queryable,
  request: { email: string; deviceHash: Buffer | null; caller: Joining; now: Date },
): Promise<{ person: Person; isNew: boolean }> {
  const email = request.email.toLowerCase()
  const known = onlyRow(await selectPersonByEmail(tx, email))
  if (known) return { person: personOf(known), isNew: false }
  const { locale, timeZone } = request.caller
  const made = onlyRow(
    await insertPerson(tx, { id: newId(request.now), email, lang: locale, timeZone, now: request.now }),
  )
  if (!made) {
    // Another sign-in with the same address has just made it, and has committed by now.
    const theirs = onlyRow(await selectPersonByEmail(tx, email))
    if (!theirs) throw new Error('a person was neither found nor made')
    return { person: personOf(theirs), isNew: false }
  }
  await services.purse.welcome(tx, made.id, services.settings.newAccountMessages, request.now)
  if (await hasMinorMark(services.appSecret, tx, { email, deviceHash: request.deviceHash }, request.now)) {
    const marked = onlyRow(await updateAge(tx, made.id, { ageScope: 1, ageState: 'minor_declared' }))
    return { person: personOf(marked ?? made), isNew: true }
  }
  await linkVisit(tx, made.id, request.caller, request.now)
  return { person: personOf(made), isNew: true }
}
