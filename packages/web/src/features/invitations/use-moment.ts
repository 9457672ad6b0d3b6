import { useFormat } from '../../i18n/format.ts'
import { useReaderClock } from '../../i18n/reader-clock.ts'

/** Formats a moment in the reader's language and time zone; in UTC where the server does not know the zone. */
export function useDateTime(iso: string): string {
  const format = useFormat()
  const { timeZone } = useReaderClock()
  return format.dateTime(iso, timeZone)
}
