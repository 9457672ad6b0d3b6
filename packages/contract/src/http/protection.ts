import { z } from 'zod'
import { Timestamp } from '../ids.ts'
import { operation } from '../operation.ts'

/** The age of someone under 18, as a bucket: 12 is under 13, 16 is 16 or 17. */
export const TeenAge = z.literal([12, 13, 14, 15, 16])

/** The protected mode for people under 18. */
export const protection = {
  status: operation({
    method: 'GET',
    path: '/api/user/protection',
    summary: 'Whether the protected mode applies to the person, and whether they may chat now.',
    access: 'person',
    data: z.object({
      protected: z.boolean(),
      closed: z
        .enum(['under_18', 'age_unknown', 'too_young', 'quiet_hours', 'daily_limit', 'region'])
        .nullable()
        .describe('why chats are closed now; null: they are open, or the person is an adult'),
      opens_at: Timestamp.nullable().describe('when chats open again; null where time does not open them'),
      quiet_from: z.int().describe('hour of the day in the person’s zone'),
      quiet_until: z.int(),
      minutes_left: z.int().nullable().describe('of today’s time; null where it is not limited'),
    }),
    errors: ['NotSignedIn'],
  }),
} as const
