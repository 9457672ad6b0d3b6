import type { ReportLine } from '@everkin/card-formats'
import { isolateValue } from '@everkin/contract/isolate.ts'
import { isolateName } from '@everkin/contract/isolate-name.ts'
import type { Locale } from '@everkin/contract/locales.ts'
import type { Translate } from '@everkin/contract/translate.ts'

/** A line as it is shown. */
export interface LocalizedLine {
  code: string
  message: string
}

/** The lines of a report in a language; `under` is their branch of `card-files`. */
export function localizeReport(
  lines: readonly ReportLine[],
  under: 'report' | 'loses',
  translate: Translate,
  locale: Locale,
): LocalizedLine[] {
  return lines.map(({ code, count, numbers, fields, word, detail, names }) => ({
    code,
    message: translate(`card-files.${under}.${code}`, {
      ...numbers,
      count: count ?? 1,
      word: isolateValue(word ?? '', locale),
      detail: isolateValue(detail ?? '', locale),
      names: (names ?? []).map((name) => isolateName(name, locale)).join(SEPARATORS[locale] ?? ', '),
      fields: fields
        ? formatList(
            fields.map((field) => translate(`card-files.fields.${field}`)),
            locale,
          )
        : '',
    }),
  }))
}

/** Between names, which are no words of the language. */
const SEPARATORS: Partial<Record<Locale, string>> = { ja: '、', zh: '、', ar: '، ' }

function formatList(words: readonly string[], locale: Locale): string {
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words)
  return list.charAt(0).toLocaleUpperCase(locale) + list.slice(1)
}
