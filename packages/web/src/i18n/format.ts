import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { dateFormat } from './date-formats.ts'
import { useLocale } from './use-text.ts'

/**
 * Formatters for numbers, dates and lists. They use the Intl locale of the language table, never the language code
 * alone.
 */
export interface Format {
  number: (value: number) => string
  /** 18.2k: a rounded count. */
  compact: (value: number) => string
  /**
   * 14 Feb 2027, in the IANA zone of `useReaderClock`; undefined is the device's own. Without it, the server would render
   * another day than the browser.
   */
  date: (iso: string, timeZone: string | undefined) => string
  /** 18:30 */
  time: (iso: string, timeZone: string | undefined) => string
  /** 14 Feb 2027, 18:30 */
  dateTime: (iso: string, timeZone: string | undefined) => string
  /** −1, +20: a change of an amount. */
  signed: (value: number) => string
  /** “yesterday”, “3 hours ago”; `now` in milliseconds. */
  relative: (iso: string, now: number) => string
  /** 830 kB, 12.4 MB, 1.1 GB */
  size: (bytes: number) => string
  list: (items: string[]) => string
  /** 6 secs, 2 mins 5 secs: at least one second. With `isExact`: 0.8 seconds. */
  duration: (ms: number, isExact?: boolean) => string
  /** 62 %: of a share from 0 to 1. */
  percent: (share: number) => string
  /** US$0.0042: an amount in millionths of a currency's main unit, with as many digits as a small one needs. */
  cost: (micros: number, currency: string) => string
  /** US$9.99: an amount in the minor units of a currency (ISO 4217), never rounded or converted. */
  money: (amount: number, currency: string) => string
  /** Play: Harbour. A label and its value as one text, such as an accessible name. */
  labelled: (label: string, value: string) => string
  /** Name of a currency. */
  currency: (code: string) => string
  /** Name of a language. */
  language: (code: Locale) => string
}

const formats = new Map<Locale, Format>()

const RELATIVE_STEPS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** The formatters of a language; each `Intl` object is created on first use and cached. */
export function formatFor(locale: Locale): Format {
  const known = formats.get(locale)
  if (known) return known
  const created = createFormat(LOCALES[locale].intl, LOCALES[locale].direction, COLONS[locale] ?? ': ')
  formats.set(locale, created)
  return created
}

/** French sets a no-break space before the colon; Japanese and Chinese have a full-width one. */
const COLONS: Partial<Record<Locale, string>> = { fr: '\u00a0: ', ja: '：', zh: '：' }

function createFormat(intl: string, direction: 'ltr' | 'rtl', colon: string): Format {
  const number = new Intl.NumberFormat(intl)
  // The symbol of Intl for Arabic is “US$”: Latin letters beside Arabic digits. The name is written in Arabic.
  const currencyDisplay = direction === 'rtl' ? 'name' : 'symbol'
  const cache = new Map<string, unknown>()
  function memoize<Formatter>(name: string, make: () => Formatter): Formatter {
    const cached = cache.get(name)
    if (cached !== undefined) return cached as Formatter // each name is always created by the same call below
    const created = make()
    cache.set(name, created)
    return created
  }
  const dates = (options: Intl.DateTimeFormatOptions) => dateFormat(intl, options)
  return {
    number: (value) => number.format(value),
    labelled: (label, value) => `${label}${colon}${value}`,
    compact: (value) =>
      memoize('compact', () => new Intl.NumberFormat(intl, { notation: 'compact', maximumFractionDigits: 1 })).format(
        value,
      ),
    date: (iso, timeZone) => dates({ dateStyle: 'medium', timeZone }).format(new Date(iso)),
    time: (iso, timeZone) => dates({ timeStyle: 'short', timeZone }).format(new Date(iso)),
    dateTime: (iso, timeZone) => dates({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso)),
    signed: (value) =>
      memoize('signed', () => new Intl.NumberFormat(intl, { signDisplay: 'exceptZero' }))
        .format(value)
        .replace('-', '−'),
    relative: (iso, now) => {
      const elapsed = new Date(iso).getTime() - now
      const relative = memoize('relative', () => new Intl.RelativeTimeFormat(intl, { numeric: 'auto' }))
      const [unit, step] = RELATIVE_STEPS.find(([, ms]) => Math.abs(elapsed) >= ms) ?? ['second', 1000]
      return unit === 'second' ? relative.format(0, 'second') : relative.format(Math.round(elapsed / step), unit)
    },
    money: (amount, currency) => {
      const options = { style: 'currency', currency, currencyDisplay } as const
      const money = memoize(`money ${currency}`, () => new Intl.NumberFormat(intl, options))
      return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2))
    },
    size: (bytes) => {
      const unit = bytes < 1_000_000 ? 'kilobyte' : bytes < 1_000_000_000 ? 'megabyte' : 'gigabyte'
      const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
      const shown = {
        kilobyte: Math.ceil(bytes / 1_000),
        megabyte: bytes / 1_000_000,
        gigabyte: bytes / 1_000_000_000,
      }[unit]
      return memoize(unit, () => new Intl.NumberFormat(intl, options)).format(shown)
    },
    duration: (ms, isExact = false) => {
      const unit = (value: number, name: 'minute' | 'second', minimumFractionDigits = 0) => {
        // Arabic shortens a unit to a single letter, which few would understand; English writes “0.1 secs”.
        const unitDisplay = direction === 'rtl' || isExact ? 'long' : 'short'
        const options = {
          style: 'unit',
          unit: name,
          unitDisplay,
          minimumFractionDigits,
          maximumFractionDigits: 1,
        } as const
        return memoize(`unit ${name} ${minimumFractionDigits}`, () => new Intl.NumberFormat(intl, options)).format(
          value,
        )
      }
      if (isExact && ms < 60_000) return unit(ms / 1000, 'second', 1)
      const seconds = Math.max(1, Math.round(ms / 1000))
      if (seconds < 60) return unit(seconds, 'second')
      const rest = seconds % 60
      return rest === 0
        ? unit(seconds / 60, 'minute')
        : `${unit(Math.floor(seconds / 60), 'minute')} ${unit(rest, 'second')}`
    },
    percent: (share) =>
      memoize('percent', () => new Intl.NumberFormat(intl, { style: 'percent', maximumFractionDigits: 0 })).format(
        share,
      ),
    cost: (micros, currency) => {
      const options = { style: 'currency', currency, currencyDisplay, maximumSignificantDigits: 3 } as const
      return memoize(`cost ${currency}`, () => new Intl.NumberFormat(intl, options)).format(micros / 1_000_000)
    },
    list: (items) => memoize('list', () => new Intl.ListFormat(intl, { type: 'conjunction' })).format(items),
    currency: (code) => {
      const options = { style: 'currency', currency: code, currencyDisplay: 'name' } as const
      const parts = memoize(`name ${code}`, () => new Intl.NumberFormat(intl, options)).formatToParts(100)
      const name = parts.find(({ type }) => type === 'currency')?.value ?? code
      // Intl’s Portuguese names begin with a capital letter, which is wrong in a sentence.
      return intl.startsWith('pt') ? name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase()) : name
    },
    language: (code) => memoize('language', () => new Intl.DisplayNames(intl, { type: 'language' })).of(code) ?? code,
  }
}

/** The formatters of the reader's language. */
export function useFormat(): Format {
  return formatFor(useLocale())
}

/** The separator between sentences of a paragraph: Japanese and Chinese have none after full-width punctuation. */
export function sentenceGap(locale: Locale): '' | ' ' {
  return locale === 'ja' || locale === 'zh' ? '' : ' '
}
