import { DEFAULT_LOCALE, type Locale } from '@everkin/contract/locales.ts'
import type { LegalTree } from '../../features/legal/legal-tree.ts'
import { formatFor } from '../../i18n/format.ts'
import type { PageContext } from '../page-context.ts'
import { PAGE_NAMES, pathTo } from '../paths.ts'
import { type LegalContext, parseLegalText } from './parse-legal-text.server.ts'

export type LegalDocument = 'privacy' | 'terms'

/** When each text took effect (ISO date). A change of meaning changes the date, in all languages together. */
export const EFFECTIVE_DATES: Record<LegalDocument, string> = { privacy: '2026-11-26', terms: '2026-11-26' }

/** The files of `legal/<language>/`, bundled only into the server build. */
const FILES = import.meta.glob<string>('../../../../../legal/*/*.md', { query: '?raw', import: 'default', eager: true })

/** The Markdown source of a document; falls back to English. */
export function legalSource(document: LegalDocument, locale: Locale): string {
  const path = (code: Locale) => `../../../../../legal/${code}/${document}.md`
  const source = FILES[path(locale)] ?? FILES[path(DEFAULT_LOCALE)]
  if (source === undefined) throw new Error(`the legal text ${document} does not exist`)
  return source
}

/** A document in the reader's language, filled in with the settings of this deployment. */
export function loadLegalText(document: LegalDocument, context: PageContext): LegalTree {
  return parseLegalText(legalSource(document, context.locale), legalContextOf(context))
}

function legalContextOf({ config, rootUrl, locale }: PageContext): LegalContext {
  const { operator_name: operator, support_email: email, model, payment_provider: payments, refund_days: days } = config
  const refundDays = formatFor(locale).number(days)
  return {
    values: { operator, email, modelOperator: model.operator, address: rootUrl, refundDays },
    conditions: {
      operator: operator !== null,
      email: email !== null,
      modelHere: model.on_this_machine,
      modelNamed: !model.on_this_machine && model.operator !== null,
      modelUnnamed: !model.on_this_machine && model.operator === null,
      adultContent: config.nsfw_enabled,
      servesTeens: config.audience === 'adults_and_teens',
      buying: payments !== null,
      noBuying: payments === null,
      testPayments: payments === 'sandbox',
      refunds: payments !== null && days > 0,
      stripe: payments === 'stripe',
    },
    pathOf: (page) => {
      const name = PAGE_NAMES.find((candidate) => candidate === page)
      if (!name) throw new Error(`a legal text links to an unknown page: ${page}`)
      return pathTo(name, locale)
    },
  }
}
