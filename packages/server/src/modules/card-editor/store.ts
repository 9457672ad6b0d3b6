import { LIMITS } from '@everkin/contract/limits.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { CardContent } from './card-content.ts'

export interface DraftRow {
  id: string
  type: 'single' | 'multiple'
  cardId: string | null
  name: string
  avatar: string | null
  rev: number
  updatedAt: Date
}

/** A draft may contain anything, so a list truncates its name and image fields to their maximum length. */
const DRAFT_COLUMNS = `id, type, card_id as "cardId", rev, updated_at as "updatedAt",
  left(coalesce(content->>'name', ''), ${LIMITS.nameLength}) as name,
  left(coalesce(content->>'avatar', content->>'cover'), 300) as avatar`

export function selectDrafts(db: Queryable, personId: string, type: string | null): Promise<DraftRow[]> {
  return db.query<DraftRow>(
    `select ${DRAFT_COLUMNS} from card_draft where person_id = $1 and ($2::text is null or type = $2::text)
     order by updated_at desc, id desc`,
    [personId, type],
  )
}

export function selectDraft(
  db: Queryable,
  personId: string,
  id: string,
): Promise<(DraftRow & { content: Record<string, unknown> })[]> {
  return db.query(`select ${DRAFT_COLUMNS}, content from card_draft where id = $1 and person_id = $2`, [id, personId])
}

export function selectDraftOfCard(db: Queryable, personId: string, cardId: string): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(
    'select id from card_draft where person_id = $1 and card_id = $2 order by updated_at desc limit 1',
    [personId, cardId],
  )
}

export async function insertDraft(
  tx: Transaction,
  personId: string,
  draft: { id: string; type: string; cardId: string | null; content: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into card_draft (id, person_id, type, card_id, content, updated_at) values ($1, $2, $3, $4, $5::jsonb, $6)`,
    [draft.id, personId, draft.type, draft.cardId, draft.content, draft.now],
  )
}

/** Returns nothing when the draft is no longer at revision `rev`. */
export function updateDraft(
  tx: Transaction,
  personId: string,
  draft: { id: string; content: string; rev: number; now: Date },
): Promise<{ rev: number }[]> {
  return tx.query<{ rev: number }>(
    `update card_draft set content = $3::jsonb, rev = rev + 1, updated_at = $5
     where id = $1 and person_id = $2 and rev = $4 returning rev`,
    [draft.id, personId, draft.content, draft.rev, draft.now],
  )
}

export function deleteDraftRow(tx: Transaction, personId: string, id: string): Promise<{ content: unknown }[]> {
  return tx.query('delete from card_draft where id = $1 and person_id = $2 returning content', [id, personId])
}

export function deleteDraftsOfCard(tx: Transaction, personId: string, cardId: string): Promise<{ content: unknown }[]> {
  return tx.query('delete from card_draft where card_id = $1 and person_id = $2 returning content', [cardId, personId])
}

export async function countDrafts(tx: Transaction, personId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from card_draft where person_id = $1',
    [personId],
  )
  return row?.count ?? 0
}

/** Every draft with its content, for the personal data export. */
export function selectDraftsWithContent(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select id, type, card_id, content, updated_at from card_draft where person_id = $1 order by updated_at, id`,
    [personId],
  )
}

export interface VersionRow {
  number: number
  content: CardContent
  changed: string[]
  restoredFrom: number | null
  createdAt: Date
}

const VERSION_COLUMNS = `number, content, changed, restored_from as "restoredFrom", created_at as "createdAt"`

/** Stores a version and deletes the oldest ones beyond the number or the bytes; the new one always stays. */
export async function insertVersion(
  tx: Transaction,
  cardId: string,
  row: VersionRow,
  max: { count: number; bytes: number },
): Promise<void> {
  await tx.query(
    `insert into card_version (card_id, number, content, changed, restored_from, created_at)
     values ($1, $2, $3::jsonb, $4, $5, $6)`,
    [cardId, row.number, JSON.stringify(row.content), row.changed, row.restoredFrom, row.createdAt],
  )
  await tx.query(
    `delete from card_version v using (
       select number, sum(pg_column_size(content)) over (order by number desc) as bytes
       from card_version where card_id = $1) stored
     where v.card_id = $1 and v.number = stored.number and v.number < $2
       and (v.number <= $2 - $3::int or stored.bytes > $4::int8)`,
    [cardId, row.number, max.count, max.bytes],
  )
}

