import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** A “for you” list’s cursor contains four tags of forty letters, which may be Chinese. */
const MAX_CURSOR_LENGTH = 2_048

/** Query of every paged list. */
export const PageQuery = z.object({
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.maxPageSize).default(LIMITS.pageSize),
})

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), next_cursor: z.string().nullable() })
}

export const EmptyData = z.object({}).meta({ id: 'Nothing' })
