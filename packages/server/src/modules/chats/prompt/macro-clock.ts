import { LRUCache } from 'lru-cache'

/** The clock of a person, as macros show it. */
export interface MacroClock {
  now: Date
  locale: string
  /** UTC by default. */
  timeZone?: string
}

/** Macros that show the time of day; others only change with the day. */
const TIME_MACROS: ReadonlySet<string> = new Set(['time', 'isotime', 'datetimeformat'])

export function isTimeMacro(name: string): boolean {
  return TIME_MACROS.has(name) || name.startsWith('timeutc')
}

const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  time: { timeStyle: 'short' },
  date: { dateStyle: 'long' },
  weekday: { weekday: 'long' },
}

/** The text of a clock macro; null for any other name. */
export function expandClock(name: string, argument: () => string, clock: MacroClock): string | null {
  const style = STYLES[name]
  if (style) return formatted(clock, name, style)
  if (name === 'isotime') return parts(clock).time
  if (name === 'isodate') return parts(clock).date
  if (name === 'datetimeformat') return formatPattern(argument(), clock)
  const offset = /^timeutc([+-])(\d{1,2}):?(\d{2})?$/.exec(name)
  if (!offset) return null
  const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0)
  const shifted = new Date(clock.now.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000)
  return formatted({ ...clock, now: shifted, timeZone: 'UTC' }, 'time', STYLES.time!) // from the literal above
}

/** Cached: creating a formatter takes fifty times as long as using it. */
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 1_000 })

function formatterOf({ locale, timeZone = 'UTC' }: MacroClock, kind: string, style: Intl.DateTimeFormatOptions) {
  const key = `${locale}/${timeZone}/${kind}`
  const known = formatters.get(key)
  if (known) return known
  const created = new Intl.DateTimeFormat(locale, { ...style, timeZone })
  formatters.set(key, created)
  return created
}

function formatted(clock: MacroClock, kind: string, style: Intl.DateTimeFormatOptions): string {
  return formatterOf(clock, kind, style).format(clock.now)
}

const ISO_STYLE: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

function parts(clock: MacroClock): { time: string; date: string } {
  const found = formatterOf({ ...clock, locale: 'en-GB' }, 'iso', ISO_STYLE).formatToParts(clock.now)
  const of = (type: string) => found.find((part) => part.type === type)?.value ?? ''
  return { time: `${of('hour')}:${of('minute')}`, date: `${of('year')}-${of('month')}-${of('day')}` }
}

const PATTERN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|A|a/g

/** Formats a time by the usual letters: `DD.MM.YYYY HH:mm`, `dddd`, `[text]`. */
function formatPattern(pattern: string, clock: MacroClock): string {
  const { time, date } = parts(clock)
  const [year = '', month = '', day = ''] = date.split('-')
  const [hour = '', minute = ''] = time.split(':')
  const name = (kind: string, style: Intl.DateTimeFormatOptions) => formatted(clock, kind, style)
  const twelve = String(Number(hour) % 12 || 12)
  const half = Number(hour) < 12 ? 'AM' : 'PM'
  const values: Record<string, () => string> = {
    YYYY: () => year,
    YY: () => year.slice(-2),
    MMMM: () => name('MMMM', { month: 'long' }),
    MMM: () => name('MMM', { month: 'short' }),
    MM: () => month,
    M: () => String(Number(month)),
    DD: () => day,
    D: () => String(Number(day)),
    dddd: () => name('weekday', { weekday: 'long' }),
    ddd: () => name('ddd', { weekday: 'short' }),
    HH: () => hour,
    H: () => String(Number(hour)),
    hh: () => twelve.padStart(2, '0'),
    h: () => twelve,
    mm: () => minute,
    A: () => half,
    a: () => half.toLowerCase(),
  }
  return pattern.replace(PATTERN, (mark, literal: string | undefined) => literal ?? values[mark]?.() ?? mark).trim()
}

/** A duration in words, such as “3 hours”. */
export function formatDuration(ms: number, locale: string): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const
  const [unit, size] = units.find(([, each]) => ms >= each) ?? (['minute', 60_000] as const)
  const count = Math.max(1, Math.round(ms / size))
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
