import type { HeldChat } from '../chats/change-chat.ts'
import { type FactRow, forgetFacts, listFacts } from './fact-store.ts'
import { deletePassages, emptyPassages } from './passage-store.ts'
import { SAME_SHARE } from './rules.ts'
import { deleteSummaries, listSummaries, type SummaryRow } from './summary-store.ts'
import { shareOf, termHashes } from './term-hashes.ts'

/**
 * Forgets facts and what came from them: facts made out of them, every summary that could tell them, and words and
 * embeddings of the passages around their messages, which are read once more without them.
 */
export async function forgetOf(held: HeldChat, rev: number, ids: readonly string[]): Promise<void> {
  const { tx, chat, now } = held
  const gone = await forgetFacts(tx, chat.id, ids, { rev, now })
  const told = (await listSummaries(tx, chat.id)).filter((summary) => gone.some((fact) => couldTell(summary, fact)))
  await deleteSummaries(
    tx,
    chat.id,
    told.map((summary) => summary.rev),
  )
  await emptyPassages(
    tx,
    chat.id,
    gone.flatMap((fact) => fact.sourceSeq ?? []),
    rev,
  )
}

/** A model's summary could tell whatever was said by then; a person's own words only what stands in them. */
function couldTell(summary: SummaryRow, fact: FactRow): boolean {
  const hasRead = fact.sourceSeq !== null && summary.coversToSeq >= fact.sourceSeq
  if (hasRead && summary.origin === 'model') return true
  return shareOf(fact.terms, new Set(termHashes(summary.text))) >= SAME_SHARE
}

/** Forgets all that is remembered of a chat, and what has been said so far is not read for memories again. */
export async function forgetEverything(held: HeldChat, rev: number): Promise<void> {
  const { tx, chat, now } = held
  const ids = (await listFacts(tx, chat.id)).map((fact) => fact.id)
  await forgetFacts(tx, chat.id, ids, { rev, now })
  await deleteSummaries(
    tx,
    chat.id,
    (await listSummaries(tx, chat.id)).map((summary) => summary.rev),
  )
  await deletePassages(tx, chat.id)
  await tx.query('update chat set memory_floor = $2 where id = $1', [chat.id, chat.nextSeq - 1])
}
