import type { Queryable } from '../../platform/db/database.ts'
import { BEFORE_ALL, type IdPage, pageOf } from './card-page.ts'
import { queryWords } from './fold-words.ts'
import { cursorOf, readCursor } from './list-cursor.ts'
import { listForYou } from './list-for-you.ts'
import type { Reader } from './reader.ts'
import { searchCards } from './search-cards.ts'
import { type ShelfPart, selectNewest, selectPopular } from './shelf-store.ts'
import type { TagNames } from './tag-names.ts'

export interface CardListQuery {
  q?: string | undefined
  tag?: string | undefined
  gender?: 'male' | 'female' | 'other' | undefined
  sort?: 'for_you' | 'popular' | 'new' | undefined
  cursor?: string | undefined
  limit: number
}

/**
 * A page of the public cards that exist for this reader, in constant time however many there are (D4): a search when
 * `q` holds a word, else the wished order; without a wish it is "for you", which for visitors is what is popular.
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export function listCards(
  db: Queryable,
  tagNames: TagNames,
  reader: Reader,
  type: 'single' | 'multiple',
  query: CardListQuery,
): Promise<IdPage> {
  const words = queryWords(query.q ?? '')
  if (words.length > 0) return searchCards(db, tagNames, reader, type, { ...query, words })
  if (query.q?.trim()) return Promise.resolve({ ids: [], nextCursor: null }) // signs alone name nobody
  const part = shelfPart(reader, type, query)
  if (query.sort === 'new') return listNewest(db, part, query)
  if (query.sort === 'popular' || reader.personId === null) return listPopular(db, part, query)
  return listForYou(db, part, reader.personId, query)
}

function shelfPart(reader: Reader, type: 'single' | 'multiple', query: CardListQuery): ShelfPart {
  const genders = type === 'multiple' ? [''] : query.gender ? [query.gender] : ['female', 'male', 'other']
  return { type, tag: query.tag ?? '', genders, ratings: reader.ratings }
}

async function listPopular(db: Queryable, part: ShelfPart, query: CardListQuery): Promise<IdPage> {
  const after = readCursor(query.cursor, 'popular') ?? BEFORE_ALL
  const rows = await selectPopular(db, part, after, query.limit + 1)
  return pageOf(rows, query.limit, (last) => cursorOf({ list: 'popular', rank: last.rank, id: last.card_id }))
}

async function listNewest(db: Queryable, part: ShelfPart, query: CardListQuery): Promise<IdPage> {
  const position = readCursor(query.cursor, 'new')
  const after = position ? { id: position.id, publishedAt: new Date(position.publishedAt) } : BEFORE_ALL
  const rows = await selectNewest(db, part, after, query.limit + 1)
  return pageOf(rows, query.limit, (last) =>
    cursorOf({ list: 'new', publishedAt: last.published_at.toISOString(), id: last.card_id }),
  )
}
