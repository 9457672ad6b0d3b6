import type { Queryable, Transaction } from '../../../platform/db/database.ts'

/** A few consecutive messages as a search unit. Without terms it must be ingested again. */
export interface PassageRow {
  toSeq: number
  seqs: number[]
  terms: number[]
  rev: number
}

/** An embedding model's vector for a text; null without one. */
export interface PassageEmbedding {
  vector: Float32Array | null
  name: string | null
}

const PASSAGE_COLUMNS = 'to_seq as "toSeq", seqs, terms, rev'

/** Inserts passages, or updates those ingested again, in one statement. */
export async function savePassages(
  tx: Transaction,
  chatId: string,
  passages: readonly (PassageRow & { embedded: PassageEmbedding })[],
): Promise<void> {
  const rows = passages.map(({ toSeq, seqs, terms, rev, embedded: { vector, name } }) => ({
    to_seq: toSeq,
    seqs,
    terms,
    rev,
    embedding: vector && Array.from(vector),
    embedding_name: vector ? name : null,
  }))
  // json, not jsonb: its numbers stay text until they are converted to the column types.
  await tx.query(
    `insert into memory_passage (chat_id, to_seq, seqs, terms, rev, embedding, embedding_name)
     select $1, to_seq, seqs, terms, rev, embedding, embedding_name from json_to_recordset($2::json)
       as t (to_seq int, seqs int[], terms bigint[], rev int, embedding real[], embedding_name text)
     on conflict (chat_id, to_seq) do update set seqs = excluded.seqs, terms = excluded.terms, rev = excluded.rev,
       embedding = excluded.embedding, embedding_name = excluded.embedding_name`,
    [chatId, JSON.stringify(rows)],
  )
}

/** The newest passages, by their last message. */
export function listNewestPassages(db: Queryable, chatId: string, limit: number): Promise<PassageRow[]> {
  return db.query<PassageRow>(
    `select ${PASSAGE_COLUMNS} from memory_passage where chat_id = $1 order by to_seq desc limit $2`,
    [chatId, limit],
  )
}

/**
 * The passages to ingest again: one of their facts was forgotten or restored, or their vector is missing or from
 * another model.
 */
export function listStalePassages(
  db: Queryable,
  chatId: string,
  embeddingName: string | null,
  limit: number,
): Promise<PassageRow[]> {
  return db.query<PassageRow>(
    `select ${PASSAGE_COLUMNS} from memory_passage where chat_id = $1 and seqs <> '{}'
       and (terms = '{}' or ($2::text is not null and embedding_name is distinct from $2)) order by to_seq desc limit $3`,
    [chatId, embeddingName, limit],
  )
}

const ENDS_PASSAGE = '(exists (select 1 from memory_passage q where q.chat_id = $1 and q.to_seq = w.seq))'

/** How many passages after a message are searched for those around it; each branch has its own. */
const MAX_PASSAGES_AFTER = 32

/**
 * Removes the terms and embeddings of the passages around these messages, until they are ingested again. A message that
 * was left out of a passage, for example because it was hidden, is added to it: a passage reaches back on its path to the
 * end of the passage before it, or to the memory floor.
 */
export async function invalidatePassages(
  tx: Transaction,
  chatId: string,
  seqs: readonly number[],
  rev: number,
): Promise<void> {
  if (seqs.length === 0) return
  await tx.query(
    `with recursive walk (wanted, to_seq, seq) as (
       select w.wanted, p.to_seq, p.to_seq from unnest($2::int[]) as w (wanted)
         join chat on chat.id = $1 and w.wanted > chat.memory_floor
         cross join lateral (select to_seq from memory_passage where chat_id = $1 and to_seq >= w.wanted
           order by to_seq limit $4::int) as p
       union all
       select w.wanted, w.to_seq, m.parent_seq from walk w join message m on m.chat_id = $1 and m.seq = w.seq
         where w.seq > w.wanted and (w.seq = w.to_seq or not ${ENDS_PASSAGE})),
     around as (
       select w.to_seq, array_agg(w.wanted) as seqs from walk w
         where w.seq = w.wanted and (w.seq = w.to_seq or not ${ENDS_PASSAGE}) group by w.to_seq)
     update memory_passage as passage set terms = '{}', embedding = null, embedding_name = null, rev = $3,
       seqs = (select array_agg(distinct seq order by seq) from unnest(passage.seqs || changed.seqs) as t (seq))
     from (
       select to_seq, seqs from around
       union all
       select p.to_seq, '{}' from memory_passage p
         where p.chat_id = $1 and p.seqs && $2::int[] and p.to_seq not in (select to_seq from around)) as changed
     where passage.chat_id = $1 and passage.to_seq = changed.to_seq`,
    [chatId, seqs, rev, MAX_PASSAGES_AFTER],
  )
}

export async function deletePassages(tx: Transaction, chatId: string): Promise<void> {
  await tx.query('delete from memory_passage where chat_id = $1', [chatId])
}

/**
 * The passages of a chat with the greatest cosine to a vector, as their last messages, best first. The database
 * compares all of them exactly (pgvector; see `enablePgvector`), with the same conditions as the in-memory index:
 * passages with terms that end before `beforeSeq`, of the same embedding model and length, and not at a right angle or
 * beyond.
 */
export async function findSimilarPassages(
  db: Queryable,
  chatId: string,
  search: { vector: Float32Array; embeddingName: string; beforeSeq: number; most: number },
): Promise<number[]> {
  const { vector, embeddingName, beforeSeq, most } = search
  const rows = await db.query<{ toSeq: number }>(
    `select "toSeq" from (
       select to_seq as "toSeq", case when cardinality(embedding) = $5 then embedding::vector <=> $2::vector end as distance
       from memory_passage where chat_id = $1 and embedding_name = $3 and to_seq < $4 and terms <> '{}') as compared
     where distance < 1 order by distance, "toSeq" limit $6`,
    [chatId, `[${vector.join()}]`, embeddingName, beforeSeq, vector.length, most],
  )
  return rows.map((row) => row.toSeq)
}
