import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** A stored passkey. */
export interface PasskeyRow {
  id: string
  personId: string
  credentialId: string
  publicKey: Uint8Array
  /** The signature counter; always 0 for authenticators that do not count. */
  counter: number
  transports: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

const PASSKEY = `id, person_id as "personId", credential_id as "credentialId", public_key as "publicKey", counter,
  transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`

export function selectPasskeys(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(`select ${PASSKEY} from passkey where person_id = $1 order by created_at, id`, [personId])
}

export function selectPasskeyByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(`select ${PASSKEY} from passkey where credential_id = $1`, [credentialId])
}

/** Returns nothing when the credential is stored already, for whomever. */
export function insertPasskey(tx: Transaction, passkey: Omit<PasskeyRow, 'lastUsedAt'>): Promise<PasskeyRow[]> {
  return tx.query<PasskeyRow>(
    `insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning ${PASSKEY}`,
    [
      passkey.id,
      passkey.personId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.createdAt,
    ],
  )
}

/** Records a use; returns nothing when the passkey was removed, or its counter has not grown: it may be a copy. */
export function updatePasskeyUse(
  tx: Transaction,
  use: { id: string; counter: number; now: Date },
): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `update passkey set counter = $2, last_used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
    [use.id, use.counter, use.now],
  )
}

export function updatePasskeyName(
  db: Queryable,
  personId: string,
  passkey: { id: string; name: string },
): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(`update passkey set name = $3 where id = $1 and person_id = $2 returning ${PASSKEY}`, [
    passkey.id,
    personId,
    passkey.name,
  ])
}

export function deletePasskey(tx: Transaction, personId: string, id: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>('delete from passkey where id = $1 and person_id = $2 returning id', [id, personId])
}

/** For the personal data export, without keys. */
export function exportPasskeys(
  db: Queryable,
  personId: string,
): Promise<Pick<PasskeyRow, 'name' | 'createdAt' | 'lastUsedAt'>[]> {
  return db.query(
    `select name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkey
     where person_id = $1 order by created_at, id`,
    [personId],
  )
}
