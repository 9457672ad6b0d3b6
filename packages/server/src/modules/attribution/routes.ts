import type { attribution } from '@everkin/contract/http/attribution.ts'
import type { deskCampaigns } from '@everkin/contract/http/desk-campaigns.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { exportCampaigns, loadCampaigns } from './campaign-counts.ts'
import { saveVisit, type VisitServices } from './save-visit.ts'

/** The HTTP handler of this module. */
export function visitHandlers(services: VisitServices): Handlers<typeof attribution> {
  return {
    saveWebVisit: async ({ query, body }, caller) => {
      await saveVisit(services, { ...query, ...body }, caller)
      return {}
    },
  }
}

/** The operator's calls of this module. */
export function deskCampaignHandlers(
  services: Pick<VisitServices, 'database' | 'clock'>,
): Handlers<typeof deskCampaigns> {
  return {
    campaigns: ({ query }) => loadCampaigns(services, query),
    campaignsFile: ({ query }) => exportCampaigns(services, query),
  }
}
