import type { ReplyFault } from '@everkin/contract/types.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import type { Restriction } from '../../characters/module.ts'
import { LISTED_COLUMNS, type MessageRow, type MessageStatus, WHOLE_COLUMNS } from './message-row.ts'
import { appendSkipPointers, type SkipPointers, type TreePlace } from './skip-pointers.ts'

export async function findMessage(db: Queryable, chatId: string, seq: number): Promise<MessageRow | null> {
  return onlyRow(
    await db.query<MessageRow>(`select ${WHOLE_COLUMNS} from message where chat_id = $1 and seq = $2 and not deleted`, [
      chatId,
      seq,
    ]),
  )
}

/** The message that a person sent under this client id, in any chat, deleted or not. */
export async function findByClientId(db: Queryable, personId: string, clientId: string): Promise<MessageRow | null> {
  return onlyRow(
    await db.query<MessageRow>(`select ${LISTED_COLUMNS} from message where sender_id = $1 and client_id = $2`, [
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
      | 'speakerId'
      | 'text'
      | 'tokens'
      | 'status'
      | 'clientId'
      | 'voiceDemo'
      | 'chargeKey'
      | 'awaitsReply'
      | 'hidden'
      | 'attached'
      | 'pictures'
      | 'pictureText'
    >
  > & {
    senderId?: string
  }

/** Stores a message below the first place of its parent's skip pointers. */
export async function insertMessage(tx: Transaction, message: NewMessage, parent: SkipPointers): Promise<MessageRow> {
  const [place] = appendSkipPointers(parent, message.seq)
  const [row] = await tx.query<MessageRow>(
    `insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
       status, client_id, sender_id, voice_demo, charge_key, awaits_reply, created_at, pictures, picture_text,
       hidden, attached)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19::text[], $20, $21,
       $22::text[])
     returning ${WHOLE_COLUMNS}`,
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
      message.pictures ?? null,
      message.pictureText ?? null,
      message.hidden ?? false,
      message.attached ?? null,
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

/**
 * The fields that change on a message that is being or was written. Its `rev` must come from `nextRev`. Reasoning,
 * usage and model stay as they are when left out.
 */
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
    /** When left out, the fault is cleared, and so is the mark of a reply that was cut off. */
    fault?: ReplyFault | null
    isCutOff?: boolean
  } & Partial<Pick<MessageRow, 'reasoning' | 'reasoningMs' | 'usage' | 'modelId'>>,
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `update message set text = $3, tokens = $4, status = $5, rev = $6, voice_demo = coalesce($7, voice_demo),
       attached = coalesce(nullif($8::text[], '{}'), attached), fault = $9::jsonb,
       reasoning = case when $10::boolean then $11::text else reasoning end,
       reasoning_ms = case when $10::boolean then $12::int else reasoning_ms end,
       usage = coalesce($13::jsonb, usage), model_id = coalesce($14::text, model_id), cut_off = nullif($15::boolean, false)
     where chat_id = $1 and seq = $2 and not deleted returning ${WHOLE_COLUMNS}`,
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
      change.reasoning !== undefined,
      change.reasoning ?? null,
      change.reasoningMs ?? null,
      change.usage ? JSON.stringify(change.usage) : null,
      change.modelId ?? null,
      change.isCutOff ?? false,
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
    `update message set hidden = $3, rev = $4 where chat_id = $1 and seq = $2 and not deleted returning ${WHOLE_COLUMNS}`,
    [chatId, seq, hidden, rev],
  )
  if (!row) throw new Error('message not found')
  return row
}

/**
 * Withholds the text of a message, which is stored apart, or puts it back. Such a message is hidden from characters, and a
 * text that was withheld comes back shown to them.
 */
export async function setRestriction(
  tx: Transaction,
  chatId: string,
  seq: number,
  { restriction, rev }: { restriction: Restriction | null; rev: number },
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `update message set restriction = $3::text, rev = $4, hidden = $3::text is not null,
       text = case when $3::text is null then coalesce(withheld_text, text) else '' end,
       withheld_text = case when $3::text is null then null else coalesce(withheld_text, text) end
     where chat_id = $1 and seq = $2 and not deleted returning ${WHOLE_COLUMNS}`,
    [chatId, seq, restriction, rev],
  )
  if (!row) throw new Error('message not found')
  return row
}

/** Ends what is still being written in these chats, with the text it has, at a new revision. */
export async function endStreaming(
  tx: Transaction,
  chatIds: readonly string[],
  status: 'stopped' | 'failed',
): Promise<void> {
  await tx.query(
    `with ended as (
       update chat set rev = rev + 1 where id = any($1::text[]) and exists (
         select 1 from message where chat_id = chat.id and status = 'streaming')
       returning id, rev
     ) update message set status = $2, rev = ended.rev from ended
     where chat_id = ended.id and status = 'streaming'`,
    [chatIds, status],
  )
}
