import type { Queryable } from '../../platform/db/database.ts'
import { keepOnPath } from '../chats/older-messages.ts'
import { type FactRow, listFacts } from './fact-store.ts'
import { listSummaries, type SummaryRow } from './summary-store.ts'

export interface ActiveMemory {
  summary: SummaryRow | null
  /** Pinned first, then newest first. */
  facts: FactRow[]
}

/** What of a chat's memory belongs to the path that ends at `leafSeq`. */
export async function readActiveMemory(db: Queryable, chatId: string, leafSeq: number): Promise<ActiveMemory> {
  const [allFacts, summaries] = [await listFacts(db, chatId), await listSummaries(db, chatId)]
  const facts = allFacts.filter((fact) => fact.forgottenAt === null)
  const seqs = [...facts.map((fact) => fact.sourceSeq), ...summaries.map((summary) => summary.coversToSeq)]
  const wanted = seqs.filter((seq) => seq !== null && seq > 0) as number[] // without the nulls
  const onPath = await keepOnPath(db, chatId, leafSeq, wanted)
  const counts = (seq: number | null) => seq === null || seq === 0 || onPath.has(seq)
  return {
    summary: summaries.find((summary) => counts(summary.coversToSeq)) ?? null,
    facts: facts
      .filter((fact) => counts(fact.sourceSeq))
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.createdAt.getTime() - a.createdAt.getTime()),
  }
}
