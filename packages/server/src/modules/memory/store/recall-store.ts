import { VectorIndex } from '@everkin/recall'
import type { Queryable } from '../../../platform/db/database.ts'

/** The fields of a fact that recall needs. A forgotten one only says what must not be recalled. */
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

/** Rows per page: loading a hundred thousand at once would block everyone's replies. */
const PAGE_SIZE = 2_000

/**
 * Facts of a chat that have changed after a revision, including forgotten ones. Only vectors of this embedding model.
 */
export async function listFactsChangedSince(
  db: Queryable,
  chatId: string,
  rev: number,
  embeddingName: string | null,
): Promise<IndexedFact[]> {
  const rows = await db.query<Omit<IndexedFact, 'vector'> & { bytes: Uint8Array | null }>(
    `select id, text, pinned, source_seq as "sourceSeq", terms, forgotten_at is not null as "isForgotten",
       created_at as "createdAt", case when embedding_name = $3 then array_send(embedding) end as bytes
     from memory_fact where chat_id = $1 and rev > $2 order by created_at, id`,
    [chatId, rev, embeddingName],
  )
  return rows.map(({ bytes, ...row }) => ({ ...row, vector: bytes && decodeRealArray(bytes) }))
}

/** Memory that a chat's vectors would need, in bytes. */
export async function estimateVectorBytes(db: Queryable, chatId: string, embeddingName: string): Promise<number> {
  const [vectors] = await db.query<{ count: number; length: number | null }>(
    `select count(*)::int as count, (select cardinality(embedding) from memory_passage
       where chat_id = $1 and embedding_name = $2 limit 1) as length
     from memory_passage where chat_id = $1 and embedding_name = $2`,
    [chatId, embeddingName],
  )
  return VectorIndex.bytesOf(vectors?.count ?? 0, vectors?.length ?? 0)
}

/** All passages of a chat, page by page. */
export async function* streamPassages(
  db: Queryable,
  chatId: string,
  embeddingName: string | null,
): AsyncGenerator<IndexedPassage[]> {
  const [newest] = await db.query<{ toSeq: number | null }>(
    'select max(to_seq) as "toSeq" from memory_passage where chat_id = $1',
    [chatId],
  )
  // Paged by number, not by limit: without statistics a database would sort all remaining rows for every page.
  for (let after = -1; after < (newest?.toSeq ?? -1); after += PAGE_SIZE) {
    const rows = await db.query<PassageRowBytes>(
      `select ${INDEXED_PASSAGE_COLUMNS} from memory_passage where chat_id = $1 and to_seq > $3 and to_seq <= $4
       order by to_seq`,
      [chatId, embeddingName, after, after + PAGE_SIZE],
    )
    yield rows.map(toIndexedPassage)
  }
}

/** The passages that have changed after a revision, in the order of their changes. */
export async function listPassagesChangedSince(
  db: Queryable,
  chatId: string,
  rev: number,
  embeddingName: string | null,
): Promise<IndexedPassage[]> {
  const rows = await db.query<PassageRowBytes>(
    `select ${INDEXED_PASSAGE_COLUMNS} from memory_passage where chat_id = $1 and rev > $3 order by rev, to_seq`,
    [chatId, embeddingName, rev],
  )
  return rows.map(toIndexedPassage)
}

type PassageRowBytes = { toSeq: number; seqs: Uint8Array; terms: Uint8Array; vector: Uint8Array | null }

// array_send returns numbers as bytes: reading them as text would take ten times as long.
const INDEXED_PASSAGE_COLUMNS = `to_seq as "toSeq", array_send(seqs) as seqs, array_send(terms) as terms,
  case when embedding_name = $2 then array_send(embedding) end as vector`

function toIndexedPassage({ toSeq, seqs, terms, vector }: PassageRowBytes): IndexedPassage {
  return {
    toSeq,
    seqs: decodeIntArray(seqs),
    terms: decodeBigintArray(terms),
    vector: vector && decodeRealArray(vector),
  }
}

/** The facts that a person's other chats with the same character share with this one. */
export function listSharedFacts(
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

const HEADER_BYTES = 20

/** Decodes a one-dimensional `real[]` from `array_send`: a header, then length and value of each number, big-endian. */
function decodeRealArray(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(elementCount(bytes, 4))
  for (let index = 0; index < vector.length; index++) vector[index] = view.getFloat32(HEADER_BYTES + index * 8 + 4)
  return vector
}

/** Decodes a `bigint[]` in the same way; its numbers lie within 2^53. */
function decodeBigintArray(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Array<number>(elementCount(bytes, 8))
  for (let index = 0; index < numbers.length; index++) {
    const at = HEADER_BYTES + index * 12 + 4
    numbers[index] = view.getInt32(at) * 0x1_0000_0000 + view.getUint32(at + 4)
  }
  return numbers
}

/** Decodes an `int[]` in the same way. */
function decodeIntArray(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Array<number>(elementCount(bytes, 4))
  for (let index = 0; index < numbers.length; index++) numbers[index] = view.getInt32(HEADER_BYTES + index * 8 + 4)
  return numbers
}

/** The number of elements. Each is preceded by its length. An empty array has a shorter header. */
function elementCount(bytes: Uint8Array, numberBytes: number): number {
  return Math.max(0, Math.floor((bytes.byteLength - HEADER_BYTES) / (numberBytes + 4)))
}
