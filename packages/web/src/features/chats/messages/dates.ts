import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { dateFormat } from '../../../i18n/date-formats.ts'

const DAY_MS = 86_400_000

/** The calendar day of a moment (unix milliseconds or ISO) as year-month-day, in the given zone or the device's own. */
export function localDay(moment: string | number, timeZone?: string): string {
  return dateFormat('sv-SE', { dateStyle: 'short', timeZone }).format(new Date(moment))
}

/**
 * A short date for lists: the time today, the weekday within the last week, otherwise day and month, with the year if
 * it is not the current one; in the given zone or the device's own. `nowMs` is unix milliseconds.
 */
export function shortDate(iso: string, nowMs: number, locale: Locale, timeZone?: string): string {
  const date = new Date(iso)
  const { intl } = LOCALES[locale]
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(intl, { ...options, timeZone }).format(date)
  const [day, today] = [localDay(iso, timeZone), localDay(nowMs, timeZone)]
  if (day === today) return format({ hour: 'numeric', minute: '2-digit' })
  const agoMs = nowMs - date.getTime()
  if (agoMs >= 0 && agoMs < 6 * DAY_MS) return format({ weekday: 'short' })
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return format({ day: 'numeric', month: 'short', year: isThisYear ? undefined : 'numeric' })
}
