import { type Format, formatFor } from './format.ts'
import { useLocale } from './use-text.ts'

/** Numbers, dates and lists as the reader's language writes them. */
export function useFormat(): Format {
  return formatFor(useLocale())
}
