import type { Queryable } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { selectIdentities } from './identity-store.ts'
import { selectPassword } from './password-store.ts'

/** How the person can sign in to this account, besides a code to its address. */
export async function loadSignInMethods(
  db: Queryable,
  personId: string,
): Promise<{ password: boolean; google: boolean; facebook: boolean }> {
  const identities = await selectIdentities(db, personId)
  const providers = new Set(identities.map(({ provider }) => provider))
  const password = onlyRow(await selectPassword(db, personId)) !== null
  return { password, google: providers.has('google'), facebook: providers.has('facebook') }
}

/** The same for the personal data export: never the password or its hash. */
export async function exportSignInMethods(db: Queryable, personId: string) {
  const password = onlyRow(await selectPassword(db, personId))
  return { password_set_at: password?.set_at ?? null, identities: await selectIdentities(db, personId) }
}
