import type { Transaction } from '../../../platform/db/database.ts'

/** Before `deleteSubtree`: keeps what the messages say, so that `restoreSubtree` can bring it back. */
export async function archiveSubtree(
  tx: Transaction,
  chatId: string,
  seq: number,
  { leafSeq, now }: { leafSeq: number | null; now: Date },
): Promise<void> {
  await tx.query(
    `insert into deleted_message
       (chat_id, seq, root_seq, leaf_seq, text, tokens, fault, reasoning, reasoning_ms, pictures, picture_text, deleted_at)
     with recursive below (seq) as (
       select seq from message where chat_id = $1 and seq = $2 and not deleted
       union all
       select m.seq from below b join message m on m.chat_id = $1 and m.parent_seq = b.seq and not m.deleted)
     select m.chat_id, m.seq, $2, $3, m.text, m.tokens, m.fault, m.reasoning, m.reasoning_ms, m.pictures,
       m.picture_text, $4
     from below join message m on m.chat_id = $1 and m.seq = below.seq`,
    [chatId, seq, leafSeq, now],
  )
}

/**
 * Turns the tombstones of a subtree back into messages. Returns their numbers, and the end of the path when they were
 * deleted; null when nothing is kept of them since `since`, or what they answer is deleted itself.
 */
export async function restoreSubtree(
  tx: Transaction,
  chatId: string,
  rootSeq: number,
  { since, rev }: { since: Date; rev: number },
): Promise<{ seqs: number[]; leafSeq: number | null } | null> {
  const rows = await tx.query<{ seq: number; leafSeq: number | null }>(
    `update message m set deleted = false, text = d.text, tokens = d.tokens, fault = d.fault, reasoning = d.reasoning,
       reasoning_ms = d.reasoning_ms, pictures = d.pictures, picture_text = d.picture_text, rev = $4
     from deleted_message d
     where m.chat_id = $1 and d.chat_id = $1 and d.root_seq = $2 and d.deleted_at > $3 and m.seq = d.seq and m.deleted
       and exists (select 1 from message root left join message parent
         on parent.chat_id = $1 and parent.seq = root.parent_seq
         where root.chat_id = $1 and root.seq = $2 and (root.parent_seq = 0 or not parent.deleted))
     returning m.seq, d.leaf_seq as "leafSeq"`,
    [chatId, rootSeq, since, rev],
  )
  if (rows.length === 0) return null
  await tx.query('delete from deleted_message where chat_id = $1 and root_seq = $2', [chatId, rootSeq])
  return { seqs: rows.map(({ seq }) => seq).sort((a, b) => a - b), leafSeq: rows[0]?.leafSeq ?? null }
}

/** Removes for good what was deleted before a moment. Returns the pictures that had been sent with it. */
export async function purgeSubtrees(tx: Transaction, deletedBefore: Date): Promise<string[]> {
  const rows = await tx.query<{ pictures: string[] | null }>(
    'delete from deleted_message where deleted_at <= $1 returning pictures',
    [deletedBefore],
  )
  return rows.flatMap(({ pictures }) => pictures ?? [])
}

/**
 * Turns a message and everything below it into tombstones: their text is removed, the number stays listed as
 * `deleted`. Returns their numbers.
 */
export async function deleteSubtree(tx: Transaction, chatId: string, seq: number, rev: number): Promise<number[]> {
  const rows = await tx.query<{ seq: number }>(
    `with recursive below (seq) as (
       select seq from message where chat_id = $1 and seq = $2 and not deleted
       union all
       select m.seq from below b join message m on m.chat_id = $1 and m.parent_seq = b.seq and not m.deleted)
     update message set deleted = true, text = '', tokens = 0, fault = null, reasoning = null, reasoning_ms = null,
       pictures = null, picture_text = null, withheld_text = null,
       rev = $3,
       status = case when status = 'streaming' then 'stopped' else status end
     from below where message.chat_id = $1 and message.seq = below.seq returning message.seq`,
    [chatId, seq, rev],
  )
  const deletedSeqs = rows.map((row) => row.seq)
  await tx.query('update message set tip_seq = null where chat_id = $1 and tip_seq = any($2::int[])', [
    chatId,
    deletedSeqs,
  ])
  return deletedSeqs.sort((a, b) => a - b)
}
