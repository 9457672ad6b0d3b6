import type { KeepsakeKind } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import type { Restriction } from '../characters/module.ts'
import { loadOwnLines } from '../chats/module.ts'

export interface ItemRow {
  id: string
  cardId: string
  /** Null for the library. */
  ownerId: string | null
  place: number
  kind: 'image' | 'video'
  locked: boolean
  price: number | null
  captions: Record<string, string>
  keys: string[]
  fileId: string
  thumbnailId: string
  mainFile: string
  smallFile: string
  width: number
  height: number
  durationMs: number | null
  generated: boolean
  libraryRef: string | null
  /** The kind of a thing from the character's world; null for a picture or a video. */
  keepsake: KeepsakeKind | null
  removedAt: Date | null
  restriction: Restriction | null
  createdAt: Date
}

/** An item, and whether the reader has unlocked it. */
export interface ReaderItem extends ItemRow {
  isUnlocked: boolean
  /** What the reader said, of an item that quotes them. */
  quoted: string | null
}

const ITEM_COLUMNS = `i.id, i.card_id as "cardId", i.owner_id as "ownerId", i.place, i.kind, i.locked, i.price, i.captions,
  i.keys, i.file_id as "fileId", i.thumbnail_id as "thumbnailId", i.main_file as "mainFile", i.small_file as "smallFile",
  i.width, i.height, i.duration_ms as "durationMs", i.generated, i.library_ref as "libraryRef", i.keepsake,
  i.removed_at as "removedAt", i.restriction, i.created_at as "createdAt"`

const READER_COLUMNS = `${ITEM_COLUMNS}, exists (
    select 1 from album_unlock u where u.item_id = i.id and u.person_id = $1::text) as "isUnlocked", (
    select jsonb_build_object('chatId', u.chat_id, 'seq', u.quote_seq) from album_unlock u
    where u.item_id = i.id and u.person_id = $1::text and u.quote_seq is not null) as quote`

/** An item with the place of what the reader said. */
type PlacedItem = Omit<ReaderItem, 'quoted'> & { quote: { chatId: string; seq: number } | null }

/** A hidden item exists for its owner only, a removed one for nobody, even if they have unlocked it. */
const IS_SHOWN = `(i.restriction is null or (i.restriction = 'hidden' and i.owner_id = $1::text))`

/**
 * The items of these cards' albums that a reader may see, in the order of the cards; removed items only where unlocked.
 */
export async function selectAlbumForReader(
  db: Queryable,
  personId: string | null,
  cardIds: readonly string[],
): Promise<ReaderItem[]> {
  const items = await db.query<PlacedItem>(
    `select ${READER_COLUMNS} from album_item i where i.card_id = any($2::text[]) and ${IS_SHOWN}
       and (i.removed_at is null
         or exists (select 1 from album_unlock u where u.item_id = i.id and u.person_id = $1::text))
     order by array_position($2::text[], i.card_id), i.removed_at is not null, i.place, i.id`,
    [personId, cardIds],
  )
  return withQuotes(db, personId, items)
}

/** Items by id, as a reader sees them, unordered. */
export async function selectItemsForReader(
  db: Queryable,
  personId: string | null,
  ids: readonly string[],
): Promise<ReaderItem[]> {
  const items = await db.query<PlacedItem>(
    `select ${READER_COLUMNS} from album_item i where i.id = any($2::text[]) and ${IS_SHOWN}`,
    [personId, ids],
  )
  return withQuotes(db, personId, items)
}

async function withQuotes(db: Queryable, personId: string | null, items: readonly PlacedItem[]): Promise<ReaderItem[]> {
  const places = items.flatMap(({ quote }) => (quote ? [quote] : []))
  const lineAt = personId === null ? () => null : await loadOwnLines(db, personId, places)
  return items.map(({ quote, ...item }) => ({ ...item, quoted: quote && lineAt(quote) }))
}

