import type { safety } from '@everkin/contract/http/safety.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { helpLineView } from './help-line-view.ts'
import { checkedSince, countriesWithHelp, helpLinesFor } from './help-lines.ts'
import { likelyCountry } from './likely-country.ts'
import { type ReportServices, report } from './report.ts'

/** The calls about safety. */
export function safetyHandlers(services: ReportServices): Handlers<typeof safety> {
  return {
    report: async ({ body }, caller) => {
      await report(services, caller.identity.personId, body)
      return {}
    },
    helpLines: async ({ query }, caller) => {
      const country = query.country ?? likelyCountry(caller)
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
