import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Query of every paged list. */
export const PageQuery = z.object({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.maxPageSize).default(LIMITS.pageSize),
})

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), next_cursor: z.string().nullable() })
}

export const EmptyData = z.object({}).meta({ id: 'Nothing' })
