import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/**
 * A message that a person sent while a reply was being written, so that it still waits for its own. `wantedSpeaker` is the
 * group member who was explicitly asked to answer it.
 */
export interface QueuedMessage {
  seq: number
  chargeKey: string | null
  wantedSpeaker: string | null
}

/** The queued messages of a chat, oldest first. */
export async function findQueued(db: Queryable, chatId: string): Promise<QueuedMessage[]> {
  return db.query(
    `select seq, charge_key as "chargeKey", speaker_id as "wantedSpeaker" from message where chat_id = $1 and awaits_reply and not deleted order by seq`,
    [chatId],
  )
}

/** Takes messages, by default all of the chat, out of the queue: they are being answered, or never will be. */
export async function clearQueued(
  tx: Transaction,
  chatId: string,
  seqs: readonly number[] | null = null,
): Promise<void> {
  await tx.query(
    `update message set awaits_reply = false
     where chat_id = $1 and awaits_reply and ($2::int[] is null or seq = any($2::int[]))`,
    [chatId, seqs],
  )
}

/** Chats with queued messages and no reply under way. */
export async function findUnansweredChats(db: Queryable): Promise<{ chatId: string; personId: string }[]> {
  return db.query(
    `select c.id as "chatId", c.person_id as "personId" from chat c where c.deleted_at is null
     and c.id in (select m.chat_id from message m where m.awaits_reply and not m.deleted)
     and not exists (select 1 from generation g where g.chat_id = c.id)
     order by c.id limit 100`,
  )
}
