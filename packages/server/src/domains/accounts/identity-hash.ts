import type { Queryable } from '../../platform/db/database.ts'
import { type IdentityName, selectIdentities } from './identity-store.ts'
import { keyedHash } from './keyed-hash.ts'

/** How an identity is kept where only "the same one again" matters. */
export function identityHashOf(appSecret: string, { issuer, subject }: IdentityName): Buffer {
  return keyedHash(appSecret, 'identity', `${issuer}\n${subject}`)
}

/** The same for all identities that open this account. */
export async function identityHashesOf(appSecret: string, db: Queryable, personId: string): Promise<Buffer[]> {
  const identities = await selectIdentities(db, personId)
  return identities.map((identity) => identityHashOf(appSecret, identity))
}
