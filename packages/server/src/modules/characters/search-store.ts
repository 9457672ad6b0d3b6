import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { unblockedSql } from './blocked-cards.ts'
import { publicCard } from './public-card.ts'

/**
 * The searched fields of a public card: its own texts and the translations. The definition may be hidden, and is not
 * searched.
 */
export interface SearchedCard {
  id: string
  type: 'single' | 'multiple'
  /** The card’s shelf. */
  rating: string
  rank: number
  gender: string | null
  tags: string[]
  names: string[]
  taglines: string[]
  notes: string[]
  is_library: boolean
}

export function selectSearchedCards(db: Queryable, cardIds: readonly string[]): Promise<SearchedCard[]> {
  return db.query<SearchedCard>(
    `select c.id, c.type, c.shelf as rating, c.rank, c.gender, c.tags,
       c.content_hash is not null as is_library,
       c.name || coalesce((select array_agg(distinct t.name) from card_text t where t.card_id = c.id), '{}') as names,
       c.tagline || coalesce((select array_agg(t.tagline) from card_text t where t.card_id = c.id), '{}') as taglines,
       left(c.creator_notes, 1000) || coalesce((select array_agg(left(t.creator_notes, 1000)) from card_text t
         where t.card_id = c.id and t.creator_notes is not null), '{}') as notes
     from card c where c.id = any($1::text[]) and ${publicCard('c')}`,
    [cardIds],
  )
}

/** The weight of a word of a name, above that of every other word. */
export const NAME_WEIGHT = 40

export interface IndexEntry {
  term: string
  type: string
  rating: string
  weight: number
  rank: number
  cardId: string
}

/** Replaces the entries of cards. Returns the terms that they had before, one for each entry that is gone. */
export async function replaceIndexEntries(
  tx: Transaction,
  cardIds: readonly string[],
  entries: readonly IndexEntry[],
): Promise<string[]> {
  const before = await tx.query<{ term: string }>(
    'delete from search_posting where card_id = any($1::text[]) returning term',
    [cardIds],
  )
  await tx.query(
    `insert into search_posting (term, type, rating, weight, rank, card_id)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::text[])`,
    [
      entries.map(({ term }) => term),
      entries.map(({ type }) => type),
      entries.map(({ rating }) => rating),
      entries.map(({ weight }) => weight),
      entries.map(({ rank }) => rank),
      entries.map(({ cardId }) => cardId),
    ],
  )
  return before.map(({ term }) => term)
}

/**
 * Adds to the number of cards that contain each term, and removes terms that no card contains any more. Returns the
 * removed ones. Counts and rows are changed in one order, so that two changes wait for each other.
 */
export async function changeTermCounts(tx: Transaction, changes: ReadonlyMap<string, number>): Promise<string[]> {
  if (changes.size === 0) return []
  await tx.query(
    `insert into search_term (term, cards) select term, cards from unnest($1::text[], $2::int[]) t(term, cards)
     order by term on conflict (term) do update set cards = search_term.cards + excluded.cards`,
    [[...changes.keys()], [...changes.values()]],
  )
  const removed = await tx.query<{ term: string }>(
    'delete from search_term where term = any($1::text[]) and cards <= 0 returning term',
    [[...changes.keys()]],
  )
  return removed.map(({ term }) => term)
}

/** Removes the deletion variants of terms that are no longer there. */
export async function deleteDeletionVariants(
  tx: Transaction,
  variants: readonly { slip: string; term: string }[],
): Promise<void> {
  if (variants.length === 0) return
  await tx.query(
    `delete from search_slip s using unnest($1::text[], $2::text[]) t(slip, term)
     where s.slip = t.slip and s.term = t.term`,
    [variants.map(({ slip }) => slip), variants.map(({ term }) => term)],
  )
}

/** Adds the deletion variants by which terms are found. */
export async function insertDeletionVariants(
  tx: Transaction,
  variants: readonly { slip: string; term: string }[],
): Promise<void> {
  await tx.query(
    `insert into search_slip (slip, term) select slip, term from unnest($1::text[], $2::text[]) t(slip, term)
     order by slip, term on conflict do nothing`,
    [variants.map(({ slip }) => slip), variants.map(({ term }) => term)],
  )
}

