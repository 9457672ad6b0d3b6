import type { Queryable } from '../../platform/db/database.ts'

/**
 * The passages of a chat that are most alike to a vector by their cosine, as their last messages, best first: the
 * database compares them all, exactly (pgvector; see `openVectorExtension`). As the index in memory finds them: those
 * with words, that end before `beforeSeq`, are of the same embedding model and length, and not at a right angle or beyond.
 */
export async function findAlike(
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
