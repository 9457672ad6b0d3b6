import { fold } from './match-cues.ts'

const MAX_OPERAND = 1_000_000

/**
 * The result of a simple sum in a line, as “a × b” and its result; null when there is none. Digits of any script,
 * signs, or the words of a language for plus, minus, times and divided by.
 */
export function findSum(text: string, words: readonly string[]): { sum: string; result: string } | null {
  const [plus = '', minus = '', times = '', over = ''] = words
  const signs: [string, string][] = [
    ['+', `\\+|${plus}`],
    ['−', `-|−|–|${minus}`],
    ['×', `\\*|×|x|✕|${times}`],
    ['÷', `/|÷|:|${over}`],
  ]
  const folded = fold(text.slice(0, 300))
  for (const [sign, source] of signs) {
    const match = new RegExp(`(?<![\\p{L}\\d])(\\d{1,7}) ?(?:${source}) ?(\\d{1,7})(?![\\p{L}\\d])`, 'u').exec(folded)
    if (!match) continue
    const [a, b] = [Number(match[1]), Number(match[2])]
    if (a > MAX_OPERAND || b > MAX_OPERAND || (sign === '÷' && b === 0)) return null
    const result = sign === '+' ? a + b : sign === '−' ? a - b : sign === '×' ? a * b : a / b
    return { sum: `${a} ${sign} ${b}`, result: String(Math.round(result * 100) / 100).replace('-', '−') }
  }
  return null
}
