import type { ReplyFault } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import type { TreePlace } from '../rules.ts'
import { appendSkipPointers, type SkipPointers } from './skip-pointers.ts'

export type MessageRole = 'user' | 'character' | 'system'
export type MessageStatus = 'streaming' | 'complete' | 'stopped' | 'failed'

export interface MessageRow extends TreePlace {
  chatId: string
  parentSeq: number
  tipSeq: number | null
  rev: number
  role: MessageRole
  /** The speaker; null: the narrator. On a person's message: the member who was asked by hand to answer it. */
  speakerId: string | null
  text: string
  tokens: number
  status: MessageStatus
  clientId: string | null
  voiceDemo: boolean
  chargeKey: string | null
  awaitsReply: boolean
  deleted: boolean
  /** Shown to the person only: in no prompt and no memory. */
  hidden: boolean
  /** Items of the speaker's album sent with the message. */
  attached: string[] | null
  /** The cause of a failure, as its reader is shown it. */
  fault: ReplyFault | null
  createdAt: Date
}

const COLUMNS = `chat_id as "chatId", seq, parent_seq as "parentSeq", depth, jump_seq as "jumpSeq",
  jump_depth as "jumpDepth", tip_seq as "tipSeq", rev, role, speaker_id as "speakerId", text, tokens, status,
  client_id as "clientId", voice_demo as "voiceDemo", charge_key as "chargeKey",
  awaits_reply as "awaitsReply", deleted, hidden, attached, fault, created_at as "createdAt"`

export async function findMessage(db: Queryable, chatId: string, seq: number): Promise<MessageRow | null> {
  return onlyRow(
    await db.query<MessageRow>(`select ${COLUMNS} from message where chat_id = $1 and seq = $2 and not deleted`, [
      chatId,
      seq,
    ]),
  )
}

/** The message that a person sent under this client id, in any chat, deleted or not. */
export async function findByClientId(db: Queryable, personId: string, clientId: string): Promise<MessageRow | null> {
  return onlyRow(
    await db.query<MessageRow>(`select ${COLUMNS} from message where sender_id = $1 and client_id = $2`, [
      personId,
      clientId,
    ]),
  )
}

/** A message to be stored. Defaults: empty, complete, unpaid and not the person's own. */
export type NewMessage = Pick<MessageRow, 'chatId' | 'seq' | 'parentSeq' | 'rev' | 'role' | 'createdAt'> &
  Partial<
    Pick<
      MessageRow,
      'speakerId' | 'text' | 'tokens' | 'status' | 'clientId' | 'voiceDemo' | 'chargeKey' | 'awaitsReply'
    >
  > & {
    senderId?: string
  }

/** Stores a message below the first place of its parent's skip pointers. */
export async function insertMessage(tx: Transaction, message: NewMessage, parent: SkipPointers): Promise<MessageRow> {
  const [place] = appendSkipPointers(parent, message.seq)
  const [row] = await tx.query<MessageRow>(
    `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
       status, client_id, sender_id, voice_demo, charge_key, awaits_reply, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning ${COLUMNS}`,
    [
      message.chatId,
      message.seq,
      message.parentSeq,
      place!.depth,
      place!.jumpSeq,
      place!.jumpDepth,
      message.rev,
      message.role,
      message.speakerId ?? null,
      message.text ?? '',
      message.tokens ?? 0,
      message.status ?? 'complete',
      message.clientId ?? null,
      message.senderId ?? null,
      message.voiceDemo ?? false,
      message.chargeKey ?? null,
      message.awaitsReply ?? false,
      message.createdAt,
    ],
  )
  return row!
}

/** The skip pointers of a message, including deleted ones; empty above the roots (0). */
export async function loadSkipPointers(db: Queryable, chatId: string, seq: number): Promise<SkipPointers> {
  if (seq === 0) return []
  return db.query<TreePlace>(
    `with recursive spine (seq, depth, jump_seq, jump_depth) as (
       select seq, depth, jump_seq, jump_depth from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.depth, m.jump_seq, m.jump_depth from spine s join message m on m.chat_id = $1 and m.seq = s.jump_seq)
     select seq, depth, jump_seq as "jumpSeq", jump_depth as "jumpDepth" from spine order by seq desc`,
    [chatId, seq],
  )
}

/** The fields that change on a message that is being or was written. Its `rev` must come from `nextRev`. */
export async function updateMessage(
  tx: Transaction,
  chatId: string,
  seq: number,
  change: {
    text: string
    tokens: number
    status: MessageStatus
    rev: number
    voiceDemo?: boolean
    attached?: readonly string[] | null
    /** When left out, the fault is cleared. */
    fault?: ReplyFault | null
  },
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `update message set text = $3, tokens = $4, status = $5, rev = $6, voice_demo = coalesce($7, voice_demo),
       attached = coalesce(nullif($8::text[], '{}'), attached), fault = $9::jsonb
     where chat_id = $1 and seq = $2 and not deleted returning ${COLUMNS}`,
    [
      chatId,
      seq,
      change.text,
      change.tokens,
      change.status,
      change.rev,
      change.voiceDemo ?? null,
      change.attached ?? [],
      change.fault ? JSON.stringify(change.fault) : null,
    ],
  )
  if (!row) throw new Error('message not found')
  return row
}

