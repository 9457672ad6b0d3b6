import type { Queryable, Transaction } from '../../../platform/db/database.ts'

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

/** Marks messages, all of the chat by default, as no longer waiting: they are being answered, or never will be. */
export async function clearAwaiting(
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

/** Chats in which messages wait for a reply, and none is under way. */
export async function findUnansweredChats(db: Queryable): Promise<{ chatId: string; personId: string }[]> {
  return db.query(
    `select c.id as "chatId", c.person_id as "personId" from chat c where c.deleted_at is null
     and c.id in (select m.chat_id from message m where m.awaits_reply and not m.deleted)
     and not exists (select 1 from generation g where g.chat_id = c.id)
     order by c.id limit 100`,
  )
}
