import { LIMITS } from '@everkin/contract/limits.ts'
import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { MAX_FORGOTTEN_FACTS } from '../rules.ts'

export interface FactRow {
  id: string
  chatId: string
  personId: string
  cardId: string
  text: string
  pinned: boolean
  origin: 'person' | 'model'
  sourceSeq: number | null
  derivedFrom: string | null
  terms: number[]
  rev: number
  forgottenAt: Date | null
  createdAt: Date
}

const FACT_COLUMNS = `id, chat_id as "chatId", person_id as "personId", card_id as "cardId", text, pinned, origin,
  source_seq as "sourceSeq", derived_from as "derivedFrom", terms, rev, forgotten_at as "forgottenAt",
  created_at as "createdAt"`

/** Takes the next revision of a chat's memory; locks the chat's row until the transaction ends. */
export async function nextMemoryRev(tx: Transaction, chatId: string): Promise<number> {
  const row = onlyRow(
    await tx.query<{ rev: number }>(
      'update chat set memory_rev = memory_rev + 1 where id = $1 returning memory_rev as rev',
      [chatId],
    ),
  )
  if (!row) throw new Error('chat not found')
  return row.rev
}

/** Facts of a chat, including forgotten ones. */
export function listFacts(db: Queryable, chatId: string): Promise<FactRow[]> {
  return db.query<FactRow>(`select ${FACT_COLUMNS} from memory_fact where chat_id = $1 order by created_at, id`, [
    chatId,
  ])
}

/** Remembered facts of a chat. */
export function listRememberedFacts(db: Queryable, chatId: string): Promise<FactRow[]> {
  return db.query<FactRow>(
    `select ${FACT_COLUMNS} from memory_fact where chat_id = $1 and forgotten_at is null order by created_at, id`,
    [chatId],
  )
}

/** What is kept of a chat's forgotten facts. */
export function listForgottenFacts(
  db: Queryable,
  chatId: string,
): Promise<{ sourceSeq: number | null; terms: number[] }[]> {
  return db.query(
    `select source_seq as "sourceSeq", terms from memory_fact where chat_id = $1 and forgotten_at is not null`,
    [chatId],
  )
}

/** Facts of a chat by their ids, including forgotten ones. */
export function listChatFactsByIds(db: Queryable, chatId: string, ids: readonly string[]): Promise<FactRow[]> {
  return db.query<FactRow>(`select ${FACT_COLUMNS} from memory_fact where chat_id = $1 and id = any($2::text[])`, [
    chatId,
    ids,
  ])
}

/** The number of remembered facts of a chat. */
export async function countFacts(db: Queryable, chatId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from memory_fact where chat_id = $1 and forgotten_at is null',
    [chatId],
  )
  return row?.count ?? 0
}

/** Facts of a person by their ids, from any chat, including forgotten ones. */
export async function listFactsByIds(db: Queryable, personId: string, ids: readonly string[]): Promise<FactRow[]> {
  if (ids.length === 0) return []
  return db.query<FactRow>(`select ${FACT_COLUMNS} from memory_fact where person_id = $1 and id = any($2::text[])`, [
    personId,
    ids,
  ])
}

/** All remembered facts of a person, by chat. */
export function listFactsOfPerson(db: Queryable, personId: string): Promise<FactRow[]> {
  return db.query<FactRow>(
    `select ${FACT_COLUMNS} from memory_fact where person_id = $1 and forgotten_at is null order by chat_id, created_at, id`,
    [personId],
  )
}

/** Stores a fact. Returns false and changes nothing if one with the same text and source exists. */
export async function insertFact(tx: Transaction, fact: Omit<FactRow, 'forgottenAt'>): Promise<boolean> {
  const rows = await tx.query(
    `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, derived_from, terms,
       rev, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bigint[], $11, $12) on conflict do nothing returning id`,
    [
      fact.id,
      fact.chatId,
      fact.personId,
      fact.cardId,
      fact.text,
      fact.pinned,
      fact.origin,
      fact.sourceSeq,
      fact.derivedFrom,
      fact.terms,
      fact.rev,
      fact.createdAt,
    ],
  )
  return rows.length > 0
}

/**
 * Saves a person's changes to a fact; a new text needs a new embedding. One that then says the same as another fact of
 * its message becomes one with it.
 */
