import { z } from 'zod'
import { operation } from '../operation.ts'

const Year = z.coerce.number().int().min(2000).max(9999)

/** Figures for transparency reports. */
export const figures = {
  yearly: operation({
    method: 'GET',
    path: '/api/desk/figures',
    summary: 'Counts of a year (UTC) for transparency reports; without a year, of the current one.',
    access: 'operator',
    roles: ['moderator', 'support', 'read_only'],
    query: z.object({ year: Year.optional() }),
    data: z.object({
      year: z.int(),
      years: z.array(z.int()).describe('with accounts on this server, newest first'),
      rows: z.array(
        z.object({
          figure: z.string().describe('what is counted'),
          key: z.string().nullable().describe('the reason, outcome or kind; null for the whole'),
          value: z.number(),
        }),
      ),
    }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  exportYearly: operation({
    method: 'GET',
    path: '/api/desk/figures/export',
    summary: 'The same figures as CSV.',
    access: 'operator',
    roles: ['moderator', 'support', 'read_only'],
    query: z.object({ year: Year.optional() }),
    file: 'text/csv; charset=utf-8',
    data: z.unknown(),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
} as const
