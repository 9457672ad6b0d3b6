import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** What a code is for. Each use of codes has its own purpose, so that one cannot stand in for another. */
export type Purpose = 'login' | 'reset'

/** The only tables and columns that limits count by. */
export type CountedRows = 'sign_in_code' | 'sign_in_failure'
export type CountedBy = 'email_hash' | 'network_hash'

const ADDRESS_LOCKS = 7_041_777
const NETWORK_LOCKS = 7_041_778

/** Serialises everyone who counts for this network or address until the transaction ends (AUTH-04: exact counts). */
export async function lockCounts(tx: Transaction, networkHash: Buffer, emailHash: Buffer): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1::int, $2::int)', [NETWORK_LOCKS, networkHash.readInt32BE(0)])
  await tx.query('select pg_advisory_xact_lock($1::int, $2::int)', [ADDRESS_LOCKS, emailHash.readInt32BE(0)])
}

/** When the `most`-th newest of these was created, if that is later than `since`. */
export async function selectNthNewest(
  tx: Transaction,
  counted: { rows: CountedRows; by: CountedBy; hash: Uint8Array; most: number; since: Date },
): Promise<Date | null> {
  const rows = await tx.query<{ created_at: Date }>(
    `select created_at from ${counted.rows} where ${counted.by} = $1 and created_at > $2
     order by created_at desc offset $3 limit 1`,
    [counted.hash, counted.since, counted.most - 1],
  )
  return rows[0]?.created_at ?? null
}

export async function insertCode(
  tx: Transaction,
  code: {
    emailHash: Uint8Array
    networkHash: Uint8Array
    purpose: Purpose
    salt: Uint8Array
    hash: Uint8Array
    tries: number
    expiresAt: Date
    now: Date
  },
): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `insert into sign_in_code
       (email_hash, network_hash, purpose, salt, code_hash, tries_left, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [code.emailHash, code.networkHash, code.purpose, code.salt, code.hash, code.tries, code.expiresAt, code.now],
  )
}

export async function deleteCode(db: Queryable, id: number): Promise<void> {
  await db.query('delete from sign_in_code where id = $1', [id])
}

interface OpenCode {
  id: number
  salt: Uint8Array
  code_hash: Uint8Array
  tries_left: number
}

/** Uses one attempt of the address's newest code, if it is still valid. */
export function consumeAttempt(
  tx: Transaction,
  emailHash: Uint8Array,
  purpose: Purpose,
  now: Date,
): Promise<OpenCode[]> {
  return tx.query<OpenCode>(
    `update sign_in_code set tries_left = tries_left - 1
     where id = (select max(id) from sign_in_code where email_hash = $1 and purpose = $2)
       and tries_left > 0 and used_at is null and expires_at > $3
     returning id, salt, code_hash, tries_left`,
    [emailHash, purpose, now],
  )
}

/** Marks the code as used; returns no row when another request was faster or a newer code has replaced it. */
export function useCode(tx: Transaction, id: number, now: Date): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `update sign_in_code c set used_at = $2 where c.id = $1 and c.used_at is null and not exists (
       select 1 from sign_in_code n where n.email_hash = c.email_hash and n.purpose = c.purpose and n.id > c.id)
     returning c.id`,
    [id, now],
  )
}

export async function insertFailure(
  tx: Transaction,
  failure: { emailHash: Uint8Array; networkHash: Uint8Array; now: Date },
): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    'insert into sign_in_failure (email_hash, network_hash, created_at) values ($1, $2, $3) returning id',
    [failure.emailHash, failure.networkHash, failure.now],
  )
}

export async function deleteFailure(tx: Transaction, id: number): Promise<void> {
  await tx.query('delete from sign_in_failure where id = $1', [id])
}

/** Deletes rows that no limit needs any more. */
export async function deleteOldCounts(db: Queryable, before: { codes: Date; failures: Date }): Promise<void> {
  await db.query('delete from sign_in_code where created_at <= $1', [before.codes])
  await db.query('delete from sign_in_failure where created_at <= $1', [before.failures])
}

export async function deleteCountsOf(tx: Transaction, emailHash: Uint8Array): Promise<void> {
  await tx.query('delete from sign_in_code where email_hash = $1', [emailHash])
  await tx.query('delete from sign_in_failure where email_hash = $1', [emailHash])
}
