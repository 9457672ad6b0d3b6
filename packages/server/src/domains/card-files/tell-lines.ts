import type { Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'
import type { ReportLine } from './report-on.ts'

/** A line as it is shown. */
export interface ToldLine {
  code: string
  message: string
}

/** The lines of a report in somebody's language; `under` names their branch of `cardfiles`. */
export function tellLines(
  lines: readonly ReportLine[],
  under: 'report' | 'loses',
  translate: Translate,
  locale: Locale,
): ToldLine[] {
  return lines.map(({ code, count, numbers, fields, word }) => ({
    code,
    message: translate(`cardfiles.${under}.${code}`, {
      ...numbers,
      count: count ?? 1,
      word: word ?? '',
      fields: fields
        ? listOf(
            fields.map((field) => translate(`cardfiles.fields.${field}`)),
            locale,
          )
        : '',
    }),
  }))
}

function listOf(words: readonly string[], locale: Locale): string {
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words)
  return list.charAt(0).toLocaleUpperCase(locale) + list.slice(1)
}
