import { LocalTime } from '../../i18n/local-time.tsx'
import { type Text, useText } from '../../i18n/use-text.ts'
import { useMounted } from '../../lib/use-mounted.ts'
import { dayOf } from './days.ts'

/** Whether a message begins a day of the reader's own calendar. */
export function isNewDay(before: string | undefined, iso: string): boolean {
  return before === undefined || dayOf(before) !== dayOf(iso)
}

/** The line between two days: today and yesterday by name, others by date. */
export function DayLine({ iso }: { iso: string }) {
  const text = useText()
  const isMounted = useMounted()
  return (
    <p className="day-line">
      {isMounted ? (nameOfDay(iso, text) ?? <LocalTime iso={iso} as="date" />) : <LocalTime iso={iso} as="date" />}
    </p>
  )
}

function nameOfDay(iso: string, text: Text): string | null {
  const now = Date.now()
  if (dayOf(iso) === dayOf(new Date(now).toISOString())) return text('chats.log.today')
  return dayOf(iso) === dayOf(new Date(now - 86_400_000).toISOString()) ? text('chats.log.yesterday') : null
}
