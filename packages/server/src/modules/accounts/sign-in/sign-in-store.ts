import type { Queryable, SqlValue, Transaction } from '../../../platform/db/database.ts'

/** What a code is for. Each use of codes has its own purpose, so that one cannot stand in for another. */
export type Purpose = 'login' | 'reset' | 'confirm'

/** The only tables that limits count in. */
export type CountedRows = 'sign_in_code' | 'sign_in_failure'

/** Which rows a limit counts. A null device means: of no device that the account knows. */
export interface CountedBy {
  email_hash?: Uint8Array
  network_hash?: Uint8Array
  device_hash?: Uint8Array | null
  kind?: GuessKind
}

/** What was guessed wrongly. */
export type GuessKind = 'code' | 'password'

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
  counted: { rows: CountedRows; by: CountedBy; most: number; since: Date },
): Promise<Date | null> {
  const values: SqlValue[] = [counted.since, counted.most - 1]
  const conditions = (Object.entries(counted.by) as [keyof CountedBy, SqlValue][]) // the type's own keys
    .map(([column, value]) => (value === null ? `${column} is null` : `${column} = $${values.push(value)}`))
  const rows = await tx.query<{ created_at: Date }>(
    `select created_at from ${counted.rows} where created_at > $1 and ${conditions.join(' and ')}
     order by created_at desc offset $2 limit 1`,
    values,
  )
  return rows[0]?.created_at ?? null
}

/** The only code of an address that can be used with a challenge is the newest; others are kept to count sends. */
interface CodeOf {
  emailHash: Uint8Array
  challengeHash: Uint8Array
  purpose: Purpose
}

export async function insertCode(
  tx: Transaction,
  code: CodeOf & {
    networkHash: Uint8Array
    deviceHash: Uint8Array | null
    salt: Uint8Array
    hash: Uint8Array
    tries: number
    expiresAt: Date
    now: Date
  },
): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `insert into sign_in_code (email_hash, network_hash, device_hash, challenge_hash, purpose, salt, code_hash,
       tries_left, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      code.emailHash,
      code.networkHash,
      code.deviceHash,
      code.challengeHash,
      code.purpose,
      code.salt,
      code.hash,
      code.tries,
      code.expiresAt,
      code.now,
    ],
  )
}

export async function deleteCode(db: Queryable, id: number): Promise<void> {
  await db.query('delete from sign_in_code where id = $1', [id])
}

/** Makes a code unusable that counts as sent: no challenge belongs to it any more, so it replaces no earlier code. */
export async function retireCode(db: Queryable, id: number): Promise<void> {
  await db.query('update sign_in_code set challenge_hash = null, tries_left = 0 where id = $1', [id])
}

interface OpenCode {
  id: number
  salt: Uint8Array
  code_hash: Uint8Array
  tries_left: number
}

/** Uses one attempt of the newest code that was sent to this address for this challenge, if it is still valid. */
export function consumeAttempt(tx: Transaction, code: CodeOf, now: Date): Promise<OpenCode[]> {
  return tx.query<OpenCode>(
    `update sign_in_code set tries_left = tries_left - 1
     where id = (select max(id) from sign_in_code where email_hash = $1 and challenge_hash = $2 and purpose = $3)
       and tries_left > 0 and used_at is null and expires_at > $4
     returning id, salt, code_hash, tries_left`,
    [code.emailHash, code.challengeHash, code.purpose, now],
  )
}

/** Marks the code as used; returns no row when another request was faster or a newer code has replaced it. */
export function useCode(tx: Transaction, id: number, now: Date): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `update sign_in_code c set used_at = $2 where c.id = $1 and c.used_at is null and not exists (
       select 1 from sign_in_code n where n.email_hash = c.email_hash and n.challenge_hash = c.challenge_hash
         and n.purpose = c.purpose and n.id > c.id)
     returning c.id`,
    [id, now],
  )
}

export async function insertFailure(
  tx: Transaction,
  failure: {
    emailHash: Uint8Array
    networkHash: Uint8Array
    deviceHash: Uint8Array | null
    kind: GuessKind
    now: Date
  },
): Promise<{ id: number }[]> {
  return tx.query<{ id: number }>(
    `insert into sign_in_failure (email_hash, network_hash, device_hash, kind, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [failure.emailHash, failure.networkHash, failure.deviceHash, failure.kind, failure.now],
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
