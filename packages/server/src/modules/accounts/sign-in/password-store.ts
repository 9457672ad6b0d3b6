import type { Queryable, Transaction } from '../../../platform/db/database.ts'

export interface PasswordRow {
  person_id: string
  salt: Uint8Array
  hash: Uint8Array
  set_at: Date
}

export function selectPassword(db: Queryable, personId: string): Promise<PasswordRow[]> {
  return db.query<PasswordRow>('select person_id, salt, hash, set_at from password where person_id = $1', [personId])
}

export function selectPasswordByEmail(db: Queryable, email: string): Promise<PasswordRow[]> {
  return db.query<PasswordRow>(
    `select w.person_id, w.salt, w.hash, w.set_at from password w join person p on p.id = w.person_id
     where p.email = $1`,
    [email],
  )
}

/** Returns a row if this is still the person's password, and locks it until the transaction ends. */
export function lockPassword(tx: Transaction, personId: string, hash: Uint8Array): Promise<unknown[]> {
  return tx.query('select 1 from password where person_id = $1 and hash = $2 for update', [personId, hash])
}

export async function upsertPassword(
  tx: Transaction,
  password: { personId: string; salt: Uint8Array; hash: Uint8Array; now: Date },
): Promise<void> {
  await tx.query(
    `insert into password (person_id, salt, hash, set_at) values ($1, $2, $3, $4)
     on conflict (person_id) do update set salt = excluded.salt, hash = excluded.hash, set_at = excluded.set_at`,
    [password.personId, password.salt, password.hash, password.now],
  )
}
