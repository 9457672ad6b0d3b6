import type { Queryable } from '../../platform/db/database.ts'

export interface MediaRow {
  id: string
  purpose: string
  width: number
  height: number
  bytes: number
  created_at: Date
}

export async function insertMedia(tx: Queryable, media: MediaRow & { personId: string }): Promise<void> {
  await tx.query(
    `insert into media_file (id, person_id, purpose, width, height, bytes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [media.id, media.personId, media.purpose, media.width, media.height, media.bytes, media.created_at],
  )
}

export function selectMediaOf(db: Queryable, personId: string): Promise<MediaRow[]> {
  return db.query<MediaRow>(
    `select id, purpose, width, height, bytes, created_at from media_file where person_id = $1 order by created_at, id`,
    [personId],
  )
}

export function selectAvatar(tx: Queryable, personId: string, id: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `select id from media_file where id = $1 and person_id = $2 and purpose = 'avatar' for update`,
    [id, personId],
  )
}

export function deleteAvatarsBut(tx: Queryable, personId: string, kept: string | null): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>(
    `delete from media_file where person_id = $1 and purpose = 'avatar' and id <> coalesce($2, '') returning id`,
    [personId, kept],
  )
}

export function deleteMediaOf(tx: Queryable, personId: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>('delete from media_file where person_id = $1 returning id', [personId])
}

/** Uploads that went nowhere. */
export function deleteUnusedBefore(db: Queryable, before: Date): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    `delete from media_file m using person p where p.id = m.person_id and m.created_at < $1
       and p.avatar is distinct from '/media/' || m.id || '/480.webp' returning m.id`,
    [before],
  )
}

export function selectKnown(db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> {
  return db.query<{ id: string }>('select id from media_file where id = any($1::text[])', [ids])
}
