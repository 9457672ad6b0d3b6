import type { Transaction } from '../../../platform/db/database.ts'
import { nextAgeState } from '../../safety/module.ts'
import type { Person } from '../person.ts'
import type { AccountServices } from '../services.ts'
import { selectIdentities } from '../sign-in/identity-store.ts'
import { deleteDeclaredMarks } from './age-mark-store.ts'
import { deleteMinorFlag } from './minor-flag.ts'

/**
 * Ends “Under 18” for someone who has said so themselves, at the decision of support (A4): they state their age again
 * before the next chat, and their address, identities and browsers count no longer as those of someone under 18. False
 * for anyone else: the result of an age check is ended by another check only. The caller holds the person's lock.
 */
export async function endDeclaredUnder18(
  { appSecret }: Pick<AccountServices, 'appSecret'>,
  tx: Transaction,
  { id, email, ageState }: Pick<Person, 'id' | 'email' | 'ageState'>,
): Promise<boolean> {
  if (ageState !== 'minor_declared') return false
  await tx.query(
    'update person set age_state = $2, age_scope = null, teen_age = null, user_rev = user_rev + 1 where id = $1',
    [id, nextAgeState(ageState, { kind: 'support_reset' })],
  )
  const identities = await selectIdentities(tx, id)
  await deleteMinorFlag(appSecret, tx, { email, deviceHash: null, identities })
  // Otherwise the next answer from the same browser would be “Under 18” again.
  await deleteDeclaredMarks(tx, await selectDeviceHashes(tx, id))
  return true
}

/** The browsers in which the person is signed in, or was, without those of anyone else under 18. */
async function selectDeviceHashes(tx: Transaction, personId: string): Promise<Uint8Array[]> {
  const rows = await tx.query<{ deviceHash: Uint8Array }>(
    `select device_hash as "deviceHash" from known_device where person_id = $1
     union select device_hash from session where person_id = $1 and device_hash is not null
     except (
       select d.device_hash from known_device d join person p on p.id = d.person_id
       where p.id <> $1 and p.age_state like 'minor%'
       union select s.device_hash from session s join person p on p.id = s.person_id
       where p.id <> $1 and p.age_state like 'minor%' and s.device_hash is not null
     )`,
    [personId],
  )
  return rows.map(({ deviceHash }) => deviceHash)
}
