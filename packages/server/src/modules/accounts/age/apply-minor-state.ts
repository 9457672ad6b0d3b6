import type { Transaction } from '../../../platform/db/database.ts'
import { eraseVisits } from '../../attribution/module.ts'
import { claimAvatar } from '../../media/module.ts'
import type { Person } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { selectIdentities } from '../sign-in/identity-store.ts'
import { saveMinorFlag } from './minor-flag.ts'

/**
 * What happens when a person is found to be under 18, in the transaction that stores it: the flag for new accounts (A4),
 * no visits, no avatar (no faces of minors are shown), no invitations, and their cards become private (A5, A8). The
 * caller holds the person's lock; after the commit it closes the sockets, and removes the returned files (`removeFiles`).
 */
export async function applyMinorState(
  services: Pick<AccountServices, 'appSecret' | 'invitations' | 'cards'>,
  tx: Transaction,
  person: Pick<Person, 'id' | 'email'>,
  deviceHash: Buffer | null,
  now: Date,
) {
  const identities = await selectIdentities(tx, person.id)
  await saveMinorFlag(services.appSecret, tx, { email: person.email, deviceHash, identities }, now)
  await eraseVisits(tx, person.id)
  await services.invitations.revokeForMinor(tx, person.id, now)
  await services.cards.makePrivate(tx, person.id, now)
  return claimAvatar(tx, person.id, null)
}

/**
 * Removes files after the commit that dropped their rows. Never throws, because the change itself is stored; the purge
 * finds what is still there.
 */
export async function removeFiles(
  { media, log }: Pick<AccountServices, 'media' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  await media.remove(ids).catch((error: unknown) => log.warn({ error }, 'files could not be removed; the purge will'))
}