/** A term that a word of the query may mean, and the number of its cards, counted up to the limit of the search. */
interface CountedTerm {
  word: number
  term: string
  cards: number
}

const CARD_COUNT = `(select count(*)::int from (
  select 1 from search_posting p where p.term = t.term and p.type = $2 and p.rating = any($3::text[]) limit $4) c) as cards`

/**
 * Terms that equal a word of the query, the twelve most frequent that begin with it, and further known meanings of the
 * words. Of the terms that begin with it, the first 2,000 are compared.
 */
export function selectTerms(
  db: Queryable,
  words: readonly string[],
  where: { type: string; ratings: readonly string[]; most: number },
  further: readonly { word: number; term: string }[],
): Promise<CountedTerm[]> {
  return db.query<CountedTerm>(
    `select (q.n - 1)::int as word, t.term, ${CARD_COUNT}
     from (select * from unnest($1::text[]) with ordinality q(word, n) where word <> '') q cross join lateral (
       (select term from search_term where term = q.word)
       union all
       (select term from (
          select term, cards from search_term where term > q.word and term < q.word || U&'\\+10FFFF'
          order by term limit 2000) beginning
        order by cards desc, term limit 12)
     ) t
     union all
     select t.word, t.term, ${CARD_COUNT} from unnest($5::int[], $6::text[]) t(word, term)`,
    [words, where.type, where.ratings, where.most, further.map(({ word }) => word), further.map(({ term }) => term)],
  )
}

/**
 * Terms that share a deletion variant with these, at most `perVariant` of each. The caller checks the edit distance.
 */
export function selectFuzzyTerms(
  db: Queryable,
  variants: readonly string[],
  perVariant: number,
): Promise<{ term: string }[]> {
  return db.query<{ term: string }>(
    `select distinct t.term from unnest($1::text[]) q(slip)
     cross join lateral (select term from search_slip where slip = q.slip order by term limit $2) t`,
    [variants, perVariant],
  )
}

export interface Candidate {
  card_id: string
  term: string
  weight: number
  rank: number
}

/** The best cards of each term, at most `most` of it. */
export function selectBestOfTerms(
  db: Queryable,
  terms: readonly { term: string; most: number }[],
  where: { type: string; ratings: readonly string[] },
): Promise<Candidate[]> {
  return db.query<Candidate>(
    `select t.term, p.card_id, p.weight, p.rank
     from unnest($1::text[], $2::int[]) t(term, most) cross join unnest($4::text[]) r(rating)
     cross join lateral (
       select card_id, weight, rank from search_posting
       where term = t.term and type = $3 and rating = r.rating
       order by weight desc, rank desc, card_id desc limit t.most
     ) p`,
    [terms.map(({ term }) => term), terms.map(({ most }) => most), where.type, where.ratings],
  )
}

/**
 * Which of these cards contain which of these terms. Probed one by one: with both lists at once, the planner may choose
 * to read all rows of a common term. Once the table is vacuumed it would even choose the key that begins with the term,
 * and read all of the term's cards for each probe. An expression instead of the column prevents that.
 */
export function selectTermsOfCards(
  db: Queryable,
  cardIds: readonly string[],
  terms: readonly string[],
): Promise<Candidate[]> {
  return db.query<Candidate>(
    `select p.card_id, p.term, p.weight, p.rank
     from unnest($1::text[]) c(id) cross join unnest($2::text[]) t(term)
     cross join lateral (
       select card_id, term, weight, rank from search_posting where card_id = c.id and term || '' = t.term limit 1
     ) p`,
    [cardIds, terms],
  )
}

/** Those of these cards that the reader has not blocked. */
export function selectUnblocked(
  db: Queryable,
  cardIds: readonly string[],
  blockedIds: readonly string[],
): Promise<{ id: string }[]> {
  return db.query<{ id: string }>(`select f.id from unnest($1::text[]) f(id) where ${unblockedSql('f.id', '$2')}`, [
    cardIds,
    blockedIds,
  ])
}
