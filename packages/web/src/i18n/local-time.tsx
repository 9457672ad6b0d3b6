import { useMounted } from '../lib/use-mounted.ts'
import type { Format } from './format.ts'
import { useFormat } from './format.ts'

interface LocalTimeProps {
  iso: string
  /** How to write it; `timeZone` is given for the first draw only. */
  as?: 'date' | 'time' | 'dateTime' | ((format: Format, iso: string, timeZone: string | undefined) => string)
}

/**
 * A moment in the reader's own zone. The server does not know that zone: server and first client draw agree on UTC,
 * then the device's zone takes over, so that hydration never finds a difference.
 */
export function LocalTime({ iso, as = 'date' }: LocalTimeProps) {
  const format = useFormat()
  const timeZone = useMounted() ? undefined : 'UTC'
  return <time dateTime={iso}>{typeof as === 'function' ? as(format, iso, timeZone) : format[as](iso, timeZone)}</time>
}
