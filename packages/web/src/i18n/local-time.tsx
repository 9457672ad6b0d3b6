import type { Format } from './format.ts'
import { useFormat } from './format.ts'
import { useReaderClock } from './reader-clock.ts'

interface LocalTimeProps {
  iso: string
  /** Format to use; `timeZone` is only passed in the first render. */
  as?: 'date' | 'time' | 'dateTime' | ((format: Format, iso: string, timeZone: string | undefined) => string)
}

/** A moment in the reader's time zone; keeps its space but stays hidden while the zone is unknown. */
export function LocalTime({ iso, as = 'date' }: LocalTimeProps) {
  const format = useFormat()
  const { timeZone, isKnown } = useReaderClock()
  return (
    <time dateTime={iso} className={isKnown ? undefined : 'time-pending'}>
      {typeof as === 'function' ? as(format, iso, timeZone) : format[as](iso, timeZone)}
    </time>
  )
}

/** Formats a moment in the reader's language and time zone; in UTC where the server does not know the zone. */
export function useDateTime(iso: string): string {
  const format = useFormat()
  const { timeZone } = useReaderClock()
  return format.dateTime(iso, timeZone)
}
