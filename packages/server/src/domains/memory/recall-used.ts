import type { Queryable } from '../../platform/db/database.ts'
import { readSaid } from '../chats/older-messages.ts'
import { NO_MEMORIES, type Recollection } from '../chats/recollection.ts'
import type { Turn } from '../chats/turn.ts'
import { findFactsById, listFacts } from './fact-store.ts'
import { forgottenBar } from './forgotten-bar.ts'
import { findReceipt } from './receipt-store.ts'
import { listSummaries } from './summary-store.ts'

/** What a stored reply was written from, as far as it is still remembered. */
export async function recallUsed(db: Queryable, turn: Turn, seq: number): Promise<Recollection> {
  const chatId = turn.chat.id
  const receipt = await findReceipt(db, chatId, seq)
  if (!receipt) return NO_MEMORIES
  const known = new Map((await findFactsById(db, turn.person.id, receipt.factIds)).map((fact) => [fact.id, fact]))
  const isBarred = forgottenBar((await listFacts(db, chatId)).filter((fact) => fact.forgottenAt !== null))
  const said = await readSaid(db, chatId, receipt.passageSeqs)
  const summary = (await listSummaries(db, chatId)).find((version) => version.rev === receipt.summaryRev)
  return {
    ...NO_MEMORIES,
    summary: summary?.text ?? '',
    summaryRev: summary?.rev ?? null,
    facts: receipt.factIds.flatMap((id) => {
      const fact = known.get(id)
      return fact && fact.forgottenAt === null ? [{ id, text: fact.text }] : []
    }),
    passages: said.filter((each) => !isBarred(each)),
  }
}
