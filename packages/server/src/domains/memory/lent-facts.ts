import type { Queryable } from '../../platform/db/database.ts'
import { keepOnPath } from '../chats/older-messages.ts'
import type { Turn } from '../chats/turn.ts'
import { type IndexedFact, listLentFacts } from './index-store.ts'

const MOST_LENT = 200

/** Facts that a person's other chats with the same character share, as far as they count there. */
export async function lentFacts(
  db: Queryable,
  chat: Pick<Turn['chat'], 'id' | 'personId' | 'cardId'>,
): Promise<IndexedFact[]> {
  const rows = await listLentFacts(db, chat, MOST_LENT)
  const byChat = Map.groupBy(rows, (row) => row.chatId)
  const counted = await Promise.all(
    [...byChat].map(async ([chatId, facts]) => {
      const seqs = facts.flatMap((fact) => fact.sourceSeq ?? [])
      const onPath = await keepOnPath(db, chatId, facts[0]?.leafSeq ?? 0, seqs)
      return facts.filter((fact) => fact.sourceSeq === null || onPath.has(fact.sourceSeq))
    }),
  )
  // Where a fact comes from says nothing here: its message is in another chat.
  return counted.flat().map((fact) => ({ ...fact, sourceSeq: null, vector: null, isForgotten: false }))
}
