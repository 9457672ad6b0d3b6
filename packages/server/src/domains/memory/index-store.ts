import type { Queryable } from '../../platform/db/database.ts'
import { listSummaries, type SummaryRow } from './summary-store.ts'
import { readVector } from './vector-bytes.ts'

/** A fact as recall looks at it; a forgotten one only says what may not be told. */
export interface IndexedFact {
  id: string
  text: string
  pinned: boolean
  sourceSeq: number | null
  terms: number[]
  vector: Float32Array | null
  isForgotten: boolean
  createdAt: Date
}

export interface IndexedPassage {
  toSeq: number
  seqs: number[]
  terms: number[]
  vector: Float32Array | null
}

/** What of a chat's memory has changed after a revision; all of it after 0. Vectors are this embedding model's alone. */
export async function readMemoryAfter(
  db: Queryable,
  chatId: string,
  rev: number,
  embeddingName: string | null,
): Promise<{ facts: IndexedFact[]; passages: IndexedPassage[]; summaries: SummaryRow[] }> {
  type Bytes = { bytes: Uint8Array | null }
  // array_send gives the numbers as bytes: reading them as text would take ten times as long.
  const [facts, passages, summaries] = [
    await db.query<Omit<IndexedFact, 'vector'> & Bytes>(
      `select id, text, pinned, source_seq as "sourceSeq", terms, forgotten_at is not null as "isForgotten",
         created_at as "createdAt", case when embedding_name = $3 then array_send(embedding) end as bytes
       from memory_fact where chat_id = $1 and rev > $2 order by created_at, id`,
      [chatId, rev, embeddingName],
    ),
    await db.query<Omit<IndexedPassage, 'vector'> & Bytes>(
      `select to_seq as "toSeq", seqs, terms, case when embedding_name = $3 then array_send(embedding) end as bytes
       from memory_passage where chat_id = $1 and rev > $2 order by to_seq`,
      [chatId, rev, embeddingName],
    ),
    await listSummaries(db, chatId),
  ]
  const withVector = <Row extends Bytes>({ bytes, ...row }: Row) => ({ ...row, vector: bytes && readVector(bytes) })
  return { facts: facts.map(withVector), passages: passages.map(withVector), summaries }
}

/** What a person's other chats with the same character lend to this one: facts of those that share. */
export function listLentFacts(
  db: Queryable,
  chat: { id: string; personId: string; cardId: string },
  limit: number,
): Promise<
  {
    id: string
    chatId: string
    text: string
    pinned: boolean
    sourceSeq: number | null
    terms: number[]
    leafSeq: number
    createdAt: Date
  }[]
> {
  return db.query(
    `select f.id, f.chat_id as "chatId", f.text, f.pinned, f.source_seq as "sourceSeq", f.terms,
       c.leaf_seq as "leafSeq", f.created_at as "createdAt"
     from memory_fact f join chat c on c.id = f.chat_id
     where f.person_id = $1 and f.card_id = $2 and f.chat_id <> $3 and f.forgotten_at is null and c.shares_memory
       and c.deleted_at is null order by f.pinned desc, f.created_at desc limit $4`,
    [chat.personId, chat.cardId, chat.id, limit],
  )
}
