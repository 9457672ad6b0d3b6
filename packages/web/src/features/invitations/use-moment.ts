import { useFormat } from '../../i18n/format.ts'
import { useMounted } from '../../lib/use-mounted.ts'

/** Formats a moment in the reader's language and time zone; in UTC for the first render, as on the server. */
export function useMoment(iso: string): string {
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  return format.dateTime(iso, timeZone)
}
