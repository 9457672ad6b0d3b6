import { onlyRow } from '../../platform/db/database.ts'
import { keyedHash } from './keyed-hash.ts'
import type { AccountServices } from './services.ts'
import { deleteCountsOf } from './sign-in-store.ts'
import { deletePerson, lockPerson } from './store.ts'

/**
 * Erases a person and everything of theirs in one transaction (D2): what the other domains keep by their own steps,
 * then sessions, chats and messages with the person's row. Marks of "under 18" stay, as hashes, until they run out
 * (A4). Open sockets are cut; doing it twice does nothing more.
 */
export async function deleteAccount(
  services: Pick<AccountServices, 'database' | 'clock' | 'live' | 'appSecret' | 'onErase'>,
  personId: string,
): Promise<void> {
  const now = services.clock.now()
  await services.database.transaction(async (tx) => {
    const person = onlyRow(await lockPerson(tx, personId))
    if (!person) return
    for (const erase of services.onErase) await erase(tx, { id: personId, email: person.email }, now)
    if (person.email !== null) await deleteCountsOf(tx, keyedHash(services.appSecret, 'email', person.email))
    await deletePerson(tx, personId)
  })
  services.live.closePerson(personId)
}