/** Hides a message from characters, or shows it to them. */
export async function setHidden(
  tx: Transaction,
  chatId: string,
  seq: number,
  { hidden, rev }: { hidden: boolean; rev: number },
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `update message set hidden = $3, rev = $4 where chat_id = $1 and seq = $2 and not deleted returning ${COLUMNS}`,
    [chatId, seq, hidden, rev],
  )
  if (!row) throw new Error('message not found')
  return row
}

/** Saves the text of a reply so far. No new revision, since live readers already have the text. */
export async function checkpointText(db: Queryable, chatId: string, seq: number, text: string): Promise<void> {
  await db.query(`update message set text = $3 where chat_id = $1 and seq = $2 and status = 'streaming'`, [
    chatId,
    seq,
    text,
  ])
}

/** Saves on a variant where its path ended, before another variant becomes active. */
export async function rememberTip(tx: Transaction, chatId: string, seq: number, tipSeq: number): Promise<void> {
  await tx.query('update message set tip_seq = $3 where chat_id = $1 and seq = $2', [chatId, seq, tipSeq])
}

/**
 * Every message changed after a revision and up to that of `chat`, including deleted ones, ordered by revision; at most
 * `limit`. What changed since `chat` was read is left out, because its path does not know it.
 */
export async function findChangedAfter(
  db: Queryable,
  chat: { id: string; rev: number },
  rev: number,
  limit: number,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${COLUMNS} from message where chat_id = $1 and rev > $2::bigint and rev <= $3::bigint
     order by rev, seq limit $4`,
    [chat.id, rev, chat.rev, limit],
  )
}

/** The children of the given parents, in the order they were created. */
export async function findChildren(
  db: Queryable,
  chatId: string,
  parentSeqs: readonly number[],
): Promise<{ seq: number; parentSeq: number }[]> {
  if (parentSeqs.length === 0) return []
  return db.query(
    `select seq, parent_seq as "parentSeq" from message
     where chat_id = $1 and parent_seq = any($2::int[]) and not deleted order by seq`,
    [chatId, parentSeqs],
  )
}

/** Messages by their numbers, in order. */
export function findMessagesBySeq(db: Queryable, chatId: string, seqs: readonly number[]): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${COLUMNS} from message where chat_id = $1 and seq = any($2::int[]) and not deleted order by seq`,
    [chatId, seqs],
  )
}

/** The end of the path below a message that follows the newest child at each step. */
export async function findNewestEnd(db: Queryable, chatId: string, seq: number): Promise<number> {
  const [row] = await db.query<{ seq: number }>(
    `with recursive down (seq) as (
       select $2::int
       union all
       select (select max(m.seq) from message m where m.chat_id = $1 and m.parent_seq = d.seq and not m.deleted)
       from down d where d.seq is not null)
     select max(seq) as seq from down`,
    [chatId, seq],
  )
  return row?.seq ?? seq
}

/**
 * Rows with a number up to `fromSeq`, newest first. The rows of a chat are stored together, so this is one short scan.
 */
export async function findDownFrom(
  db: Queryable,
  chatId: string,
  fromSeq: number,
  limit: number,
): Promise<MessageRow[]> {
  return db.query<MessageRow>(
    `select ${COLUMNS} from message where chat_id = $1 and seq <= $2 order by seq desc limit $3`,
    [chatId, fromSeq, limit],
  )
}

/** A page of a chat's rows, oldest first, including tombstones. */
export function findUpFrom(db: Queryable, chatId: string, afterSeq: number, limit: number): Promise<MessageRow[]> {
  return db.query<MessageRow>(`select ${COLUMNS} from message where chat_id = $1 and seq > $2 order by seq limit $3`, [
    chatId,
    afterSeq,
    limit,
  ])
}

/** The parent of each message, newest first: short rows, so that the path of a whole chat is found in few reads. */
export function findParentsDownFrom(
  db: Queryable,
  chatId: string,
  fromSeq: number,
  limit: number,
): Promise<{ seq: number; parentSeq: number }[]> {
  return db.query(
    `select seq, parent_seq as "parentSeq" from message where chat_id = $1 and seq <= $2 order by seq desc limit $3`,
    [chatId, fromSeq, limit],
  )
}

/**
 * The last message before a number on the path that ends at `leafSeq`, found by skip pointers in O(log n) steps, since
 * numbers only grow along a path. Null when there is none.
 */
export async function findOnPathBefore(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  beforeSeq: number,
): Promise<number | null> {
  if (leafSeq < beforeSeq) return leafSeq || null
  const rows = await db.query<{ seq: number }>(
    `with recursive walk (seq, parent_seq, jump_seq) as (
       select seq, parent_seq, jump_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq >= $3 then w.jump_seq else w.parent_seq end
       where w.seq >= $3)
     select seq from walk where seq < $3`,
    [chatId, leafSeq, beforeSeq],
  )
  return rows[0]?.seq ?? null
}

