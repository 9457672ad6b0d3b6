import { type Description, find } from './read-words.ts'

const LEAST = 21
const MOST = 88
const ADULT = 18
/** Digits of the Arabic scripts stand for the same numbers. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g
const NUMBER =
  /(?<![a-z\p{N}])(\d{1,4})(?!\d)(\s*-?\s*(?:years?|yo|jahren?|jahrige[rsn]?|anos?|ans|annees?|سنوات|سنه|عاما|عام|歳|才|岁|歲))?/gu

interface Said {
  years: number
  hasUnit: boolean
  from: number
  to: number
}

function numbersOf(text: Description): Said[] {
  const digits = text.whole.replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
  return [...digits.matchAll(NUMBER)].map((match) => ({
    years: Number(match[1]),
    hasUnit: match[2] !== undefined,
    from: text.origin[match.index] ?? 0,
    to: text.origin[match.index + match[0].length] ?? 0,
  }))
}

/**
 * The age that a text tells, 21 to 88, or null. A number below 21 is nobody's age here: it counts as not said. A being
 * of centuries looks fifty.
 */
export function readAge(text: Description): number | null {
  for (const { years, hasUnit, from, to } of numbersOf(text)) {
    if (!(years >= LEAST && years <= 120) && !(years > 120 && hasUnit)) continue
    text.used.add({ from, to })
    return years > 120 ? 50 : Math.min(years, MOST)
  }
  const said = find(text, 'years')
  return said ? { young: 25, middle: 50, old: 70 }[said] : null
}

/** Whether a text asks for someone under 18, by a word or by a number of years. */
export const namesChild = (text: Description): boolean =>
  text.matches.some(({ part }) => part === 'child') ||
  numbersOf(text).some(({ years, hasUnit }) => hasUnit && years < ADULT)
