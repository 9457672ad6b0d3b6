import type { Queryable } from '../../platform/db/database.ts'
import { foldText, queryWords } from './fold-words.ts'

/** Cards with all words of a name that are looked at. */
const CANDIDATES = 50

/**
 * The public card of exactly this name in any language, case and accents aside; the most popular one of several, null
 * for none. Costs what its rarest word costs, whatever the size of the library.
 */
export async function findCardByName(db: Queryable, name: string): Promise<string | null> {
  const words = queryWords(name)
  const wanted = foldText(name).trim()
  if (words.length === 0) return null
  const rows = await db.query<{ id: string; names: string[] }>(
    `with held as (
       select card_id, max(rank) as rank from search_posting where term = any($1::text[]) and weight = 4
       group by card_id having count(distinct term) = $2 order by max(rank) desc limit ${CANDIDATES})
     select card.id, array[card.name] || coalesce(
       (select array_agg(name) from card_text where card_id = card.id), '{}') as names
     from held join card on card.id = held.card_id where card.state = 'published' and card.visibility = 'public'
     order by held.rank desc, card.id`,
    [words, words.length],
  )
  return rows.find((row) => row.names.some((each) => foldText(each).trim() === wanted))?.id ?? null
}
