import { AppError } from '../../../platform/app-error.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { linkVisit } from '../../attribution/module.ts'
import { findMinorFlag } from '../age/minor-flag.ts'
import { hasTombstone } from '../deletion/deleted-account-tombstone.ts'
import { type Person, personFromRow } from '../person.ts'
import { insertPerson, selectPersonByEmail, updateAge } from '../person-store.ts'
import type { AccountServices } from '../services.ts'
import type { IdentityName } from './identity-store.ts'

/** What a new account takes from the request that creates it. */
interface NewPersonDetails {
  deviceHash: Buffer | null
  /** The identity it is created with, if any. */
  identity?: IdentityName
  caller: Pick<Caller, 'locale' | 'timeZone' | 'cookies' | 'isSecure' | 'setCookie'>
  now: Date
}

type Services = Pick<AccountServices, 'appSecret' | 'wallet' | 'settings'>

/** The person with this address, created when there is none. The address must be verified. */
export async function findOrCreatePerson(
  services: Services,
  tx: Transaction,
  request: NewPersonDetails & { email: string },
): Promise<{ person: Person; isNew: boolean }> {
  const email = request.email.toLowerCase()
  const known = onlyRow(await selectPersonByEmail(tx, email))
  if (known) return { person: personFromRow(known), isNew: false }
  const made = await createPerson(services, tx, { ...request, email })
  if (made) return { person: made, isNew: true }
  // Another sign-in with the same address has just created it, and has committed by now.
  const theirs = onlyRow(await selectPersonByEmail(tx, email))
  if (!theirs) throw new Error('a person was neither found nor made')
  return { person: personFromRow(theirs), isNew: false }
}

/**
 * Creates an account with its welcome messages, which a person who deleted an account within 30 days does not get again
 * (AUTH-15). Returns null when the address has an account. It starts as under 18 when the address, the browser or the
 * identity said so within 90 days (A4); otherwise the visit it came from is attributed to it.
 * @throws AppError AgeNotOpen when one of them said that they are too young for an account (A8).
 */
export async function createPerson(
  services: Services,
  tx: Transaction,
  request: NewPersonDetails & { email: string | null },
): Promise<Person | null> {
  const { email, deviceHash, identity, caller, now } = request
  const { locale, timeZone } = caller
  const by = { email, deviceHash, identities: identity ? [identity] : [] }
  const flag = await findMinorFlag(services.appSecret, tx, by, now)
  if (flag === 'too_young') throw new AppError('AgeNotOpen', { reason: 'too_young' })
  const made = onlyRow(await insertPerson(tx, { id: newId(now), email, lang: locale, timeZone, now }))
  if (!made) return null
  if (!(await hasTombstone(services.appSecret, tx, by, now)))
    await services.wallet.welcome(tx, made.id, services.settings.newAccountMessages, now)
  if (flag === 'under_18') {
    const marked = onlyRow(await updateAge(tx, made.id, { ageScope: 1, ageState: 'minor_declared' }))
    return personFromRow(marked ?? made)
  }
  await linkVisit(tx, made.id, caller, now)
  return personFromRow(made)
}