/** The text of a message, and the fields that decide whether it may be recalled. */
export type SaidRow = Pick<MessageRow, 'seq' | 'role' | 'speakerId' | 'text' | 'status' | 'hidden'>

/** The text of messages by their numbers, in that order, without deleted ones. */
export async function findSaid(db: Queryable, chatId: string, seqs: readonly number[]): Promise<SaidRow[]> {
  if (seqs.length === 0) return []
  return db.query<SaidRow>(
    `select seq, role, speaker_id as "speakerId", text, status, hidden from message
     where chat_id = $1 and seq = any($2::int[]) and not deleted order by seq`,
    [chatId, seqs],
  )
}

/**
 * Like `findSaid`, and also tells which messages in `placed` are on the path that ends at `leafSeq`: `findOnPath`
 * in the same query. Messages in `known` are returned only to show that they are not deleted.
 */
export async function findSaidOnPath(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  { placed, known, said }: { placed: readonly number[]; known: readonly number[]; said: readonly number[] },
): Promise<(SaidRow & { isOnPath: boolean })[]> {
  if (placed.length + known.length + said.length === 0) return []
  return db.query(
    `with recursive walk (wanted, seq, parent_seq, jump_seq) as (
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from unnest($3::int[]) as w (wanted)
         join message m on m.chat_id = $1 and m.seq = $2
       union all
       select w.wanted, m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq >= w.wanted then w.jump_seq else w.parent_seq end
       where w.seq > w.wanted)
     select seq, role, speaker_id as "speakerId", case when seq = any($4::int[]) then text else '' end as text, status, hidden,
       seq in (select walk.seq from walk where walk.seq = walk.wanted) as "isOnPath"
     from message where chat_id = $1 and seq = any($3::int[] || $4::int[] || $5::int[]) and not deleted order by seq`,
    [chatId, leafSeq, placed, said, known],
  )
}

/** Whether a message is on the path that ends at `leafSeq`. */
export async function isOnPath(db: Queryable, chatId: string, leafSeq: number, seq: number): Promise<boolean> {
  return (await findOnPathBefore(db, chatId, leafSeq, seq + 1)) === seq
}

/** The message that follows `parentSeq` (0: the root) on the path that ends at `leafSeq`; null at its end. */
export async function findOnPathAfter(
  db: Queryable,
  chatId: string,
  leafSeq: number,
  parentSeq: number,
): Promise<number | null> {
  const rows = await db.query<{ seq: number }>(
    `with recursive walk (seq, parent_seq, jump_seq) as (
       select seq, parent_seq, jump_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq, m.jump_seq from walk w join message m on m.chat_id = $1
         and m.seq = case when w.jump_seq > $3 then w.jump_seq else w.parent_seq end
       where w.parent_seq > $3)
     select seq from walk where parent_seq = $3`,
    [chatId, leafSeq, parentSeq],
  )
  return rows[0]?.seq ?? null
}

/**
 * Turns a message and everything below it into tombstones: the text is removed at once, the number stays listed as
 * `deleted`.
 */
export async function deleteSubtree(tx: Transaction, chatId: string, seq: number, rev: number): Promise<number[]> {
  const rows = await tx.query<{ seq: number }>(
    `with recursive below (seq) as (
       select seq from message where chat_id = $1 and seq = $2 and not deleted
       union all
       select m.seq from below b join message m on m.chat_id = $1 and m.parent_seq = b.seq and not m.deleted)
     update message set deleted = true, text = '', tokens = 0, fault = null, rev = $3,
       status = case when status = 'streaming' then 'stopped' else status end
     from below where message.chat_id = $1 and message.seq = below.seq returning message.seq`,
    [chatId, seq, rev],
  )
  const gone = rows.map((row) => row.seq)
  await tx.query('update message set tip_seq = null where chat_id = $1 and tip_seq = any($2::int[])', [chatId, gone])
  return gone.sort((a, b) => a - b)
}

/** A person's message that waits for a reply, and the group member who was asked by hand to answer it. */
export interface AwaitingMessage {
  seq: number
  chargeKey: string | null
  wantedSpeaker: string | null
}

/** Messages that wait for a reply, oldest first. */
export async function findAwaiting(db: Queryable, chatId: string): Promise<AwaitingMessage[]> {
  return db.query(
    `select seq, charge_key as "chargeKey", speaker_id as "wantedSpeaker" from message where chat_id = $1 and awaits_reply and not deleted order by seq`,
    [chatId],
  )
}

/** Marks all messages as no longer waiting: they are being answered, or never will be. */
export async function clearAwaiting(tx: Transaction, chatId: string): Promise<void> {
  await tx.query('update message set awaits_reply = false where chat_id = $1 and awaits_reply', [chatId])
}

/** Counts a person's own messages and the days they fall on, using the index that holds every message once. */
export async function countSent(db: Queryable, personId: string): Promise<{ messages: number; days: number }> {
  const [row] = await db.query<{ messages: number; days: number }>(
    `select count(*)::int as messages, (count(distinct (created_at at time zone 'UTC')::date))::int as days
     from message where sender_id = $1 and client_id is not null`,
    [personId],
  )
  return row ?? { messages: 0, days: 0 }
}
