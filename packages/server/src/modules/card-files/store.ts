import type { CardFileKind, CardFormat } from '@everkin/card-formats'
import type { Queryable, Transaction } from '../../platform/db/database.ts'

/** An imported file. */
export interface ImportRow {
  id: string
  person_id: string
  file_hash: string
  content_hash: string
  kind: CardFileKind
  format: CardFormat
  pictures: number
  bytes: number
  picture: string | null
  card_id: string | null
  created_at: Date
}

export async function insertImport(tx: Transaction, row: ImportRow): Promise<void> {
  await tx.query(
    `insert into card_import (id, person_id, file_hash, content_hash, kind, format, pictures, bytes, picture, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      row.person_id,
      row.file_hash,
      row.content_hash,
      row.kind,
      row.format,
      row.pictures,
      row.bytes,
      row.picture,
      row.created_at,
    ],
  )
}

/** The size of all imports of a person, each file counted once. */
export async function sumImportBytes(db: Queryable, personId: string): Promise<number> {
  const [sum] = await db.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::float8 as bytes
     from (select distinct file_hash, bytes from card_import where person_id = $1) f`,
    [personId],
  )
  return sum?.bytes ?? 0
}

/** The person's own cards that came from a file with the same card. */
export function selectDuplicates(
  db: Queryable,
  personId: string,
  contentHash: string,
): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(
    `select c.id, c.name from card_import i join card c on c.id = i.card_id
     where i.person_id = $1 and i.content_hash = $2 and c.creator_id = $1 and c.deleted_at is null order by c.created_at, c.id limit 10`,
    [personId, contentHash],
  )
}

export function lockImportForAttach(tx: Transaction, id: string, personId: string, after: Date): Promise<ImportRow[]> {
  return tx.query<ImportRow>(
    `select * from card_import where id = $1 and person_id = $2 and (card_id is not null or created_at > $3) for update`,
    [id, personId, after],
  )
}

export function selectImportOfCard(db: Queryable, cardId: string): Promise<ImportRow[]> {
  return db.query<ImportRow>('select * from card_import where card_id = $1', [cardId])
}

export async function detachFromCard(tx: Transaction, cardId: string): Promise<void> {
  await tx.query('delete from card_import where card_id = $1', [cardId])
}

export async function attachToCard(tx: Transaction, id: string, cardId: string): Promise<void> {
  await tx.query('update card_import set card_id = $2 where id = $1', [id, cardId])
}

export function selectImportsOfPerson(db: Queryable, personId: string): Promise<ImportRow[]> {
  return db.query<ImportRow>('select * from card_import where person_id = $1 order by created_at, id', [personId])
}

export function deleteImportsOfPerson(tx: Transaction, personId: string): Promise<{ file_hash: string }[]> {
  return tx.query<{ file_hash: string }>('delete from card_import where person_id = $1 returning file_hash', [personId])
}

/** Files that were never saved, and those of deleted cards. */
export function deleteUnusedImports(db: Queryable, before: Date): Promise<{ file_hash: string }[]> {
  return db.query<{ file_hash: string }>(
    `delete from card_import i where (card_id is null and created_at < $1)
       or (card_id is not null and not exists (select 1 from card c where c.id = i.card_id and c.deleted_at is null))
     returning file_hash`,
    [before],
  )
}

export function selectAllHashes(db: Queryable): Promise<{ file_hash: string }[]> {
  return db.query<{ file_hash: string }>('select distinct file_hash from card_import')
}

export async function hasImports(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from card_import limit 1')).length > 0
}

/** Separates these advisory locks from others. */
const HASH_LOCKS = 36

/** Until the transaction ends, nobody else stores or removes files with these hashes. */
export async function lockHashes(tx: Transaction, hashes: readonly string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(${HASH_LOCKS}, key)
     from (select distinct hashtext(hash) as key from unnest($1::text[]) as hash order by 1) keys`,
    [hashes],
  )
}

export function selectReferencedHashes(db: Queryable, hashes: readonly string[]): Promise<{ file_hash: string }[]> {
  return db.query<{ file_hash: string }>(
    'select distinct file_hash from card_import where file_hash = any($1::text[])',
    [hashes],
  )
}

/** Which of these images belong to imports that are not saved yet. */
export function selectPendingImages(db: Queryable, addresses: readonly string[]): Promise<{ picture: string }[]> {
  return db.query<{ picture: string }>(
    'select distinct picture from card_import where card_id is null and picture = any($1::text[])',
    [addresses],
  )
}
