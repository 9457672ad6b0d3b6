import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Every reply of `/api`: `code` 1 is success, anything else an error whose `msg` is ready to show. */
export function envelopeOf<Data extends z.ZodType>(data: Data) {
  return z.object({ code: z.literal(1), msg: z.string(), data })
}

export const ErrorEnvelope = z
  .object({ code: z.int(), msg: z.string(), data: z.unknown() })
  .meta({ id: 'ErrorEnvelope', description: 'Any reply whose code is not 1; `msg` is in the language of the request.' })

/** Query of every endless list. */
export const PageQuery = z.object({
  cursor: z.string().max(512).optional(),
  limit: z.coerce.number().int().min(1).max(LIMITS.pageSizeMost).default(LIMITS.pageSize),
})

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ list: z.array(item), next_cursor: z.string().nullable() })
}

export const Nothing = z.object({}).meta({ id: 'Nothing' })

/** Data of an error envelope, by what the table in the contract says. */
export const ErrorData = {
  issues: z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) }),
  retryAfter: z.object({ retry_after: z.int() }),
  triesLeft: z.object({ tries_left: z.int() }),
  ageReason: z.object({ reason: z.enum(['confirm_age', 'age_unknown', 'under_18', 'quiet_hours', 'region']) }),
  category: z.object({ category: z.string() }),
} as const
