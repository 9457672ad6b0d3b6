import type { Queryable, Transaction } from '../../platform/db/database.ts'

export type MediaPurpose = 'avatar' | 'card' | 'locked_image' | 'locked_video' | 'generated' | 'chat'

/** `pending`: no verdict yet, only its owner sees it. `blocked`: nobody does. */
export type Moderation = 'clear' | 'pending' | 'blocked'

export interface MediaRow {
  id: string
  purpose: MediaPurpose
  kind: 'image' | 'video'
  width: number
  height: number
  /** Total size of all its files. */
  bytes: number
  duration_ms: number | null
  thumbnail_id: string | null
  main_file: string
  small_file: string
  created_at: Date
}

const MEDIA_COLUMNS =
  'id, purpose, kind, width, height, bytes, duration_ms, thumbnail_id, main_file, small_file, created_at'

/** Returns nothing when this person already has the same file. */
export function insertMedia(
  tx: Transaction,
  media: MediaRow & { personId: string; contentHash: Buffer | null; moderation: Moderation },
): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `insert into media_file (id, person_id, purpose, kind, width, height, bytes, duration_ms, thumbnail_id, content_hash,
       main_file, small_file, created_at, moderation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (person_id, purpose, content_hash) do nothing returning id`,
    [
      media.id,
      media.personId,
      media.purpose,
      media.kind,
      media.width,
      media.height,
      media.bytes,
      media.duration_ms,
      media.thumbnail_id,
      media.contentHash,
      media.main_file,
      media.small_file,
      media.created_at,
      media.moderation,
    ],
  )
}

/** Finds the same file of this person and restarts its purge delay. */
export function touchByContentHash(
  tx: Transaction,
  of: { personId: string; purpose: MediaPurpose; contentHash: Buffer },
  now: Date,
): Promise<MediaRow[]> {
  return tx.query<MediaRow>(
    `update media_file set check_at = greatest(coalesce(check_at, created_at), $4::timestamptz)
     where person_id = $1 and purpose = $2 and content_hash = $3 returning ${MEDIA_COLUMNS}`,
    [of.personId, of.purpose, of.contentHash, now],
  )
}

/** Locks a person, so that concurrent uploads are added one after another; false when there is none. */
export async function lockOwner(tx: Transaction, personId: string): Promise<boolean> {
  return (await tx.query('select 1 from person where id = $1 for update', [personId])).length > 0
}

/** All stored files, of everyone. */
export async function sumStoredFiles(db: Queryable): Promise<{ files: number; bytes: number }> {
  const [sum] = await db.query<{ files: number; bytes: number }>(
    'select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from media_file',
  )
  return sum ?? { files: 0, bytes: 0 }
}

