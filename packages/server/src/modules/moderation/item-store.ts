import type { Queryable } from '../../platform/db/database.ts'

/** How many items the desk lists. */
const MAX_ITEMS = 40

/** The ids of items that contain these words, latest first. */
export async function searchItems(
  db: Queryable,
  type: 'card' | 'group' | 'image',
  words: string,
  show: 'all' | 'restricted' | 'featured',
): Promise<string[]> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`
  const rows =
    type === 'image'
      ? await db.query<{ id: string }>(
          `select i.id from album_item i left join card c on c.id = i.card_id left join person p on p.id = i.owner_id
           where ($1 = '%%' or i.id = $2 or i.captions::text ilike $1 or c.name ilike $1 or p.nickname ilike $1)
             and ($3 <> 'restricted' or i.restriction is not null) and $3 <> 'featured'
           order by i.created_at desc, i.id desc limit ${MAX_ITEMS}`,
          [pattern, words, show],
        )
      : await db.query<{ id: string }>(
          `select c.id from card c left join person p on p.id = c.creator_id
           where c.type = $4 and c.deleted_at is null
             and ($1 = '%%' or c.id = $2 or c.name ilike $1 or c.tagline ilike $1 or p.nickname ilike $1)
             and ($3 <> 'restricted' or c.restriction is not null) and ($3 <> 'featured' or c.featured_at is not null)
           order by c.updated_at desc, c.id desc limit ${MAX_ITEMS}`,
          [pattern, words, show, type === 'card' ? 'single' : 'multiple'],
        )
  return rows.map(({ id }) => id)
}
