import type { attribution } from '@everkin/contract/http/attribution.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
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
