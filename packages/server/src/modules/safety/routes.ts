import type { safety } from '@everkin/contract/http/safety.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { checkedSince, countriesWithHelp, guessCountry, helpLinesFor, helpLineView } from './help-lines.ts'
import { type ReportServices, submitReport } from './reports.ts'

/** The HTTP handlers of this module. */
export function safetyHandlers(services: ReportServices): Handlers<typeof safety> {
  return {
    report: async ({ body }, caller) => {
      const { personId, isGuest } = caller.identity
      await submitReport(services, { personId, country: caller.country, ...(isGuest && { isGuest }) }, body)
      return {}
    },
    helpLines: async ({ query }, caller) => {
      const country = query.country ?? guessCountry(caller)
      const { emergency, lines } = helpLinesFor({ country, locale: caller.locale })
      return {
        emergency,
        lines: lines.map(helpLineView),
        country: country?.toUpperCase() ?? null,
        countries: countriesWithHelp(),
        checked: checkedSince(lines),
      }
    },
  }
}
