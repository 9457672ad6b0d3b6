import { z } from 'zod'
import { HelpLine } from '../entities/people.ts'
import { Id } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'
import { REPORT_REASONS } from '../report-reasons.ts'

export const safety = {
  report: operation({
    method: 'POST',
    path: '/api/safety/report',
    summary:
      'Reports a message, card, group, image or person; the same key is one report, however often it is sent. A guest reports messages only.',
    access: 'guest',
    body: z.object({
      target_type: z.enum(['message', 'card', 'group', 'image', 'user']),
      target_id: Id,
      reason: z.enum(REPORT_REASONS),
      note: z.string().max(LIMITS.reportNoteLength).optional(),
      idempotency_key: z.string().min(1).max(100).optional(),
    }),
    data: EmptyData,
    errors: ['NotSignedIn', 'InvalidInput', 'NotFound', 'TooManyRequests', 'Conflict'],
  }),
  helpLines: operation({
    method: 'GET',
    path: '/api/safety/helpLines',
    summary: 'Reviewed help lines for a country, else for the reader’s language, and the international directories.',
    access: 'open',
    query: z.object({
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional(),
    }),
    data: z.object({
      emergency: z.string().nullable(),
      lines: z.array(HelpLine),
      country: z.string().nullable().describe('the requested country, or the reader’s likely one'),
      countries: z.array(z.string()).describe('countries with an entry, as two letters'),
      checked: z.iso.date().describe('the day on which the oldest of these entries was checked'),
    }),
    errors: ['InvalidInput'],
  }),
} as const
