import { LOCALES, type Locale } from '@everkin/contract/locales.ts'

const DAY_MS = 86_400_000

/** The day a moment falls on, in the device's own zone, as year-month-day. */
export function localDay(iso: string): string {
  const date = new Date(iso)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/**
 * A moment as briefly as a list needs it: the hour today, the weekday within the week, else day and month, with the
 * year where it is another one. `nowMs` is unix milliseconds.
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
