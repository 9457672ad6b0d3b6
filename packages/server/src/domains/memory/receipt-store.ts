import { onlyRow, type Queryable } from '../../platform/db/database.ts'

/** What a reply was written from besides the conversation. */
export interface Receipt {
  summaryRev: number | null
  factIds: string[]
  passageSeqs: number[]
}

/** Keeps what a reply was written from; a reply that is written on (continued) keeps the newest. */
export async function saveReceipt(db: Queryable, chatId: string, seq: number, receipt: Receipt): Promise<void> {
  await db.query(
    `insert into memory_receipt (chat_id, seq, summary_rev, fact_ids, passage_seqs)
     select $1, $2, $3, $4::text[], $5::int[] where exists (select 1 from chat where id = $1)
     on conflict (chat_id, seq) do update set summary_rev = excluded.summary_rev, fact_ids = excluded.fact_ids,
       passage_seqs = excluded.passage_seqs`,
    [chatId, seq, receipt.summaryRev, receipt.factIds, receipt.passageSeqs],
  )
}

export async function findReceipt(db: Queryable, chatId: string, seq: number): Promise<Receipt | null> {
  return onlyRow(
    await db.query<Receipt>(
      `select summary_rev as "summaryRev", fact_ids as "factIds", passage_seqs as "passageSeqs" from memory_receipt
       where chat_id = $1 and seq = $2`,
      [chatId, seq],
    ),
  )
}
