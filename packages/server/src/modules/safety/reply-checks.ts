import {
  compileLexicon,
  createCueReader,
  expandPhrases,
  findCues,
  isWordCode,
  type Lexicon,
} from '@everkin/text-safety'
import helpWords from './data/help-words.json' with { type: 'json' }
import human from './data/human.json' with { type: 'json' }
import { helpLines } from './help-lines.ts'
import { CUE } from './rules.ts'

const ASKS = 1
const CLAIMS = 2

/** True when a message asks, in one of eight languages, whether the partner is human or an AI [H2]. */
export function asksIfHuman(text: string): boolean {
  return readLine(text).cues.some(({ group }) => group === ASKS)
}

/** True when a reply says its writer is human, or no AI: such a reply is corrected before it is stored [H2]. */
export function claimsToBeHuman(reply: string): boolean {
  return readLine(reply).cues.some(({ group }) => group === CLAIMS)
}

const humanLexicon: Lexicon = compileLexicon(() => [
  ...expandPhrases(Object.values(human.asks).flat(), ASKS, [], 0),
  ...expandPhrases(Object.values(human.claims).flat(), CLAIMS, [], 0),
  // “I'm not human” contains “human” but is no claim: a denial shields the words it covers.
  ...expandPhrases([...human.shield, ...Object.values(human.denials).flat()], CUE.shield, [], 0),
])
/** A question is looked at when it is asked and when it has been answered. */
const REMEMBERED_CHARACTERS = 200_000
const readLine = createCueReader(humanLexicon, CUE.shield, REMEMBERED_CHARACTERS)

const REPLACEMENT = '…'
const NEAR_REACH = 120
const MIN_DIGITS = 3
const MAX_SEPARATORS = 3
const SEPARATORS = new Set(' -.()/+\u00a0\u2011\u2013\u202f')

const helpWordLexicon = compileLexicon(() => expandPhrases(Object.values(helpWords).flat(), 1, [], 0))

/**
 * Removes phone numbers that a model wrote near words of crisis, emergency or help lines: people in need get numbers
 * only from the reviewed file [C4]. Each becomes “…”; other numbers (years, amounts, ages) stay. Linear time.
 */
export function stripPhoneNumbers(reply: string): string {
  const numbers = [...phoneNumbers(reply)]
  const words = numbers.length === 0 ? [] : findCues(reply, helpWordLexicon).cues
  if (words.length === 0) return reply
  let result = ''
  let kept = 0
  let next = 0
  for (const number of numbers) {
    while (next < words.length && words[next]!.end < number.start - NEAR_REACH) next += 1
    const isNear = next < words.length && words[next]!.start - number.end <= NEAR_REACH
    if (!isNear) continue
    result += reply.slice(kept, number.start) + REPLACEMENT
    kept = number.end
  }
  return result + reply.slice(kept)
}

const knownDigits = new Set(helpLines.flatMap(({ phone }) => (phone === null ? [] : [digitsOf(phone)])))

function* phoneNumbers(text: string): Generator<{ start: number; end: number }> {
  let index = 0
  while (index < text.length) {
    if (!isDigit(text, index)) {
      index += 1
      continue
    }
    let end = index + 1
    let lastDigit = index
    while (
      end < text.length &&
      (isDigit(text, end) || (SEPARATORS.has(text[end]!) && end - lastDigit <= MAX_SEPARATORS))
    ) {
      if (isDigit(text, end)) lastDigit = end
      end += 1
    }
    const start = openingSign(text, index)
    const digits = digitsOf(text.slice(index, lastDigit + 1))
    if (isPhoneNumber(digits, text.slice(index, lastDigit + 1))) yield { start, end: lastDigit + 1 }
    index = end
  }
}

/** A short number may be a year or an amount; a known line, an emergency-like three digits or a long number is not. */
function isPhoneNumber(digits: string, written: string): boolean {
  if (digits.length < MIN_DIGITS) return false
  if (digits.length === 4 && written.length === 4 && !knownDigits.has(digits)) return !/^(1[6-9]|20)/.test(digits)
  return true
}

function openingSign(text: string, index: number): number {
  const before = text[index - 1]
  return before === '+' || before === '(' ? index - 1 : index
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return (code >= 0x30 && code <= 0x39) || (code > 0x7f && isWordCode(code) && /\p{Nd}/u.test(text[index]!))
}

function digitsOf(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\D/g, '')
}
