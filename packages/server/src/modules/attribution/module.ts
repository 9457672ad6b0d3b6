import { attribution } from '@everkin/contract/http/attribution.ts'
import { deskCampaigns } from '@everkin/contract/http/desk-campaigns.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { bindHandlers } from '../../platform/http/handlers.ts'
import { listExport } from '../../platform/personal-data.ts'
import type { ServerCore, ServerModule } from '../../platform/server-module.ts'
import { deskCampaignHandlers, visitHandlers } from './routes.ts'
import type { VisitServices } from './save-visit.ts'
import { exportVisits, purgeVisits } from './visit-lifecycle.ts'

export { countPurchase, countRefund } from './campaign-counts.ts'
export { eraseVisits, linkVisit } from './visit-lifecycle.ts'

/**
 * Guarantees of this module:
 * - Without consent nothing is stored, and a withdrawn consent deletes what was stored. Nothing is stored about people who
 *   are known to be under 18 (D4).
 * - Of a visit only listed properties are stored: a page’s name, the origin of the referrer, campaign words that cannot be
 *   mail addresses.
 * - An account belongs to the first visit of its browser within 30 days before it, and to no other.
 * - A visit without an account is deleted after 180 days, its key after 30 days, and a person’s visits with the person.
 * - Operators see counts by link and day, not visits.
 * @param ports `isKnownMinor` belongs to accounts.
 */
export function createAttributionModule(core: ServerCore, ports: Pick<VisitServices, 'isKnownMinor'>): ServerModule {
  return {
    name: 'attribution',
    operations: [
      ...bindHandlers(attribution, visitHandlers({ ...core, ...ports })),
      ...bindHandlers(deskCampaigns, deskCampaignHandlers(core)),
    ],
    frames: {},
    onConnect: null,
    syncSource: null,
    recurringJobs: [
      {
        name: 'purge-visits',
        everyMs: HOUR_MS,
        timeoutMs: 10 * MINUTE_MS,
        run: () => purgeVisits(core.database, core.clock.now()),
      },
    ],
    personalData: {
      tables: {
        web_visit: { erasure: 'deleted' },
        visit_sale: {
          erasure: 'deleted',
          notExported: 'sums of the orders that followed a visit; orders are exported',
        },
      },
      exportParts: [listExport({ path: 'visits.json', about: 'visits', tables: ['web_visit'] }, exportVisits)],
      eraseSteps: [],
    },
    mediaUsage: null,
    metrics: null,
    lifecycle: {},
  }
}
