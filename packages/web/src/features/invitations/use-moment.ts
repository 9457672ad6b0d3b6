import { useFormat } from '../../i18n/format.ts'
import { useMounted } from '../../lib/use-mounted.ts'

/** A moment as the reader's language writes it, in their own zone; in UTC for the first draw, which the server makes too. */
export function useMoment(iso: string): string {
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  return format.dateTime(iso, timeZone)
}
