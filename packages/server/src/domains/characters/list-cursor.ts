import { z } from 'zod'
import { invalidInput } from '../../platform/app-error.ts'

const Place = { id: z.string().min(1).max(64), rank: z.int32() }
/** No database column holds the year 0. */
const Moment = z.iso.datetime().refine((moment) => moment >= '1970')

/** Where a page ended, by the kind of list it belongs to; `tags` are the interests a "for you" list began with. */
const Position = z.discriminatedUnion('list', [
  z.object({ list: z.literal('popular'), ...Place }),
  z.object({ list: z.literal('new'), id: Place.id, publishedAt: Moment }),
  z.object({ list: z.literal('favourites'), id: Place.id, likedAt: Moment }),
  z.object({ list: z.literal('own'), id: Place.id, updatedAt: Moment }),
  z.object({ list: z.literal('search'), ...Place, score: z.number() }),
  z.object({
    list: z.literal('for_you'),
    ...Place,
    score: z.number().nullable(), // null: past the chosen ones, in what is popular otherwise
    tags: z.array(z.tuple([z.string().max(100), z.number()])).max(8),
  }),
])

type Position = z.output<typeof Position>
export type PositionIn<List extends Position['list']> = Extract<Position, { list: List }>

/** A position as an opaque cursor. */
export function cursorOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * The position that a cursor names, or null without one.
 * @throws AppError InvalidInput on `cursor` for garbage, and for a cursor of another kind of list.
 */
export function readCursor<List extends Position['list']>(
  cursor: string | undefined,
  list: List,
): PositionIn<List> | null {
  if (cursor === undefined) return null
  const position = Position.safeParse(parse(cursor))
  if (!position.success || position.data.list !== list) throw invalidInput('cursor')
  return position.data as PositionIn<List> // the line above has checked the kind
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
