import { type FoldedText, find } from './read-words.ts'

const LEAST = 21
const MOST = 88
/** Digits of the Arabic scripts stand for the same numbers. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
const NUMBER =
  /(?<![a-z\p{N}])(\d{1,4})(?!\d)(\s*-?\s*(?:years?|yo|jahren?|jahrige[rsn]?|anos?|ans|annees?|سنوات|سنه|عاما|عام|歳|才|岁|歲))?/gu

/**
 * The age that a text tells, 21 to 88, or null. A number below 21 is nobody's age here: it counts as not said. A being
 * of centuries looks fifty.
 */
export function readAge(text: FoldedText): number | null {
  const digits = text.whole.replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
  for (const [, number, unit] of digits.matchAll(NUMBER)) {
    const years = Number(number)
    if (years >= LEAST && years <= 120) return Math.min(years, MOST)
    if (years > 120 && unit) return 50
  }
  const said = find(text, 'years')
  return said ? { young: 25, middle: 50, old: 70 }[said] : null
}
