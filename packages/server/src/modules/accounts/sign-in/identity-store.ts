import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { IdentityProvider } from './identity-verifier.ts'

/** How an identity is kept where only "the same one again" matters. */
export function identityHashOf(appSecret: string, { issuer, subject }: IdentityName): Buffer {
  return keyedHash(appSecret, 'identity', `${issuer}\n${subject}`)
}

/** The same for all identities that open this account. */
export async function identityHashesOf(appSecret: string, db: Queryable, personId: string): Promise<Buffer[]> {
  const identities = await selectIdentities(db, personId)
  return identities.map((identity) => identityHashOf(appSecret, identity))
}

/** How an identity provider names somebody. */
export interface IdentityName {
  issuer: string
  subject: string
}

export interface IdentityRow extends IdentityName {
  provider: IdentityProvider
  created_at: Date
}

const IDENTITY_LOCKS = 7_041_779

/** Puts everyone who signs in as this identity in a row, until the transaction ends: the first of them makes the account. */
export async function lockIdentity(tx: Transaction, identityHash: Buffer): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::int, $2::int)', [IDENTITY_LOCKS, identityHash.readInt32BE(0)])
}

export function selectPersonOfIdentity(tx: Transaction, name: IdentityName): Promise<{ person_id: string }[]> {
  return tx.query<{ person_id: string }>('select person_id from identity where issuer = $1 and subject = $2', [
    name.issuer,
    name.subject,
  ])
}

export async function insertIdentity(
  tx: Transaction,
  identity: IdentityName & { personId: string; provider: IdentityProvider; now: Date },
): Promise<void> {
  await tx.query(
    'insert into identity (issuer, subject, person_id, provider, created_at) values ($1, $2, $3, $4, $5)',
    [identity.issuer, identity.subject, identity.personId, identity.provider, identity.now],
  )
}

export function selectIdentities(db: Queryable, personId: string): Promise<IdentityRow[]> {
  return db.query<IdentityRow>(
    'select issuer, subject, provider, created_at from identity where person_id = $1 order by created_at, issuer, subject',
    [personId],
  )
}

/** Notes that a token has been used; gives nothing when it was before. */
export function insertUsedToken(tx: Transaction, tokenHash: Uint8Array, expiresAt: Date): Promise<unknown[]> {
  return tx.query(
    'insert into identity_token (token_hash, expires_at) values ($1, $2) on conflict do nothing returning token_hash',
    [tokenHash, expiresAt],
  )
}

export async function deleteTokensBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from identity_token where expires_at <= $1', [before])
}
