import { onlyRow, type Queryable, type Transaction } from '../../../platform/db/database.ts'
import { filterOnPath } from '../../chats/module.ts'
import { type FactRow, listFactsOfPerson, listRememberedFacts, nextMemoryRev } from './fact-store.ts'
import { invalidatePassages } from './passage-store.ts'
import { listSummaries, listSummariesOfPerson, type SummaryRow } from './summary-store.ts'

export interface ActiveMemory {
  summary: SummaryRow | null
  /** Pinned first, then newest first. */
  facts: FactRow[]
}

/** The part of a chat's memory that belongs to the path that ends at `leafSeq`. */
export async function loadActiveMemory(db: Queryable, chatId: string, leafSeq: number): Promise<ActiveMemory> {
  const [facts, summaries] = [await listRememberedFacts(db, chatId), await listSummaries(db, chatId)]
  const seqs = [...facts.map((fact) => fact.sourceSeq), ...summaries.map((summary) => summary.coversToSeq)]
  const askedSeqs = seqs.filter((seq) => seq !== null && seq > 0) as number[] // without the nulls
  const onPath = await filterOnPath(db, chatId, leafSeq, askedSeqs)
  const isActive = (seq: number | null) => seq === null || seq === 0 || onPath.has(seq)
  return {
    summary: summaries.find((summary) => isActive(summary.coversToSeq)) ?? null,
    facts: facts
      .filter((fact) => isActive(fact.sourceSeq))
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.createdAt.getTime() - a.createdAt.getTime()),
  }
}

/**
 * The revision of a chat's memory, and the number of the last message that memory may not read again; 0 when all may be
 * read.
 */
export async function loadMemoryState(db: Queryable, chatId: string): Promise<{ memoryRev: number; floorSeq: number }> {
  const row = onlyRow(
    await db.query<{ memoryRev: number; floorSeq: number }>(
      'select memory_rev as "memoryRev", memory_floor as "floorSeq" from chat where id = $1',
      [chatId],
    ),
  )
  return row ?? { memoryRev: 0, floorSeq: 0 }
}

export async function updateMemoryFloor(tx: Transaction, chatId: string, floorSeq: number): Promise<void> {
  await tx.query('update chat set memory_floor = $2 where id = $1', [chatId, floorSeq])
}

/** What a reply was written from besides the conversation. */
export interface Receipt {
  summaryRev: number | null
  /** The stable facts first. */
  factIds: string[]
  /** How many of the facts stood before the conversation; the column is called `steady_facts`. */
  stableFactCount: number
  passageSeqs: number[]
}

/** Saves the receipt of a reply; a continued reply keeps the newest. */
export async function saveReceipt(db: Queryable, chatId: string, seq: number, receipt: Receipt): Promise<void> {
  await db.query(
    `insert into memory_receipt (chat_id, seq, summary_rev, fact_ids, passage_seqs, steady_facts)
     select $1, $2, $3, $4::text[], $5::int[], $6 where exists (select 1 from chat where id = $1)
     on conflict (chat_id, seq) do update set summary_rev = excluded.summary_rev, fact_ids = excluded.fact_ids,
       passage_seqs = excluded.passage_seqs, steady_facts = excluded.steady_facts`,
    [chatId, seq, receipt.summaryRev, receipt.factIds, receipt.passageSeqs, receipt.stableFactCount],
  )
}

export async function findReceipt(db: Queryable, chatId: string, seq: number): Promise<Receipt | null> {
  return onlyRow(
    await db.query<Receipt>(
      `select summary_rev as "summaryRev", fact_ids as "factIds", passage_seqs as "passageSeqs",
         steady_facts as "stableFactCount" from memory_receipt
       where chat_id = $1 and seq = $2`,
      [chatId, seq],
    ),
  )
}

/**
 * Copies the memories of a path into a new chat: the facts whose message is on it and the person's own, the summary as
 * of that path, and the forgotten facts, so that they stay forgotten. A message's number in the copy is its depth on
 * the path.
 */