export function selectVersions(
  db: Queryable,
  cardId: string,
): Promise<(Omit<VersionRow, 'content'> & { name: string })[]> {
  return db.query(
    `select number, content->>'name' as name, changed, restored_from as "restoredFrom", created_at as "createdAt"
     from card_version where card_id = $1 order by number desc`,
    [cardId],
  )
}

export function selectVersion(db: Queryable, cardId: string, number: number): Promise<VersionRow[]> {
  return db.query<VersionRow>(`select ${VERSION_COLUMNS} from card_version where card_id = $1 and number = $2`, [
    cardId,
    number,
  ])
}

/** Versions of a card with their content, oldest first, after a version number. */
export function selectVersionsWithContent(
  db: Queryable,
  cardId: string,
  after: number,
  limit: number,
): Promise<Omit<VersionRow, 'changed'>[]> {
  return db.query(
    `select number, content, restored_from as "restoredFrom", created_at as "createdAt"
     from card_version where card_id = $1 and number > $2 order by number limit $3`,
    [cardId, after, limit],
  )
}

const IMAGE_QUERIES = [
  'select avatar as picture from card where avatar = any($1::text[])',
  'select cover as picture from card where cover = any($1::text[])',
  `select content->>'avatar' as picture from card_version where content->>'avatar' = any($1::text[])`,
  `select content->>'cover' as picture from card_version where content->>'cover' = any($1::text[])`,
  `select content->>'avatar' as picture from card_draft where content->>'avatar' = any($1::text[])`,
  `select content->>'cover' as picture from card_draft where content->>'cover' = any($1::text[])`,
]

/** The uploads in the album of a draft; must stay as in migration 0036, for its index. */
const DRAFT_ALBUM = `jsonb_path_query_array(content, '$.album[*].upload_id')`

/** Which of these images, by id or URL, a card, version or draft uses, and all uploads in the albums of drafts. */
export function selectUsedImages(db: Queryable, names: readonly string[]): Promise<{ picture: string }[]> {
  const inAlbums = `select jsonb_array_elements_text(${DRAFT_ALBUM}) as picture from card_draft where ${DRAFT_ALBUM} ?| $1::text[]`
  return db.query<{ picture: string }>([...IMAGE_QUERIES, inAlbums].join(' union '), [names])
}

/** The bytes of the cards that a person has made, with all versions, and of their drafts, as the database stores them. */
export async function sumCardBytes(db: Queryable, personId: string): Promise<number> {
  const [sum] = await db.query<{ bytes: number }>(
    `select (
       (select coalesce(sum(pg_column_size(v.content)), 0) from card c join card_version v on v.card_id = c.id
        where c.creator_id = $1)
       + (select coalesce(sum(pg_column_size(content)), 0) from card_draft where person_id = $1)
     )::float8 as bytes`,
    [personId],
  )
  return sum?.bytes ?? 0
}

export function selectImagesOfCard(db: Queryable, cardId: string): Promise<{ picture: string }[]> {
  return db.query<{ picture: string }>(
    `select picture from (
       select unnest(array[avatar, cover]) as picture from card where id = $1
       union select unnest(array[content->>'avatar', content->>'cover']) from card_version where card_id = $1
     ) p where picture is not null`,
    [cardId],
  )
}

/** Cards in review without a verdict of the moderation model, the longest waiting first. */
export async function selectUncheckedCards(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from card where state = 'in_review' and 'unchecked' = any(hindrances) and deleted_at is null
     order by updated_at, id limit $1`,
    [limit],
  )
  return rows.map(({ id }) => id)
}
