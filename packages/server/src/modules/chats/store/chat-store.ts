import { jsonOrNull, onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import type { MembershipHistory } from './membership-history.ts'

export interface LastMessage {
  role: 'user' | 'character' | 'system'
  speaker_name: string | null
  text: string
  created_at: string
}

/** A note inserted into the prompt, `depth` messages before the end of the conversation. */
export interface AuthorsNote {
  text: string
  depth: number
}

export interface ChatRow {
  id: string
  personId: string
  cardId: string
  type: 'single' | 'multiple'
  title: string
  locale: string
  rev: number
  pathRev: number
  nextSeq: number
  leafSeq: number
  lastMessage: LastMessage | null
  pinned: boolean
  unread: number
  readSeq: number
  /** The persona of the person in this chat; null: as their profile says. */
  personaId: string | null
  note: AuthorsNote | null
  /** The model that answers in this chat; null: the default one. It may be connected no longer. */
  modelId: string | null
  /** A built-in preset or one of the person's, which may exist no longer; null: none. */
  presetId: string | null
  /** Members of a group that do not speak unasked. */
  muted: string[]
  /** The membership history of a group; null for a single character. */
  roster: MembershipHistory | null
  /** Whether other chats with the same character may recall the memories of this chat. */
  sharesMemory: boolean
  branchedFrom: { chat_id: string; seq: number } | null
  /** 0 while nothing is remembered. `modules/memory` raises it without raising the chat's revision. */
  memoryRev: number
  /** Album items already sent in this chat. */
  attached: string[]
  /** What the chat's owner has blocked, as in `Person`. */
  blockedIds: readonly string[]
  createdAt: Date
  updatedAt: Date
}

/** The columns of a `ChatRow`; `personId` is the parameter that has the person's id. */
export const chatColumns = (
  personId: '$1' | '$2',
) => `id, person_id as "personId", card_id as "cardId", type, title, locale, rev, path_rev as "pathRev",
  next_seq as "nextSeq", leaf_seq as "leafSeq", last_message as "lastMessage", pinned, unread, read_seq as "readSeq",
  persona_id as "personaId", note, model_id as "modelId", preset_id as "presetId", muted, roster, shares_memory as "sharesMemory", branched_from as "branchedFrom",
  memory_rev as "memoryRev", attached,
  array(select target_id from block where block.person_id = ${personId}) as "blockedIds",
  created_at as "createdAt", updated_at as "updatedAt"`

/** A chat of this person; null for one that does not exist, is deleted or belongs to someone else. */
export async function findChat(db: Queryable, chatId: string, personId: string): Promise<ChatRow | null> {
  return onlyRow(
    await db.query<ChatRow>(
      `select ${chatColumns('$2')} from chat where id = $1 and person_id = $2 and deleted_at is null`,
      [chatId, personId],
    ),
  )
}

export function selectPersonOfChat(db: Queryable, chatId: string): Promise<{ personId: string }[]> {
  return db.query(`select person_id as "personId" from chat where id = $1`, [chatId])
}

/** The chats of a person that have one of these ids. */
export function findChats(db: Queryable, personId: string, chatIds: readonly string[]): Promise<ChatRow[]> {
  return db.query<ChatRow>(
    `select ${chatColumns('$1')} from chat where person_id = $1 and id = any($2::text[]) and deleted_at is null`,
    [personId, chatIds],
  )
}

/** Like `findChat`, but locks the row until the transaction ends. Revisions and numbers are taken under this lock. */
export async function lockChat(tx: Transaction, chatId: string, personId: string): Promise<ChatRow | null> {
  return onlyRow(
    await tx.query<ChatRow>(
      `select ${chatColumns('$2')} from chat where id = $1 and person_id = $2 and deleted_at is null for update`,
      [chatId, personId],
    ),
  )
}

/**
 * All chats of a person, including deleted ones, locked until the transaction ends. An update that changes nothing locks
 * them, because Citus refuses `for update` for rows of several shards.
 */
export function lockChatsOf(tx: Transaction, personId: string): Promise<{ id: string }[]> {
  return tx.query<{ id: string }>('update chat set updated_at = updated_at where person_id = $1 returning id', [
    personId,
  ])
}

/** A person's chats without deleted ones, and the bytes that came into all of them at once, until they are purged. */
export async function measureChatsOf(db: Queryable, personId: string): Promise<{ count: number; bulkBytes: number }> {
  const [row] = await db.query<{ count: number; bulkBytes: number }>(
    `select count(*) filter (where deleted_at is null)::int as count, coalesce(sum(bulk_bytes), 0)::int8 as "bulkBytes"
     from chat where person_id = $1`,
    [personId],
  )
  return row ?? { count: 0, bulkBytes: 0 }
}

/** Records the bytes of the texts that a new chat begins with. */
export async function saveBulkBytes(tx: Transaction, chatId: string): Promise<void> {
  await tx.query(
    `update chat set bulk_bytes = (select coalesce(sum(octet_length(text) + coalesce(octet_length(reasoning), 0)), 0) from message where chat_id = $1)
     where id = $1`,
    [chatId],
  )
}

/** A page of a person's chats, ordered by id. */
export function listChatsById(db: Queryable, personId: string, after: string, limit: number): Promise<ChatRow[]> {
  return db.query<ChatRow>(
    `select ${chatColumns('$1')} from chat where person_id = $1 and id > $2 and deleted_at is null order by id limit $3`,
    [personId, after, limit],
  )
}

export async function findNewestChatOfCard(db: Queryable, personId: string, cardId: string): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(
    `select ${chatColumns('$1')} from chat where person_id = $1 and card_id = $2 and deleted_at is null
     order by updated_at desc limit 1`,
    [personId, cardId],
  )
  return rows[0] ?? null
}