/** The items in a card's album, for its creator. */
export function selectItems(db: Queryable, cardId: string): Promise<(ItemRow & { unlockedCount: number })[]> {
  return db.query(
    `select ${ITEM_COLUMNS}, (select count(*)::int from album_unlock u where u.item_id = i.id) as "unlockedCount"
     from album_item i where i.card_id = $1 and i.removed_at is null and i.restriction is distinct from 'removed'
     order by i.place, i.id`,
    [cardId],
  )
}

/** The items of several cards that have trigger words. */
export function selectKeys(
  db: Queryable,
  cardIds: readonly string[],
): Promise<{ id: string; cardId: string; keys: string[] }[]> {
  return db.query(
    `select i.id, i.card_id as "cardId", i.keys from album_item i
     where i.card_id = any($1::text[]) and i.removed_at is null and i.restriction is null and i.keys <> '{}'
     order by i.card_id, i.place, i.id`,
    [cardIds],
  )
}

/** Inserts items in one statement; existing ones stay. */
export async function insertItems(tx: Transaction, items: readonly ItemRow[]): Promise<void> {
  await tx.query(
    `insert into album_item (id, card_id, owner_id, place, kind, locked, price, captions, keys, file_id, thumbnail_id,
       main_file, small_file, width, height, duration_ms, generated, library_ref, keepsake, removed_at, created_at)
     select id, "cardId", "ownerId", place, kind, locked, price, captions, keys, "fileId", "thumbnailId",
       "mainFile", "smallFile", width, height, "durationMs", generated, "libraryRef", keepsake, "removedAt", "createdAt"
     from jsonb_to_recordset($1::jsonb) as item (id text, "cardId" text, "ownerId" text, place int, kind text,
       locked boolean, price int, captions jsonb, keys text[], "fileId" text, "thumbnailId" text, "mainFile" text,
       "smallFile" text, width int, height int, "durationMs" int, generated boolean, "libraryRef" text, keepsake text,
       "removedAt" timestamptz, "createdAt" timestamptz)
     on conflict do nothing`,
    [JSON.stringify(items)],
  )
}

/** The properties of an item that a creator sets. */
export async function updateItem(
  tx: Transaction,
  item: Pick<ItemRow, 'id' | 'place' | 'locked' | 'price' | 'captions' | 'keys'>,
): Promise<void> {
  await tx.query(
    `update album_item set place = $2, locked = $3, price = $4, captions = $5::jsonb, keys = $6 where id = $1`,
    [item.id, item.place, item.locked, item.price, JSON.stringify(item.captions), item.keys],
  )
}

/** The properties of a library item that are known after rendering. */
export async function updateItemFiles(
  db: Queryable,
  item: Pick<ItemRow, 'id' | 'mainFile' | 'smallFile' | 'width' | 'height' | 'durationMs'>,
): Promise<void> {
  await db.query(
    `update album_item set main_file = $2, small_file = $3, width = $4, height = $5, duration_ms = $6
     where id = $1`,
    [item.id, item.mainFile, item.smallFile, item.width, item.height, item.durationMs],
  )
}

/** Removes items from their album; returns the files of those that nobody has unlocked, whose rows are deleted. */
export async function removeItems(tx: Transaction, ids: readonly string[], now: Date): Promise<string[]> {
  // A running unlock holds the lock, so an item it has paid for stays.
  await tx.query('select 1 from album_item where id = any($1::text[]) order by id for update', [ids])
  await tx.query(
    `update album_item i set removed_at = $2 where i.id = any($1::text[]) and i.removed_at is null
       and exists (select 1 from album_unlock u where u.item_id = i.id)`,
    [ids, now],
  )
  const deletedRows = await tx.query<{ fileId: string }>(
    `delete from album_item i where i.id = any($1::text[])
       and not exists (select 1 from album_unlock u where u.item_id = i.id) returning i.file_id as "fileId"`,
    [ids],
  )
  return deletedRows.map(({ fileId }) => fileId)
}

/** Locked during an unlock, so that the creator cannot remove it between the check and the charge. */
export function lockItemForShare(
  tx: Transaction,
  id: string,
): Promise<{ id: string; locked: boolean; price: number | null; removedAt: Date | null; kind: 'image' | 'video' }[]> {
  return tx.query(
    `select id, locked, price, removed_at as "removedAt", kind from album_item
     where id = $1 and restriction is null for share`,
    [id],
  )
}

