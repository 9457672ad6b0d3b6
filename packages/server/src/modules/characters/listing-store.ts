import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { unblockedSql } from './blocked-cards.ts'
import { publicCard } from './public-card.ts'

export interface ListedCard {
  card_id: string
  rank: number
  published_at: Date
}

/** The filter of a list. Every combination of these genders and ratings is one read of the index. */
export interface ListingFilter {
  type: 'single' | 'multiple'
  tag: string
  genders: readonly string[]
  ratings: readonly string[]
  /** What the reader has blocked. */
  blockedIds: readonly string[]
}

const filterValues = (filter: ListingFilter) => [filter.genders, filter.ratings, filter.type, filter.tag] as const

/** The next cards by rank, without those in `excludedIds`. */
export function selectPopular(
  db: Queryable,
  filter: ListingFilter,
  after: { rank: number; id: string },
  limit: number,
  excludedIds: readonly string[] = [],
): Promise<ListedCard[]> {
  return db.query<ListedCard>(
    `select s.card_id, s.rank, s.published_at
     from unnest($1::text[]) g(gender) cross join unnest($2::text[]) r(rating)
     cross join lateral (
       select card_id, rank, published_at from card_shelf
       where type = $3 and tag = $4 and gender = g.gender and rating = r.rating and (rank, card_id) < ($5::int, $6::text)
         and card_id <> all($8::text[]) and ${unblockedSql('card_id', '$9')}
       order by rank desc, card_id desc limit $7
     ) s order by s.rank desc, s.card_id desc limit $7`,
    [...filterValues(filter), after.rank, after.id, limit, excludedIds, filter.blockedIds],
  )
}

/** The next cards by age, newest first. */
export function selectNewest(
  db: Queryable,
  filter: ListingFilter,
  after: { publishedAt: Date; id: string },
  limit: number,
): Promise<ListedCard[]> {
  return db.query<ListedCard>(
    `select s.card_id, s.rank, s.published_at
     from unnest($1::text[]) g(gender) cross join unnest($2::text[]) r(rating)
     cross join lateral (
       select card_id, rank, published_at from card_shelf
       where type = $3 and tag = $4 and gender = g.gender and rating = r.rating
         and (published_at, card_id) < ($5::timestamptz, $6::text) and ${unblockedSql('card_id', '$8')}
       order by published_at desc, card_id desc limit $7
     ) s order by s.published_at desc, s.card_id desc limit $7`,
    [...filterValues(filter), after.publishedAt, after.id, limit, filter.blockedIds],
  )
}

/** The most popular cards under each of some tags, with all their tags. */
export function selectCandidates(
  db: Queryable,
  filter: ListingFilter,
  tags: readonly string[],
  perTag: number,
): Promise<{ card_id: string; rank: number; tags: string[] }[]> {
  return db.query(
    `select distinct on (c.id) c.id as card_id, s.rank, c.tags
     from unnest($4::text[]) t(tag) cross join unnest($1::text[]) g(gender) cross join unnest($2::text[]) r(rating)
     cross join lateral (
       select card_id, rank from card_shelf
       where type = $3 and tag = t.tag and gender = g.gender and rating = r.rating
         and ${unblockedSql('card_id', '$6')}
       order by rank desc, card_id desc limit $5
     ) s join card c on c.id = s.card_id`,
    [filter.genders, filter.ratings, filter.type, tags, perTag, filter.blockedIds],
  )
}

/** Tags of the cards that a person has recently liked or chatted with, one row for each like and each chat. */
export function selectTagsOfInterest(db: Queryable, personId: string, maxCards: number): Promise<{ tags: string[] }[]> {
  return db.query<{ tags: string[] }>(
    `(select c.tags from card_like l join card c on c.id = l.card_id
      where l.person_id = $1 order by l.created_at desc limit $2)
     union all
     (select c.tags from chat h join card c on c.id = h.card_id
      where h.person_id = $1 and h.deleted_at is null order by h.updated_at desc limit $2)`,
    [personId, maxCards],
  )
}

interface TagCountRow {
  tag: string
  count: number
}

/** The number of cards with each of these tags; all tags, most used first, when `tags` is null. */
export function selectTagCounts(
  db: Queryable,
  types: readonly string[],
  ratings: readonly string[],
  tags: readonly string[] | null,
  limit: number,
): Promise<TagCountRow[]> {
  return db.query<TagCountRow>(
    `select tag, sum(count)::int as count from tag_count
     where type = any($1::text[]) and rating = any($2::text[]) and tag <> '' and count > 0
       and ($3::text[] is null or tag = any($3::text[]))
     group by tag order by 2 desc, tag limit $4`,
    [types, ratings, tags, limit],
  )
}

/** Replaces the list entries of cards: removes all and adds those of public cards, under each tag and the empty one. */
export async function replaceListings(tx: Transaction, cardIds: readonly string[]): Promise<void> {
  await tx.query(
    `with gone as (delete from card_shelf where card_id = any($1::text[]) returning type, tag, rating),
     sums as (select type, tag, rating, count(*)::int as n from gone group by 1, 2, 3 order by 1, 2, 3)
     update tag_count c set count = c.count - sums.n from sums
     where c.type = sums.type and c.tag = sums.tag and c.rating = sums.rating`,
    [cardIds],
  )
  await tx.query(
    `with placed as (
       insert into card_shelf (type, tag, gender, rating, rank, card_id, published_at)
       select c.type, t.tag, coalesce(c.gender, ''), c.shelf, c.rank, c.id, c.created_at
       from card c cross join lateral (select distinct unnest(c.tags || '{""}'::text[]) as tag) t
       where c.id = any($1::text[]) and ${publicCard('c')}
       returning type, tag, rating
     ), sums as (select type, tag, rating, count(*)::int as n from placed group by 1, 2, 3 order by 1, 2, 3)
     insert into tag_count (type, tag, rating, count) select type, tag, rating, n from sums
     on conflict (type, tag, rating) do update set count = tag_count.count + excluded.count`,
    [cardIds],
  )
}

/** The cards with the most of these tags, most popular first; of each tag only the first `perTagLimit` are read. */
export function selectSharingTags(
  db: Queryable,
  of: {
    id: string
    type: 'single' | 'multiple'
    tags: readonly string[]
    ratings: readonly string[]
    blockedIds: readonly string[]
  },
  perTagLimit: number,
  limit: number,
): Promise<{ card_id: string }[]> {
  return db.query<{ card_id: string }>(
    `select s.card_id from unnest($1::text[]) t(tag)
     cross join unnest(array['female', 'male', 'other', '']) g(gender) cross join unnest($2::text[]) r(rating)
     cross join lateral (
       select card_id, rank from card_shelf
       where type = $3 and tag = t.tag and gender = g.gender and rating = r.rating
         and ${unblockedSql('card_id', '$7')}
       order by rank desc, card_id desc limit $5
     ) s where s.card_id <> $4
     group by s.card_id order by count(*) desc, max(s.rank) desc, s.card_id limit $6`,
    [of.tags, of.ratings, of.type, of.id, perTagLimit, limit, of.blockedIds],
  )
}
