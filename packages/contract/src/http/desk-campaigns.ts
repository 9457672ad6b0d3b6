import { z } from 'zod'
import { Currency } from '../ids.ts'
import { operation } from '../operation.ts'

const Span = z.object({
  since: z.iso.date().optional().describe('first day, UTC; by default 29 days before the last'),
  until: z.iso.date().optional().describe('last day, UTC; by default today'),
  by: z.enum(['campaign', 'page']).default('campaign').describe('the link’s campaign, or the page it opened'),
})

const CampaignFigures = z
  .object({
    page: z.string().nullable().describe('of `by=page`: the landing page'),
    source: z.string(),
    medium: z.string(),
    campaign: z.string(),
    ref: z.string(),
    visits: z.int(),
    accounts: z.int().describe('created after one of these visits'),
    buyers: z.int(),
    orders: z.int(),
    amounts: z.array(z.object({ currency: Currency, amount: z.int() })).describe('paid, minus refunds'),
  })
  .meta({ id: 'CampaignFigures' })

/** What campaigns brought, for operators. */
export const deskCampaigns = {
  campaigns: operation({
    method: 'GET',
    path: '/api/desk/campaigns',
    summary: 'Visits with consent, and the accounts and purchases that followed; for operators.',
    access: 'operator',
    roles: ['read_only'],
    query: Span,
    data: z.object({
      since: z.iso.date(),
      until: z.iso.date(),
      rows: z.array(CampaignFigures),
      more: z.int().describe('rows that were left out, those with the fewest visits'),
      kept_days: z.int().describe('visits without an account are deleted after this many days'),
    }),
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
  campaignsFile: operation({
    method: 'GET',
    path: '/api/desk/campaignsFile',
    summary: 'The same figures as CSV; for operators.',
    access: 'operator',
    roles: ['read_only'],
    query: Span,
    data: z.unknown(),
    file: 'text/csv',
    errors: ['NotSignedIn', 'NotAllowed', 'InvalidInput'],
  }),
} as const