export interface UnlockRow {
  id: string
  personId: string
  itemId: string
  chatId: string
  price: number
  idempotencyKey: string
  /** The person's message that the item quotes. */
  quoteSeq: number | null
  createdAt: Date
}

export async function insertUnlock(tx: Transaction, unlock: UnlockRow): Promise<void> {
  await tx.query(
    `insert into album_unlock (id, person_id, item_id, chat_id, price, idempotency_key, quote_seq, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      unlock.id,
      unlock.personId,
      unlock.itemId,
      unlock.chatId,
      unlock.price,
      unlock.idempotencyKey,
      unlock.quoteSeq,
      unlock.createdAt,
    ],
  )
}

/** A person's unlocks of this item, or with this idempotency key. */
export function selectUnlocks(
  db: Queryable,
  personId: string,
  of: { itemId: string; key: string },
): Promise<{ id: string; itemId: string }[]> {
  return db.query(
    `select id, item_id as "itemId" from album_unlock where person_id = $1 and (item_id = $2 or idempotency_key = $3)`,
    [personId, of.itemId, of.key],
  )
}

export function deleteUnlock(tx: Transaction, personId: string, itemId: string): Promise<{ id: string }[]> {
  return tx.query('delete from album_unlock where person_id = $1 and item_id = $2 returning id', [personId, itemId])
}

export function selectUnlocksOfPerson(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select u.item_id, i.card_id, i.kind, u.price, u.created_at from album_unlock u
     join album_item i on i.id = u.item_id where u.person_id = $1 order by u.created_at, u.id`,
    [personId],
  )
}

export function selectItemsOfOwner(db: Queryable, personId: string): Promise<object[]> {
  return db.query(
    `select i.id, i.card_id, i.place, i.kind, i.locked, i.price, i.captions, i.keys, i.created_at from album_item i
     where i.owner_id = $1 and i.removed_at is null order by i.card_id, i.place, i.id`,
    [personId],
  )
}

/** Which of these ids an item uses for its files or its blurred image. */
export function selectUsedFiles(db: Queryable, ids: readonly string[]): Promise<{ id: string }[]> {
  return db.query(
    `select file_id as id from album_item where file_id = any($1::text[])
     union all select thumbnail_id from album_item where thumbnail_id = any($1::text[])`,
    [ids],
  )
}

/** An item for the people who decide about it, whatever its state. */
export async function findItem(db: Queryable, id: string): Promise<ItemRow | null> {
  const [row] = await db.query<ItemRow>(`select ${ITEM_COLUMNS} from album_item i where i.id = $1`, [id])
  return row ?? null
}

/** Sets or lifts the restriction of an item. Returns the one before; undefined for no item. */
export async function restrictItem(
  tx: Transaction,
  id: string,
  restriction: Restriction | null,
): Promise<Restriction | null | undefined> {
  const [before] = await tx.query<{ restriction: Restriction | null }>(
    'select restriction from album_item where id = $1 for update',
    [id],
  )
  if (!before) return undefined
  await tx.query('update album_item set restriction = $2 where id = $1', [id, restriction])
  return before.restriction
}

/** The library item whose files, or whose blurred image, have this id. */
export function selectLibraryItemByName(db: Queryable, name: string): Promise<ItemRow[]> {
  return db.query<ItemRow>(
    `select ${ITEM_COLUMNS} from album_item i where (i.file_id = $1 or i.thumbnail_id = $1) and i.library_ref is not null`,
    [name],
  )
}

export function selectLibraryItems(db: Queryable): Promise<ItemRow[]> {
  return db.query<ItemRow>(
    `select ${ITEM_COLUMNS} from album_item i where i.library_ref is not null and i.removed_at is null`,
  )
}

/** Lets only one process at a time seed the library's albums. */
export async function lockAlbumSeeding(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('everkin:albums'))`)
}
