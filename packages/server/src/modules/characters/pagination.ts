import { z } from 'zod'
import { invalidInput } from '../../platform/app-error.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'

const RANKED_FIELDS = { id: z.string().min(1).max(64), rank: z.int32() }
/** No database column can store the year 0. */
const TIMESTAMP = z.iso.datetime().refine((moment) => moment >= '1970')

/** The end of a page, by the kind of its list; `tags` are the interests that a "for you" list began with. */
const Position = z.discriminatedUnion('list', [
  z.object({ list: z.literal('popular'), ...RANKED_FIELDS }),
  z.object({ list: z.literal('new'), id: RANKED_FIELDS.id, publishedAt: TIMESTAMP }),
  z.object({ list: z.literal('favourites'), id: RANKED_FIELDS.id, likedAt: TIMESTAMP }),
  z.object({ list: z.literal('own'), id: RANKED_FIELDS.id, updatedAt: TIMESTAMP }),
  z.object({ list: z.literal('search'), ...RANKED_FIELDS, score: z.number() }),
  z.object({
    list: z.literal('for_you'),
    ...RANKED_FIELDS,
    score: z.number().nullable(), // null: past the recommended cards, in the popular rest
    tags: z.array(z.tuple([z.string().max(100), z.number()])).max(8),
  }),
])

type Position = z.output<typeof Position>
export type PositionIn<List extends Position['list']> = Extract<Position, { list: List }>

/** A position as an opaque cursor. */
export const encodePosition = (position: Position): string => encodeCursor(position)

/**
 * The position of a cursor, or null without one.
 * @throws AppError InvalidInput on `cursor` for an invalid cursor, or one of another kind of list.
 */
export function decodePosition<List extends Position['list']>(
  cursor: string | undefined,
  list: List,
): PositionIn<List> | null {
  if (cursor === undefined) return null
  const position = Position.safeParse(decodeCursor(cursor))
  if (!position.success || position.data.list !== list) throw invalidInput('cursor')
  return position.data as PositionIn<List> // the line above has checked the kind
}

/** Ids of a page of cards, and the cursor of the next page. */
export interface IdPage {
  ids: string[]
  nextCursor: string | null
}

/** Above every possible rank and after every possible date. */
export const START_POSITION = {
  rank: 2_147_483_647,
  id: '',
  publishedAt: new Date('9999-12-31T00:00:00.000Z'),
} as const

/** A card with what a search or a recommendation gives for it. */
export interface ScoredCard {
  card_id: string
  rank: number
  score: number
}

/** The best first; among equals the better rank, then the greater id. */
export function compareByScore(one: ScoredCard, other: ScoredCard): number {
  return other.score - one.score || other.rank - one.rank || (one.card_id < other.card_id ? 1 : -1)
}

/** A page of rows. Pass one row more than `limit`: it tells whether another page follows. */
export function toPage<Row extends { card_id: string }>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): IdPage {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    ids: shown.map((row) => row.card_id),
    nextCursor: rows.length > limit && last ? cursorAfter(last) : null,
  }
}
