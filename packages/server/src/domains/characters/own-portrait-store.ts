import { onlyRow, type Queryable } from '../../platform/db/database.ts'

/** The address of the portrait of a person's own character, null where it has none; undefined for a card not theirs. */
export async function findOwnPortrait(
  db: Queryable,
  personId: string,
  cardId: string,
): Promise<string | null | undefined> {
  const rows = await db.query<{ avatar: string | null }>(
    `select avatar from card where id = $1 and creator_id = $2 and type = 'single'`,
    [cardId, personId],
  )
  return onlyRow(rows)?.avatar
}
