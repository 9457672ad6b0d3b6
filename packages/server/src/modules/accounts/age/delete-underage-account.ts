import { deleteAccount } from '../deletion/delete-account.ts'
import { loadPerson } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { selectIdentities } from '../sign-in/identity-store.ts'
import { saveMinorFlag } from './minor-flag.ts'

/**
 * Deletes the account of a person who is too young for one (A8), with everything in it, and remembers their address,
 * browser and identities for 90 days, so that they do not get another one by giving another age.
 */
export async function deleteUnderageAccount(
  services: AccountServices,
  personId: string,
  deviceHash: Buffer | null,
): Promise<void> {
  const { database, appSecret, clock } = services
  await database.transaction(async (tx) => {
    const person = await loadPerson(tx, personId)
    const identities = await selectIdentities(tx, personId)
    await saveMinorFlag(appSecret, tx, { email: person?.email ?? null, deviceHash, identities }, clock.now(), true)
  })
  await deleteAccount(services, personId)
}
