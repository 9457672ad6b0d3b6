import type { AppSecret } from '../../../platform/app-secret.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { IdentityProvider } from './identity-verifier.ts'

/** The stored form of an identity where only equality matters. */
export function identityHash(appSecret: Pick<AppSecret, 'current'>, { issuer, subject }: IdentityName): Buffer {
  return keyedHash(appSecret, 'identity', `${issuer}\n${subject}`)
}

/** How an identity provider identifies a person. */
export interface IdentityName {
  issuer: string
  subject: string
}

export interface IdentityRow extends IdentityName {
  provider: IdentityProvider
  created_at: Date
}

const IDENTITY_LOCKS = 7_041_779

/** Serialises all sign-ins of this identity until the transaction ends, so that only the first creates the account. */
export async function lockIdentity(appSecret: AppSecret, tx: Transaction, name: IdentityName): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::int, $2::int)', [
    IDENTITY_LOCKS,
    identityHash(appSecret, name).readInt32BE(0),
  ])
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

/** Ends signing in with this provider; returns no row when it was not linked. */
export function deleteIdentities(tx: Transaction, personId: string, provider: IdentityProvider): Promise<unknown[]> {
  return tx.query('delete from identity where person_id = $1 and provider = $2 returning subject', [personId, provider])
}

/** Marks a token as used; returns no row when it already was. */
export function insertUsedToken(tx: Transaction, tokenHash: Uint8Array, expiresAt: Date): Promise<unknown[]> {
  return tx.query(
    'insert into identity_token (token_hash, expires_at) values ($1, $2) on conflict do nothing returning token_hash',
    [tokenHash, expiresAt],
  )
}

export async function deleteTokensBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from identity_token where expires_at <= $1', [before])
}
