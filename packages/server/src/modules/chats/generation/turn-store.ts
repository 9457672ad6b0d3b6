/**
 * The two statements of an ordinary turn. One stores message, reply, charge and revisions together; one finishes the
 * reply. Most of this server's work is ordinary turns, and a round trip costs more than the work done in it
 * (docs/decisions/0007). Each statement returns nothing when the turn is not ordinary after all; then the slow path in
 * `change-chat.ts` runs, which finds out the reason.
 */

import { onlyRow, type Queryable } from '../../../platform/db/database.ts'
import { activePersonCte, type Person } from '../../accounts/module.ts'
import { usageCtes } from '../../models/module.ts'
import { balancesAfterCharge, canPayMessages, messageChargeCtes } from '../../wallet/module.ts'
import type { ChatRow, LastMessage } from '../store/chat-store.ts'
import type { StoredUsage } from '../store/message-row.ts'
import type { TreePlace } from '../store/skip-pointers.ts'

export interface FastTurn {
  person: Person
  chat: ChatRow
  own: TreePlace & { text: string; tokens: number; clientId: string }
  reply: TreePlace & { speakerId: string; voiceDemo: boolean }
  price: number
  chargeKey: string
  lastMessage: LastMessage
  owner: string
  leaseUntil: Date
  now: Date
}

export interface StoredTurn {
  rev: number
  since: Date
  lastNoticeAt: Date | null
  coins: number
  messages: number
}

const STORE = `with ${activePersonCte({ id: '$1', ageState: '$2', nsfw: '$3', memberUntil: '$4', now: '$5' })},
  chat_row as (
    update chat set rev = chat.rev + 2, next_seq = chat.next_seq + 2, leaf_seq = $9::int, updated_at = $5::timestamptz,
      last_message = $10::jsonb, user_rev = active_person.user_rev
    from active_person
    where chat.id = $6::text and chat.person_id = $1::text and chat.rev = $7::int and chat.next_seq = $8::int
      and chat.deleted_at is null and not exists (select 1 from generation where chat_id = $6::text)
      and ${canPayMessages('$1', '$11')}
    returning chat.rev
  ), ${messageChargeCtes('chat_row', { personId: '$1', amount: '$11', key: '$12', cause: '$13', ref: '$6', now: '$5' })},
  own_row as (
    insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, text, tokens, status,
      client_id, sender_id, charge_key, created_at)
    select $6, $8::int, $14::int, $15::int, $16::int, $17::int, chat_row.rev - 1, 'user', $18::text, $19::int, 'complete',
      $20::text, $1, case when $11::bigint > 0 then $12::text end, $5 from chat_row
  ), reply_row as (
    insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, status,
      voice_demo, created_at)
    select $6, $9::int, $8::int, $21::int, $22::int, $23::int, chat_row.rev, 'character', $24::text, '', 'streaming',
      $25::boolean, $5 from chat_row
  ), generation_row as (
    insert into generation (chat_id, seq, person_id, owner, charge_keys, lease_until)
    select $6, $9::int, $1, $26::text, case when $11::bigint > 0 then array[$12::text] else '{}' end, $27::timestamptz
    from chat_row
  )
  select chat_row.rev, active_person.since, active_person."lastNoticeAt", ${balancesAfterCharge('$1')}
  from chat_row, active_person`

/**
 * Stores an ordinary turn; null when the chat or the person has changed since it was read, or the balance is too low.
 */
export async function storeFastTurn(db: Queryable, turn: FastTurn): Promise<StoredTurn | null> {
  const { person, chat, own, reply } = turn
  return onlyRow(
    await db.query<StoredTurn>(STORE, [
      person.id,
      person.ageState,
      person.nsfw,
      person.memberUntilSeconds,
      turn.now,
      chat.id,
      chat.rev,
      own.seq,
      reply.seq,
      JSON.stringify(turn.lastMessage),
      turn.price,
      turn.chargeKey,
      'message_sent',
      chat.leafSeq,
      own.depth,
      own.jumpSeq,
      own.jumpDepth,
      own.text,
      own.tokens,
      own.clientId,
      reply.depth,
      reply.jumpSeq,
      reply.jumpDepth,
      reply.speakerId,
      reply.voiceDemo,
      turn.owner,
      turn.leaseUntil,
    ]),
  )
}

const FINISH = `with person_row as (
    update person set user_rev = user_rev + 1 where id = $1::text returning user_rev
  ), chat_row as (
    update chat set rev = chat.rev + 1, unread = chat.unread + 1, updated_at = $2::timestamptz, last_message = $3::jsonb,
      user_rev = person_row.user_rev, attached = chat.attached || $9::text[]
    from person_row
    where chat.id = $4::text and chat.leaf_seq = $5::int and chat.deleted_at is null and exists (
      select 1 from generation where chat_id = $4::text and seq = $5::int and owner = $6::text)
    returning chat.rev, chat.path_rev as "pathRev", chat.next_seq as "nextSeq", chat.leaf_seq as "leafSeq", chat.unread,
      chat.pinned, chat.read_seq as "readSeq", chat.attached
  ), ${usageCtes('chat_row', {
    personId: '$1',
    now: '$2',
    modelId: '$13',
    model: '$14',
    kind: '$15',
    prompt: '$16',
    cached: '$17',
    reply: '$18',
  })}, message_row as (
    update message set text = $7::text, tokens = $8::int, status = 'complete', rev = chat_row.rev,
      attached = nullif($9::text[], '{}'), reasoning = $10::text, reasoning_ms = $11::int,
      model_id = coalesce($13::text, model_id), cut_off = nullif($19::boolean, false), usage = $12::jsonb || jsonb_build_object('cost', (
        select jsonb_build_object('currency', currency, 'micros', micros) from usage_cost where currency is not null))
    from chat_row
    where message.chat_id = $4::text and message.seq = $5::int
  ), generation_row as (
    delete from generation using chat_row where chat_id = $4::text and seq = $5::int
  )
  select * from chat_row`

/** The fields of the chat that another process may have changed meanwhile, as they are after the finish. */
export type FinishedChat = Pick<
  ChatRow,
  'rev' | 'pathRev' | 'nextSeq' | 'leafSeq' | 'unread' | 'pinned' | 'readSeq' | 'attached'
>

/** Finishes a complete reply at the end of the active path; null when it is gone or this process no longer owns it. */
export async function finishFastReply(
  db: Queryable,
  reply: {
    personId: string
    chatId: string
    seq: number
    owner: string
    text: string
    tokens: number
    lastMessage: LastMessage
    attached: readonly string[]
    reasoning: string | null
    reasoningMs: number | null
    /** Null for a reply of the demo model, which takes nothing. */
    used: StoredUsage | null
    modelId: string | null
    isCutOff: boolean
    now: Date
  },
): Promise<FinishedChat | null> {
  return onlyRow(
    await db.query<FinishedChat>(FINISH, [
      reply.personId,
      reply.now,
      JSON.stringify(reply.lastMessage),
      reply.chatId,
      reply.seq,
      reply.owner,
      reply.text,
      reply.tokens,
      reply.attached,
      reply.reasoning,
      reply.reasoningMs,
      reply.used && JSON.stringify(reply.used),
      reply.used && reply.modelId,
      reply.used?.model ?? '',
      'reply',
      reply.used?.prompt_tokens ?? 0,
      reply.used?.cached_tokens ?? 0,
      reply.used?.reply_tokens ?? 0,
      reply.isCutOff,
    ]),
  )
}
