import { LOCALES, type Locale } from '@everkin/contract/locales.ts'
import { sentenceGap } from '../../i18n/format.ts'

const LONGEST = 90
const FINISHED = /[.!?…。！？؟](?:["”“»」’)]*)\s*$/u

/**
 * The first sentences of a greeting, short enough for a headline: without stage directions, as many as fit into 90
 * characters; null if even the first is longer or there is none. Lists only contain the start of a greeting, so a
 * truncated action or sentence is left out.
 */
export function firstLine(greeting: string, locale: Locale): string | null {
  const spoken = greeting
    .replace(/\*[^*]*(?:\*|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([。！？…」』”])\s/gu, `$1${sentenceGap(locale)}`)
    .trim()
    .replace(/^["“„«「](.*)["”“»」]$/u, '$1')
  const sentences = new Intl.Segmenter(LOCALES[locale].intl, { granularity: 'sentence' }).segment(spoken)
  let line = ''
  for (const { segment } of sentences) {
    if ((line + segment).trim().length > LONGEST || !FINISHED.test(segment)) break
    line += segment
    if (line.length > LONGEST / 2) break
  }
  return line.trim() || null
}