export async function insertChat(
  tx: Transaction,
  chat: Pick<ChatRow, 'id' | 'personId' | 'cardId' | 'type' | 'title' | 'locale' | 'createdAt'> & { userRev: number },
): Promise<void> {
  await tx.query(
    `insert into chat (id, person_id, card_id, type, title, locale, user_rev, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [chat.id, chat.personId, chat.cardId, chat.type, chat.title, chat.locale, chat.userRev, chat.createdAt],
  )
}

/** Saves the fields that a change has set on a locked chat. */
export async function saveChat(tx: Transaction, chat: ChatRow, userRev: number): Promise<void> {
  await tx.query(
    `update chat set rev = $2, path_rev = $3, next_seq = $4, leaf_seq = $5, last_message = $6::jsonb, pinned = $7,
       unread = $8, read_seq = $9, updated_at = $10, user_rev = $11, persona_id = $12, note = $13::jsonb, muted = $14,
       shares_memory = $15, branched_from = $16::jsonb, roster = $17::jsonb, attached = $18, model_id = $19, preset_id = $20 where id = $1`,
    [
      chat.id,
      chat.rev,
      chat.pathRev,
      chat.nextSeq,
      chat.leafSeq,
      jsonOrNull(chat.lastMessage),
      chat.pinned,
      chat.unread,
      chat.readSeq,
      chat.updatedAt,
      userRev,
      chat.personaId,
      jsonOrNull(chat.note),
      chat.muted,
      chat.sharesMemory,
      jsonOrNull(chat.branchedFrom),
      jsonOrNull(chat.roster),
      chat.attached,
      chat.modelId,
      chat.presetId,
    ],
  )
}

/** The newest chat of a person with a card that was imported from a file with this hash. */
export async function findImportedChat(
  db: Queryable,
  { personId, cardId, hash }: { personId: string; cardId: string; hash: string },
): Promise<ChatRow | null> {
  const rows = await db.query<ChatRow>(
    `select ${chatColumns('$1')} from chat where person_id = $1 and import_hash = $2 and card_id = $3 and deleted_at is null
     order by created_at desc limit 1`,
    [personId, hash, cardId],
  )
  return rows[0] ?? null
}

/** Records which file a new chat was imported from. */
export async function saveImportHash(tx: Transaction, chatId: string, hash: string): Promise<void> {
  await tx.query('update chat set import_hash = $2 where id = $1', [chatId, hash])
}

/** Sets a chat's title. The caller holds the lock. */
export async function setTitle(tx: Transaction, chatId: string, title: string): Promise<void> {
  await tx.query('update chat set title = $2 where id = $1', [chatId, title])
}

/** Soft-deletes a chat; false when there is none, or it is deleted already. */
export async function setChatDeleted(
  tx: Transaction,
  { chatId, personId, now, userRev }: { chatId: string; personId: string; now: Date; userRev: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update chat set deleted_at = $3, user_rev = $4
     where id = $1 and person_id = $2 and deleted_at is null returning id`,
    [chatId, personId, now, userRev],
  )
  return rows.length === 1
}

/** Restores a chat that was deleted after `since`; false when there is none. */
export async function setChatRestored(
  tx: Transaction,
  { chatId, personId, since, userRev }: { chatId: string; personId: string; since: Date; userRev: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update chat set deleted_at = null, user_rev = $4
     where id = $1 and person_id = $2 and deleted_at > $3 returning id`,
    [chatId, personId, since, userRev],
  )
  return rows.length === 1
}

/** Purges the chats deleted before `before`; their messages are removed with them. */
export async function purgeDeletedChats(tx: Transaction, before: Date): Promise<number> {
  return (await tx.query('delete from chat where deleted_at <= $1 returning id', [before])).length
}
