import type { Queryable } from '../../platform/db/database.ts'
import { BEFORE_ALL, type IdPage, pageOf } from './card-page.ts'
import { cursorOf, readCursor } from './list-cursor.ts'
import type { Reader } from './reader.ts'
import { selectFavourites } from './store.ts'

interface FavouritesQuery {
  type: 'single' | 'multiple'
  cursor?: string | undefined
  limit: number
}

/**
 * A page of what this reader has liked, latest first. What was made private since, or is not for their age any more,
 * is absent like anywhere else (N4), and back when it can be seen again: the like itself stays.
 * @throws AppError InvalidInput on `cursor` for one that is not of this list.
 */
export async function listFavourites(
  db: Queryable,
  reader: Reader & { personId: string },
  query: FavouritesQuery,
): Promise<IdPage> {
  const position = readCursor(query.cursor, 'favourites')
  const after = position
    ? { likedAt: new Date(position.likedAt), id: position.id }
    : { likedAt: BEFORE_ALL.publishedAt, id: BEFORE_ALL.id }
  const rows = await selectFavourites(db, reader, query.type, after, query.limit + 1)
  return pageOf(rows, query.limit, (last) =>
    cursorOf({ list: 'favourites', likedAt: last.liked_at.toISOString(), id: last.card_id }),
  )
}
