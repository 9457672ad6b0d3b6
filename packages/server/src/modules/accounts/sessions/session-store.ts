import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { PERSON_COLUMNS, type PersonRow } from '../person-store.ts'

export interface SessionRow {
  id: string
  device: string
  created_at: Date
  last_seen_at: Date
}

type SessionWithPerson = PersonRow & {
  session_id: string
  secret_hash: Uint8Array
  session_created_at: Date
  session_last_seen_at: Date
}

export function selectSessionByToken(db: Queryable, tokenHash: Uint8Array): Promise<SessionWithPerson[]> {
  return db.query<SessionWithPerson>(
    `select ${PERSON_COLUMNS}, s.id as session_id, s.secret_hash, s.created_at as session_created_at,
       s.last_seen_at as session_last_seen_at
     from session s join person p on p.id = s.person_id where s.token_hash = $1`,
    [tokenHash],
  )
}

/** Which of these sessions exist and are neither idle nor old. */
export function selectValidSessions(
  db: Queryable,
  ids: readonly string[],
  oldest: { seen: Date; created: Date },
): Promise<{ id: string }[]> {
  return db.query('select id from session where id = any($1::text[]) and last_seen_at > $2 and created_at > $3', [
    ids,
    oldest.seen,
    oldest.created,
  ])
}

export async function touchSession(db: Queryable, sessionId: string, now: Date): Promise<void> {
  await db.query('update session set last_seen_at = $2 where id = $1 and last_seen_at < $2', [sessionId, now])
}

export async function insertSession(
  tx: Transaction,
  session: {
    id: string
    personId: string
    tokenHash: Uint8Array
    secretHash: Uint8Array
    device: string
    deviceHash: Uint8Array | null
    now: Date
  },
): Promise<void> {
  await tx.query(
    `insert into session (id, person_id, token_hash, secret_hash, device, device_hash, created_at, last_seen_at,
       authenticated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [
      session.id,
      session.personId,
      session.tokenHash,
      session.secretHash,
      session.device,
      session.deviceHash,
      session.now,
    ],
  )
}

export function selectSessions(
  db: Queryable,
  personId: string,
  since: { seen: Date; created: Date },
): Promise<SessionRow[]> {
  return db.query<SessionRow>(
    `select id, device, created_at, last_seen_at from session
     where person_id = $1 and last_seen_at > $2 and created_at > $3 order by last_seen_at desc, id`,
    [personId, since.seen, since.created],
  )
}

export function deleteSession(db: Queryable, personId: string, sessionId: string): Promise<{ id: string }[]> {
  return db.query<{ id: string }>('delete from session where id = $1 and person_id = $2 returning id', [
    sessionId,
    personId,
  ])
}

/** Every session, including expired ones that are not purged yet; without key digests. */
export function selectAllSessions(
  db: Queryable,
  personId: string,
): Promise<{ device: string; created_at: Date; last_seen_at: Date }[]> {
  return db.query('select device, created_at, last_seen_at from session where person_id = $1 order by created_at, id', [
    personId,
  ])
}

export function selectDevices(db: Queryable, personId: string): Promise<{ device_hash: Uint8Array }[]> {
  return db.query<{ device_hash: Uint8Array }>(
    'select device_hash from session where person_id = $1 and device_hash is not null',
    [personId],
  )
}

/** Ends all sessions of a person except the given one. */
export function deleteSessionsOf(tx: Transaction, personId: string, except: string | null): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>('delete from session where person_id = $1 and id <> $2 returning id', [
    personId,
    except ?? '',
  ])
}

/** Gives a device another hash. */
export async function replaceDeviceOfSessions(db: Queryable, from: Uint8Array, to: Uint8Array): Promise<void> {
  await db.query('update session set device_hash = $2 where device_hash = $1', [from, to])
}

export function deleteSessionsOfDevice(tx: Transaction, deviceHash: Uint8Array): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>('delete from session where device_hash = $1 returning id', [deviceHash])
}

export async function deleteSessionsBefore(db: Queryable, before: { seen: Date; created: Date }): Promise<void> {
  await db.query('delete from session where last_seen_at <= $1 or created_at <= $2', [before.seen, before.created])
}