/** The bytes of all uploads of a person. */
export async function sumUploadBytes(db: Queryable, personId: string): Promise<number> {
  const [sum] = await db.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::float8 as bytes from media_file where person_id = $1 and purpose <> 'generated'`,
    [personId],
  )
  return sum?.bytes ?? 0
}

export function selectAccountAge(db: Queryable, personId: string): Promise<{ created_at: Date; uploads: number }[]> {
  return db.query<{ created_at: Date; uploads: number }>(
    `select created_at,
       (select count(*)::int from media_file where person_id = $1 and purpose <> 'generated') as uploads
     from person where id = $1`,
    [personId],
  )
}

export function selectMediaOfPerson(db: Queryable, personId: string): Promise<MediaRow[]> {
  return db.query<MediaRow>(
    `select ${MEDIA_COLUMNS} from media_file where person_id = $1 and moderation <> 'blocked' order by created_at, id`,
    [personId],
  )
}

export function selectPending(db: Queryable, limit: number): Promise<MediaRow[]> {
  return db.query<MediaRow>(
    `select ${MEDIA_COLUMNS} from media_file where moderation = 'pending' order by created_at, id limit $1`,
    [limit],
  )
}

export async function updateModeration(db: Queryable, id: string, moderation: Moderation): Promise<void> {
  await db.query('update media_file set moderation = $2 where id = $1', [id, moderation])
}

/** Withholds these files from everyone, or serves them again. */
export async function withholdFiles(tx: Transaction, ids: readonly string[], isWithheld: boolean): Promise<void> {
  await tx.query(
    `update media_file set moderation = case when $2 then 'blocked' else 'clear' end
     where id = any($1::text[]) and ($2 or moderation = 'blocked')`,
    [ids, isWithheld],
  )
}

/** The owner of a file, and whether it is withheld. */
export async function findStoredFile(
  db: Queryable,
  id: string,
): Promise<{ personId: string; isWithheld: boolean } | null> {
  const [row] = await db.query<{ personId: string; isWithheld: boolean }>(
    `select person_id as "personId", moderation = 'blocked' as "isWithheld" from media_file where id = $1`,
    [id],
  )
  return row ?? null
}

/** The media with this file, or with this blurred image, if it is withheld. */
export function selectWithheld(
  db: Queryable,
  id: string,
): Promise<{ personId: string; moderation: Exclude<Moderation, 'clear'> }[]> {
  return db.query(
    `select person_id as "personId", moderation from media_file
     where moderation <> 'clear' and (id = $1 or thumbnail_id = $1)`,
    [id],
  )
}

/** Files of a person, locked until the transaction ends, so that no purge removes them meanwhile. */
export function selectForClaim(tx: Transaction, personId: string, ids: readonly string[]): Promise<MediaRow[]> {
  return tx.query<MediaRow>(
    `select ${MEDIA_COLUMNS} from media_file where id = any($2::text[]) and person_id = $1 order by id for update`,
    [personId, ids],
  )
}

export function selectMedia(db: Queryable, ids: readonly string[]): Promise<MediaRow[]> {
  return db.query<MediaRow>(`select ${MEDIA_COLUMNS} from media_file where id = any($1::text[])`, [ids])
}

export function selectAvatar(tx: Transaction, personId: string, id: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `select id from media_file where id = $1 and person_id = $2 and purpose = 'avatar' for update`,
    [id, personId],
  )
}

export function deleteOtherAvatars(tx: Transaction, personId: string, kept: string | null): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `delete from media_file where person_id = $1 and purpose = 'avatar' and id <> coalesce($2, '') returning id`,
    [personId, kept],
  )
}

export function deleteMediaOfPerson(
  tx: Transaction,
  personId: string,
): Promise<{ id: string; thumbnail_id: string | null }[]> {
  return tx.query<{ id: string; thumbnail_id: string | null }>(
    'delete from media_file where person_id = $1 returning id, thumbnail_id',
    [personId],
  )
}

/** Locks the files that are due for a usage check; files locked by another transaction are skipped. */
export function lockDueForCheck(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<{ id: string; isAvatar: boolean }[]> {
  return tx.query<{ id: string; isAvatar: boolean }>(
    `select m.id, p.avatar = '/media/' || m.id || '/480.webp' as "isAvatar"
     from media_file m join person p on p.id = m.person_id
     where coalesce(m.check_at, m.created_at) < $1 and m.moderation <> 'blocked'
     order by coalesce(m.check_at, m.created_at) limit $2 for update of m skip locked`,
    [before, limit],
  )
}

export async function scheduleCheck(tx: Transaction, ids: readonly string[], at: Date): Promise<void> {
  await tx.query('update media_file set check_at = $2 where id = any($1::text[])', [ids, at])
}

export function deleteMedia(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; thumbnail_id: string | null }[]> {
  return tx.query<{ id: string; thumbnail_id: string | null }>(
    'delete from media_file where id = any($1::text[]) returning id, thumbnail_id',
    [ids],
  )
}

export function selectAllIds(db: Queryable): Promise<{ id: string; thumbnail_id: string | null }[]> {
  return db.query<{ id: string; thumbnail_id: string | null }>('select id, thumbnail_id from media_file')
}

export async function hasMedia(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from media_file limit 1')).length > 0
}

/** Which of these ids a row refers to, for a file or for its blurred image. */
export function selectKnownIds(db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `select id from media_file where id = any($1::text[])
     union all select thumbnail_id from media_file where thumbnail_id = any($1::text[])`,
    [ids],
  )
}
