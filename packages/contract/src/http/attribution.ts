import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { operation } from '../operation.ts'
import { EmptyData } from '../pagination.ts'

const CampaignParameter = z.string().max(LIMITS.campaignLength).optional()

export const attribution = {
  saveWebVisit: operation({
    method: 'POST',
    path: '/api/advert/saveWebVisit',
    summary: 'Counts a visit with consent; without consent nothing is stored, and earlier visits are deleted.',
    access: 'open',
    query: z.object({
      utm_source: CampaignParameter,
      utm_medium: CampaignParameter,
      utm_campaign: CampaignParameter,
      ref: CampaignParameter,
    }),
    body: z.object({
      page: z.string().min(1).max(500).describe('path of the opened page; stored as its name and language'),
      referrer: z.string().max(2_000).default('').describe('URL of the previous page; stored as its origin'),
      device_type: z
        .union([z.literal(0), z.literal(1)])
        .optional()
        .describe('as the client sees it; the stored value is read from the user agent'),
      consent: z.boolean(),
    }),
    data: EmptyData,
    errors: ['InvalidInput', 'TooManyRequests'],
  }),
} as const