export async function updateFact(tx: Transaction, fact: FactRow): Promise<void> {
  const twins = await tx.query<{ pinned: boolean }>(
    `delete from memory_fact where chat_id = $1 and source_seq = $2 and text = $3 and id <> $4 and forgotten_at is null
     returning pinned`,
    [fact.chatId, fact.sourceSeq, fact.text, fact.id],
  )
  await tx.query(
    `update memory_fact set text = $2, pinned = $3, origin = $4, terms = $5::bigint[], rev = $6,
       embedding = case when text = $2 then embedding end, embedding_name = case when text = $2 then embedding_name end
     where id = $1`,
    [fact.id, fact.text, fact.pinned || twins.some(({ pinned }) => pinned), fact.origin, fact.terms, fact.rev],
  )
}

/**
 * Forgets facts, `all` or those with these ids, and all facts derived from them. Returns those that were remembered
 * until now. Of the forgotten facts of a chat only the newest are kept.
 */
export async function forgetFacts(
  tx: Transaction,
  chatId: string,
  ids: readonly string[] | 'all',
  { rev, now }: { rev: number; now: Date },
): Promise<FactRow[]> {
  const forgotten = await tx.query<FactRow>(
    `with recursive gone (id) as (
       select id from memory_fact where chat_id = $1 and ($5 or id = any($2::text[]))
       union
       select f.id from gone g join memory_fact f on f.chat_id = $1 and f.derived_from = g.id)
     update memory_fact set forgotten_at = $4, embedding = null, embedding_name = null, rev = $3
     where chat_id = $1 and forgotten_at is null and id in (select id from gone) returning ${FACT_COLUMNS}`,
    [chatId, ids === 'all' ? [] : ids, rev, now, ids === 'all'],
  )
  if (forgotten.length > 0)
    await tx.query(
      `delete from memory_fact where id in (
         select id from memory_fact where chat_id = $1 and forgotten_at is not null
         order by forgotten_at desc, id desc offset $2)`,
      [chatId, MAX_FORGOTTEN_FACTS],
    )
  return forgotten
}

/**
 * Restores a fact that was forgotten after `since`, and the facts forgotten with it. One that another fact of its message
 * says by now stays forgotten.
 */
export function restoreFact(
  tx: Transaction,
  chatId: string,
  id: string,
  { rev, since }: { rev: number; since: Date },
): Promise<FactRow[]> {
  return tx.query<FactRow>(
    `with recursive back (id, forgotten_at) as (
       select id, forgotten_at from memory_fact where chat_id = $1 and id = $2 and forgotten_at > $4
       union
       select f.id, f.forgotten_at from back b join memory_fact f on f.chat_id = $1 and f.derived_from = b.id
         and f.forgotten_at = b.forgotten_at)
     update memory_fact lost set forgotten_at = null, rev = $3
     where chat_id = $1 and text <> '' and id in (select id from back) and not exists (
       select 1 from memory_fact twin where twin.chat_id = $1 and twin.source_seq = lost.source_seq
         and twin.text = lost.text and twin.forgotten_at is null) returning ${FACT_COLUMNS}`,
    [chatId, id, rev, since],
  )
}

/** Facts whose vector is missing or from another model. */
export function listUnembeddedFacts(
  db: Queryable,
  chatId: string,
  embeddingName: string,
  limit: number,
): Promise<{ id: string; text: string }[]> {
  return db.query(
    `select id, text from memory_fact where chat_id = $1 and forgotten_at is null
       and embedding_name is distinct from $2 order by created_at desc limit $3`,
    [chatId, embeddingName, limit],
  )
}

/** Saves a fact's vector, unless its text has changed meanwhile or it is forgotten. */
export async function saveFactEmbedding(
  tx: Transaction,
  fact: { id: string; text: string; vector: Float32Array; embeddingName: string; rev: number },
): Promise<void> {
  await tx.query(
    `update memory_fact set embedding = $3::real[], embedding_name = $4, rev = $5
     where id = $1 and text = $2 and forgotten_at is null`,
    [fact.id, fact.text, Array.from(fact.vector), fact.embeddingName, fact.rev],
  )
}

/**
 * Removes the text of facts that can no longer be restored. Their terms stay, so that the same fact is not remembered
 * again.
 */
async function purgeForgottenText(db: Queryable, before: Date): Promise<number> {
  const rows = await db.query(`update memory_fact set text = '' where forgotten_at <= $1 and text <> '' returning id`, [
    before,
  ])
  return rows.length
}

/** Purges the text of everything forgotten that can no longer be restored. */
export async function purgeForgottenFacts(db: Queryable, now: Date): Promise<number> {
  return purgeForgottenText(db, new Date(now.getTime() - LIMITS.factRestoreMs))
}
