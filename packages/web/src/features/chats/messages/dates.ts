import { LOCALES, type Locale } from '@everkin/contract/locales.ts'

const DAY_MS = 86_400_000

/** The calendar day of a moment in the device's time zone, as year-month-day. */
export function localDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/**
 * A short date for lists: the time today, the weekday within the last week, otherwise day and month, with the year if
 * it is not the current one. `nowMs` is unix milliseconds.
 */
export function shortDate(iso: string, nowMs: number, locale: Locale): string {
  const date = new Date(iso)
  const now = new Date(nowMs)
  const { intl } = LOCALES[locale]
  if (localDay(iso) === localDay(now.toISOString())) {
    return new Intl.DateTimeFormat(intl, { hour: 'numeric', minute: '2-digit' }).format(date)
  }
  const agoMs = nowMs - date.getTime()
  if (agoMs >= 0 && agoMs < 6 * DAY_MS) return new Intl.DateTimeFormat(intl, { weekday: 'short' }).format(date)
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(intl, { day: 'numeric', month: 'short', year }).format(date)
}
