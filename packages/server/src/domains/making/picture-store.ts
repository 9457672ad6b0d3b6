import type { Queryable } from '../../platform/db/database.ts'

const PLACES = [
  'select avatar as picture from card where avatar = any($1::text[])',
  'select cover as picture from card where cover = any($1::text[])',
  `select content->>'avatar' as picture from card_version where content->>'avatar' = any($1::text[])`,
  `select content->>'cover' as picture from card_version where content->>'cover' = any($1::text[])`,
  `select content->>'avatar' as picture from card_draft where content->>'avatar' = any($1::text[])`,
  `select content->>'cover' as picture from card_draft where content->>'cover' = any($1::text[])`,
]

/** Those of these pictures, by id or address, that anything that was made names. */
export function selectUsedPictures(db: Queryable, names: readonly string[]): Promise<{ picture: string }[]> {
  return db.query<{ picture: string }>(PLACES.join(' union '), [names])
}

export function selectPicturesOfCard(db: Queryable, cardId: string): Promise<{ picture: string }[]> {
  return db.query<{ picture: string }>(
    `select picture from (
       select unnest(array[avatar, cover]) as picture from card where id = $1
       union select unnest(array[content->>'avatar', content->>'cover']) from card_version where card_id = $1
     ) p where picture is not null`,
    [cardId],
  )
}
