import { onlyRow } from '../../../platform/db/database.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { AccountServices, AfterErasure } from '../services.ts'
import { identityHashesOf } from '../sign-in/identity-store.ts'
import { deleteCountsOf } from '../sign-in/sign-in-store.ts'
import { deletePerson, lockPerson } from '../store.ts'
import { saveTombstone } from './deleted-account-tombstone.ts'

/**
 * Erases a person and everything of theirs in one transaction (D2): what the other domains keep by their own steps,
 * then sessions, chats and messages with the person's row. What stays, as hashes, until it runs out: marks of "under 18"
 * (A4), and for 30 days that somebody with this address or identity has left (AUTH-15). Replies under way end and open sockets are
 * cut; doing it twice does nothing more.
 */
export async function deleteAccount(
  services: Pick<AccountServices, 'database' | 'clock' | 'live' | 'appSecret' | 'eraseSteps' | 'log'>,
  personId: string,
): Promise<void> {
  const now = services.clock.now()
  const afterwards = await services.database.transaction(async (tx) => {
    const person = onlyRow(await lockPerson(tx, personId))
    if (!person) return []
    const after: AfterErasure[] = []
    for (const erase of services.eraseSteps) {
      const then = await erase(tx, { id: personId, email: person.email }, now)
      if (then) after.push(then)
    }
    if (person.email !== null) await deleteCountsOf(tx, keyedHash(services.appSecret, 'email', person.email))
    const identityHashes = await identityHashesOf(services.appSecret, tx, personId)
    await saveTombstone(services.appSecret, tx, { email: person.email, identityHashes }, now)
    await deletePerson(tx, personId)
    return after
  })
  services.live.closePerson(personId)
  for (const then of afterwards)
    await then().catch((error: unknown) =>
      services.log.warn({ error }, 'something of an erased person waits for a sweep'),
    )
}
