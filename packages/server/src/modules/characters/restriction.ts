import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { unblockedSql } from './blocked-cards.ts'
import { publicCard, type Restriction } from './public-card.ts'
import { indexCards } from './search-index.ts'

/** Sets or lifts the restriction of a card, in lists and search as well. Returns the one before; undefined for no card. */
export async function restrictCard(
  tx: Transaction,
  cardId: string,
  restriction: Restriction | null,
): Promise<Restriction | null | undefined> {
  const [before] = await tx.query<{ restriction: Restriction | null }>(
    'select restriction from card where id = $1 and deleted_at is null for update',
    [cardId],
  )
  if (!before) return undefined
  await tx.query('update card set restriction = $2 where id = $1', [cardId, restriction])
  await indexCards(tx, [cardId])
  return before.restriction
}

/**
 * What a moderator may change of a card: publish one in review, or send it back to its creator. What the rules only
 * doubt in a published version does not hide it again.
 */
export async function setReviewedState(
  tx: Transaction,
  cardId: string,
  set: { state: 'draft' | 'in_review' | 'published'; blockers: readonly string[]; now: Date },
): Promise<void> {
  await tx.query('update card set state = $2, hindrances = $3, updated_at = $4 where id = $1 and deleted_at is null', [
    cardId,
    set.state,
    set.blockers,
    set.now,
  ])
  if (set.state === 'published')
    await tx.query(
      `insert into card_approval (card_id, version) select id, version from card where id = $1 and deleted_at is null
       on conflict (card_id) do update set version = excluded.version`,
      [cardId],
    )
  else await tx.query('delete from card_approval where card_id = $1', [cardId])
  await indexCards(tx, [cardId])
}

/** Puts a card on the shelf of featured ones, or takes it off. Returns false for a card that is not public. */
export async function featureCard(tx: Transaction, cardId: string, at: Date | null): Promise<boolean> {
  const rows = await tx.query(
    `update card c set featured_at = $2 where id = $1 and ($2::timestamptz is null or (${publicCard('c')})) returning 1`,
    [cardId, at],
  )
  return rows.length > 0
}

/** The featured cards that a reader may see, latest first. */
export async function selectFeatured(
  db: Queryable,
  type: 'single' | 'multiple',
  reader: { ratings: readonly string[]; blockedIds: readonly string[] },
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select c.id from card c where c.featured_at is not null and c.type = $1 and c.shelf = any($2::text[])
       and ${publicCard('c')} and ${unblockedSql('c.id', '$4')} order by c.featured_at desc, c.id desc limit $3`,
    [type, reader.ratings, limit, reader.blockedIds],
  )
  return rows.map(({ id }) => id)
}
