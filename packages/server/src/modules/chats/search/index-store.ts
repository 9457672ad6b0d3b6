import { onlyRow, type Queryable, type SqlValue, type Transaction } from '../../../platform/db/database.ts'
import { SAID_TEXT } from '../store/said-text.ts'
import { BLOCK_SIZE } from './index-blocks.ts'

/** How far a chat is indexed. */
export interface IndexState {
  chatId: string
  rev: number
  seq: number
  /** The chat's own committed revision. */
  chatRev: number
}

/** The fields of a message that the index needs. */
export interface IndexedMessage {
  seq: number
  rev: number
  text: string
  createdAt: Date
  /** Deleted, or still being written. */
  isOut: boolean
}

const MESSAGE = `seq, rev, ${SAID_TEXT} as text, created_at as "createdAt", (deleted or status = 'streaming') as "isOut"`

/** Chats of a person that changed since they were indexed, most recently used first. */
export function findStaleChats(
  db: Queryable,
  personId: string,
  chatId: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  return db.query(
    `select chat.id from chat left join chat_index on chat_index.chat_id = chat.id
     where chat.person_id = $1 and ($2::text is null or chat.id = $2) and chat.deleted_at is null
       and chat.rev > coalesce(chat_index.rev, 0)
     order by chat.updated_at desc limit $3`,
    [personId, chatId, limit],
  )
}

/**
 * The state of a chat's index, locked until the transaction ends and created if missing; null when there is no chat.
 */
export async function lockIndex(tx: Transaction, chatId: string): Promise<IndexState | null> {
  await tx.query(`insert into chat_index (chat_id) select id from chat where id = $1 on conflict do nothing`, [chatId])
  return onlyRow(
    await tx.query<IndexState>(
      `select chat_index.chat_id as "chatId", chat_index.rev, chat_index.seq,
         (select rev from chat where id = $1) as "chatRev"
       from chat_index where chat_id = $1 for update of chat_index`,
      [chatId],
    ),
  )
}

/** Messages changed after one revision and up to another, ordered by revision; those of one revision are not split. */
export function findChangedBetween(
  tx: Transaction,
  chatId: string,
  after: number,
  upTo: number,
  limit: number,
): Promise<IndexedMessage[]> {
  return tx.query<IndexedMessage>(
    `select ${MESSAGE} from message where chat_id = $1 and rev > $2 and rev <= $3
     order by rev fetch first ${limit} rows with ties`,
    [chatId, after, upTo],
  )
}

/** All searchable messages of a block. */
export function findBlockMessages(tx: Transaction, chatId: string, block: number): Promise<IndexedMessage[]> {
  return tx.query<IndexedMessage>(
    `select ${MESSAGE} from message where chat_id = $1 and seq >= $2 and seq < $3
       and not deleted and status <> 'streaming' order by seq`,
    [chatId, block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE],
  )
}

/** Adds terms to blocks; positions are appended to existing terms. */
export async function addTerms(
  tx: Transaction,
  chatId: string,
  terms: readonly { block: number; term: string; places: string }[],
): Promise<void> {
  for (let from = 0; from < terms.length; from += TERMS_PER_STATEMENT) {
    const part = terms.slice(from, from + TERMS_PER_STATEMENT)
    await tx.query(
      `insert into chat_index_term (chat_id, block, term, places)
       select $1, * from unnest($2::int[], $3::text[], $4::text[])
       on conflict (chat_id, block, term) do update set places = chat_index_term.places || excluded.places`,
      [chatId, part.map((one) => one.block), part.map((one) => one.term), part.map((one) => one.places)],
    )
  }
}

/** The embedded database has one connection: no statement may occupy it for long. */
const TERMS_PER_STATEMENT = 1_000

/**
 * Removes the terms of whole blocks. A change to their messages raised revisions, so the next update indexes them
 * again.
 */
export async function dropTerms(tx: Transaction, chatId: string, blocks: readonly number[]): Promise<void> {
  await tx.query('delete from chat_index_term where chat_id = $1 and block = any($2::int[])', [chatId, blocks])
}

/** Locks a chat's index if it exists, so that no update runs meanwhile. Returns whether it exists. */
export async function ensureIndex(tx: Transaction, chatId: string): Promise<boolean> {
  return (await tx.query('select 1 from chat_index where chat_id = $1 for update', [chatId])).length > 0
}

/** Saves the time of the newest message of each block. */
export async function saveBlocks(
  tx: Transaction,
  chatId: string,
  blocks: readonly { block: number; newestAt: Date }[],
): Promise<void> {
  await tx.query(
    `insert into chat_index_block (chat_id, block, newest_at) select $1, * from unnest($2::int[], $3::timestamptz[])
     on conflict (chat_id, block) do update set newest_at = greatest(chat_index_block.newest_at, excluded.newest_at)`,
    [chatId, blocks.map((one) => one.block), blocks.map((one) => one.newestAt.toISOString())],
  )
}

/** Saves how far a chat is indexed. */
export async function saveIndexedRevision(tx: Transaction, chatId: string, rev: number, seq: number): Promise<void> {
  await tx.query('update chat_index set rev = $2, seq = $3 where chat_id = $1', [chatId, rev, seq])
}

export interface IndexBlock {
  chatId: string
  block: number
  newestAt: Date
}

/** The blocks of a person's chats, or of one chat, newest first. */
export function findBlocks(db: Queryable, personId: string, chatId: string | null): Promise<IndexBlock[]> {
  return db.query<IndexBlock>(
    `select b.chat_id as "chatId", b.block, b.newest_at as "newestAt"
     from chat join chat_index_block b on b.chat_id = chat.id
     where chat.person_id = $1 and ($2::text is null or chat.id = $2) and chat.deleted_at is null
     order by b.newest_at desc limit $3`,
    [personId, chatId, MAX_BLOCKS],
  )
}

/** Ten million messages; older ones are not searched. */
const MAX_BLOCKS = 20_000

export interface TermPlaces {
  chatId: string
  block: number
  term: string
  places: string
}

type RequestedBlock = { chatId: string; block: number }

/** The positions of terms in the given blocks. */
export function findTerms(
  db: Queryable,
  blocks: readonly RequestedBlock[],
  terms: readonly string[],
): Promise<TermPlaces[]> {
  return inBlocks(db, blocks, 'term = any($3::text[])', [terms])
}

/** The positions of longer terms with this prefix. */
export function findTermsBegun(
  db: Queryable,
  blocks: readonly RequestedBlock[],
  prefix: string,
): Promise<TermPlaces[]> {
  return inBlocks(db, blocks, 'term > $3 and term < $4', [prefix, `${prefix}\u{10ffff}`])
}

/**
 * One index lookup for each chat, block and term. With several chats, each block number is read in every chat, and rows
 * that were not requested are dropped here: a join would make PostgreSQL read whole chats.
 */
async function inBlocks(
  db: Queryable,
  blocks: readonly RequestedBlock[],
  condition: string,
  values: readonly SqlValue[],
): Promise<TermPlaces[]> {
  const rows = await db.query<TermPlaces>(
    `select chat_id as "chatId", block, term, places from chat_index_term
     where chat_id = any($1::text[]) and block = any($2::int[]) and ${condition}`,
    [[...new Set(blocks.map(({ chatId }) => chatId))], [...new Set(blocks.map(({ block }) => block))], ...values],
  )
  const requested = new Set(blocks.map(keyOf))
  return rows.filter((row) => requested.has(keyOf(row)))
}

const keyOf = ({ chatId, block }: RequestedBlock): string => `${chatId}/${block}`
