import type { MultipleCard, SingleCard } from '@everkin/contract/types.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { isKnownTo } from './card-for-chat.ts'
import { multipleView, singleView, type ViewContext } from './card-views.ts'
import type { Reader } from './reader.ts'
import { selectTagCounts } from './shelf-store.ts'
import { type CardRow, selectListedCards } from './store.ts'
import type { TagNames } from './tag-names.ts'

/**
 * Lists carry the beginning of a greeting, and neither notes nor voice: forty cards are to stay below 15 kB (D4), and
 * the card's own page has it all.
 */
const LISTED_GREETING_LENGTH = 140

/** What is common to showing cards of any kind to a reader. */
export interface Showing {
  db: Queryable
  reader: Reader
  tagNames: TagNames
}

/** Characters in the order of their ids. */
export async function showSingles(showing: Showing, ids: readonly string[]): Promise<SingleCard[]> {
  const rows = await loadInOrder(showing, ids)
  const context = await viewContext(showing, rows)
  return rows.map((row) => singleView(row, context))
}

/** Groups in the order of their ids; one with a member that this reader may not see is not there (AZ-05). */
export async function showGroups(showing: Showing, ids: readonly string[]): Promise<MultipleCard[]> {
  const rows = await loadInOrder(showing, ids)
  const members = await loadInOrder(showing, [...new Set(rows.flatMap((row) => row.member_ids))])
  const context = await viewContext(showing, [...rows, ...members])
  const { ratings, personId } = showing.reader
  const visible = members.filter((row) => ratings.includes(row.rating) && isKnownTo(personId, row))
  const views = new Map(visible.map((row) => [row.id, singleView(row, context)]))
  return rows.flatMap((row) => {
    const cast = row.member_ids.map((id) => views.get(id)).filter((view) => view !== undefined)
    return cast.length === row.member_ids.length ? [multipleView(row, cast, context)] : []
  })
}

async function loadInOrder({ db, reader }: Showing, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const rows = await selectListedCards(db, ids, reader, LISTED_GREETING_LENGTH)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

/** Names and counts of the tags that these cards have, as the reader's lists would count them. */
export async function viewContext(showing: Showing, rows: readonly Pick<CardRow, 'tags'>[]): Promise<ViewContext> {
  const { db, reader, tagNames } = showing
  const tags = [...new Set(rows.flatMap((row) => row.tags))]
  const counts =
    tags.length === 0 ? [] : await selectTagCounts(db, ['single', 'multiple'], reader.ratings, tags, tags.length)
  return { reader, tagNames, tagCounts: new Map(counts.map(({ tag, count }) => [tag, count])) }
}
