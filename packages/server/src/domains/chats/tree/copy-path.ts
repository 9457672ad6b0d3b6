import type { Queryable } from '../../../platform/db/database.ts'

/** How many messages a path has that ends at `seq`; 0 for a message that is not there. */
export async function readDepth(db: Queryable, chatId: string, seq: number): Promise<number> {
  const [row] = await db.query<{ depth: number }>('select depth from message where chat_id = $1 and seq = $2', [
    chatId,
    seq,
  ])
  return row?.depth ?? 0
}

/**
 * Copies a path into a chat that has no messages, numbered anew from 1: a message's depth is its number and its
 * revision, so that skip pointers need no second look. What belongs to the sending of a message (client id, charge)
 * stays with the original. One statement, O(path).
 */
export async function copyPath(tx: Queryable, fromChatId: string, leafSeq: number, toChatId: string): Promise<void> {
  await tx.query(
    `with recursive path (seq, parent_seq) as (
       select seq, parent_seq from message where chat_id = $1 and seq = $2
       union all
       select m.seq, m.parent_seq from path p join message m on m.chat_id = $1 and m.seq = p.parent_seq)
     insert into message (chat_id, seq, parent_seq, depth, jump_seq, jump_depth, rev, role, speaker_id, text, tokens,
       status, sender_id, voice_demo, attached, created_at)
     select $3, m.depth, m.depth - 1, m.depth, m.jump_depth, m.jump_depth, m.depth, m.role, m.speaker_id, m.text,
       m.tokens, m.status, m.sender_id, m.voice_demo, m.attached, m.created_at
     from path join message m on m.chat_id = $1 and m.seq = path.seq`,
    [fromChatId, leafSeq, toChatId],
  )
}