export async function copyMemoryToBranch(
  tx: Transaction,
  { fromChatId, leafSeq, toChatId }: { fromChatId: string; leafSeq: number; toChatId: string },
): Promise<void> {
  const values = [fromChatId, leafSeq, toChatId]
  const facts = await tx.query(
    `insert into memory_fact (id, chat_id, person_id, card_id, text, pinned, origin, source_seq, derived_from,
       terms, embedding, embedding_name, rev, forgotten_at, created_at)
     ${PATH_CTE} select md5($3 || f.id), $3, f.person_id, f.card_id, f.text, f.pinned, f.origin, coalesce(path.depth, f.source_seq),
       md5($3 || f.derived_from), f.terms, f.embedding, f.embedding_name, 1, f.forgotten_at, f.created_at
     from memory_fact f left join path on path.seq = f.source_seq
     where f.chat_id = $1 and (f.source_seq is null or f.source_seq = 0 or path.seq is not null) returning id`,
    values,
  )
  const summaries = await tx.query(
    `insert into memory_summary (chat_id, rev, text, covers_to_seq, origin, created_at)
     ${PATH_CTE} select $3, 1, s.text, coalesce(path.depth, 0), s.origin, s.created_at
     from memory_summary s left join path on path.seq = s.covers_to_seq
     where s.chat_id = $1 and (s.covers_to_seq = 0 or path.seq is not null) order by s.rev desc limit 1 returning rev`,
    values,
  )
  const [floor] = await tx.query<{ depth: number | null }>(
    `${PATH_CTE} select max(path.depth) as depth from path, chat origin
     where origin.id = $1 and path.seq <= origin.memory_floor`,
    [fromChatId, leafSeq],
  )
  await tx.query('update chat set memory_rev = $2, memory_floor = $3 where id = $1', [
    toChatId,
    facts.length + summaries.length > 0 ? 1 : 0,
    floor?.depth ?? 0,
  ])
}

const PATH_CTE = `with recursive path (seq, parent_seq, depth) as (
    select seq, parent_seq, depth from message where chat_id = $1::text and seq = $2::int
    union all
    select m.seq, m.parent_seq, m.depth from path p join message m on m.chat_id = $1 and m.seq = p.parent_seq)`

/**
 * Deletes the memories of deleted messages in the same transaction. A summary that has read a deleted message also ends
 * in one, since everything after it is deleted too. Of what was forgotten only the terms stay: the messages may be
 * restored and read again.
 */
export async function deleteMemoryOfMessages(
  tx: Transaction,
  chat: { id: string; memoryRev: number },
  seqs: readonly number[],
): Promise<void> {
  if (chat.memoryRev === 0) return
  const parameters = [chat.id, seqs] as const
  await tx.query(
    'delete from memory_fact where chat_id = $1 and source_seq = any($2::int[]) and forgotten_at is null',
    parameters,
  )
  await tx.query(
    `update memory_fact set text = '' where chat_id = $1 and source_seq = any($2::int[]) and text <> ''`,
    parameters,
  )
  await tx.query('delete from memory_summary where chat_id = $1 and covers_to_seq = any($2::int[])', parameters)
  await tx.query('delete from memory_passage where chat_id = $1 and to_seq = any($2::int[])', parameters)
  await tx.query('delete from memory_receipt where chat_id = $1 and seq = any($2::int[])', parameters)
}

/**
 * Deletes what was made of one message: its facts and the model's summaries that have read it. The passage around it
 * loses its terms and is read again. What was forgotten of it stays forgotten. With `keepsOwn`, the facts that the
 * person has pinned or reworded stay.
 */
export async function rereadMessage(
  tx: Transaction,
  chat: { id: string; memoryRev: number },
  seq: number,
  { keepsOwn = false }: { keepsOwn?: boolean } = {},
): Promise<void> {
  if (chat.memoryRev === 0) return
  const rev = await nextMemoryRev(tx, chat.id)
  await tx.query(
    `delete from memory_fact where chat_id = $1 and source_seq = $2 and forgotten_at is null
       and not ($3::boolean and (pinned or origin = 'person'))`,
    [chat.id, seq, keepsOwn],
  )
  await tx.query(`delete from memory_summary where chat_id = $1 and covers_to_seq >= $2 and origin = 'model'`, [
    chat.id,
    seq,
  ])
  await invalidatePassages(tx, chat.id, [seq], rev)
}

/** The memories of a person's chats, for their data export. */
export async function exportMemory(db: Queryable, personId: string): Promise<object[]> {
  const chats = new Map<string, { chat_id: string; summary: string; facts: object[] }>()
  const chatOf = (chatId: string) => {
    const entry = chats.get(chatId) ?? { chat_id: chatId, summary: '', facts: [] }
    chats.set(chatId, entry)
    return entry
  }
  for (const { chatId, text } of await listSummariesOfPerson(db, personId)) chatOf(chatId).summary = text
  for (const fact of await listFactsOfPerson(db, personId))
    chatOf(fact.chatId).facts.push({
      text: fact.text,
      pinned: fact.pinned,
      written_by: fact.origin,
      message: fact.sourceSeq,
      created_at: fact.createdAt,
    })
  return [...chats.values()]
}
