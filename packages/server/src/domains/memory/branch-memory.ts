import type { Queryable } from '../../platform/db/database.ts'

/**
 * Gives a copy of a path what is remembered of it: the facts whose message is on it and those of the person's own, the
 * story so far as it stood there, and what was to be forgotten, so that it stays forgotten. A message's number in the
 * copy is its depth on the path.
 */
export async function branchMemory(
  tx: Queryable,
  { fromChatId, leafSeq, toChatId }: { fromChatId: string; leafSeq: number; toChatId: string },
): Promise<void> {
  const values = [fromChatId, leafSeq, toChatId]
  const facts = await tx.query(
    `${PATH} insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, derived_from,
       terms, embedding, embedding_name, rev, forgotten_at, created_at)
     select md5($3 || f.id), $3, f.person_id, f.card_id, f.text, f.pinned, f.origin, coalesce(path.depth, f.source_seq),
       md5($3 || f.derived_from), f.terms, f.embedding, f.embedding_name, 1, f.forgotten_at, f.created_at
     from memory_fact f left join path on path.seq = f.source_seq
     where f.chat_id = $1 and (f.source_seq is null or f.source_seq = 0 or path.seq is not null) returning id`,
    values,
  )
  const summaries = await tx.query(
    `${PATH} insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at)
     select $3, 1, s.text, coalesce(path.depth, 0), s.origin, s.created_at
     from memory_summary s left join path on path.seq = s.covers_to_seq
     where s.chat_id = $1 and (s.covers_to_seq = 0 or path.seq is not null) order by s.rev desc limit 1 returning rev`,
    values,
  )
  await tx.query(
    `${PATH} update chat set memory_rev = $4, memory_floor = coalesce((
       select max(path.depth) from path, chat origin where origin.id = $1 and path.seq <= origin.memory_floor), 0)
     where id = $3`,
    [...values, facts.length + summaries.length > 0 ? 1 : 0],
  )
}

const PATH = `with recursive path (seq, parent_seq, depth) as (
    select seq, parent_seq, depth from message where chat_id = $1::text and seq = $2::int
    union all
    select m.seq, m.parent_seq, m.depth from path p join message m on m.chat_id = $1 and m.seq = p.parent_seq)`
