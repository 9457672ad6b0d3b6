import { useMounted } from '../lib/use-mounted.ts'
import type { Format } from './format.ts'
import { useFormat } from './format.ts'

interface LocalTimeProps {
  iso: string
  /** Format to use; `timeZone` is only passed in the first render. */
  as?: 'date' | 'time' | 'dateTime' | ((format: Format, iso: string, timeZone: string | undefined) => string)
}

/**
 * A moment in the reader's time zone. The server does not know it: server and first client render use UTC, then the
 * device's zone replaces it, so that hydration never finds a mismatch.
 */
export function LocalTime({ iso, as = 'date' }: LocalTimeProps) {
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  return <time dateTime={iso}>{typeof as === 'function' ? as(format, iso, timeZone) : format[as](iso, timeZone)}</time>
}
