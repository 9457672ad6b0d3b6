/** Parsing one Unicode property class costs as much as this many letters. */
const PROPERTY_SIZE = 50

/**
 * Upper bound for the program size of a pattern, with every repetition unrolled, as RE2 does. It is known before
 * compiling, because compiling is the expensive step. An invalid pattern gets some number; it will not compile anyway.
 */
export function estimateRegexSize(pattern: string): number {
  const open: number[] = []
  let sum = 0
  /** Size of the last atom, which a repetition would multiply. */
  let last = 0
  let properties = 0
  const add = (size: number) => {
    sum += size
    last = size
  }
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') {
      const escaped = readEscape(pattern, at)
      properties += escaped.properties
      sum += escaped.size - 1
      add(1)
      at = escaped.end - 1
    } else if (character === '[') {
      const end = endOfClass(pattern, at)
      properties += pattern.slice(at, end).match(/\\[pP]|\[:/g)?.length ?? 0
      add(1)
      at = end - 1
    } else if (character === '(') {
      open.push(sum)
      sum = 0
      last = 0
    } else if (character === ')') {
      const inner = sum + 2
      sum = open.pop() ?? 0
      add(inner)
    } else if (character === '{') {
      const repetition = readRepetition(pattern, at)
      if (repetition) {
        sum += (last + 1) * repetition.times - last
        last = (last + 1) * repetition.times
        at = repetition.end - 1
      } else add(1)
    } else if (character === '*' || character === '+' || character === '?') {
      sum += 1
      last += 1
    } else add(1)
  }
  return open.reduce((total, size) => total + size, sum) + properties * PROPERTY_SIZE
}

/** `\p{L}`, `\Q…\E`, `\x{1F525}`, or one escaped character. */
function readEscape(pattern: string, at: number): { end: number; size: number; properties: number } {
  const name = pattern[at + 1]
  if (name === 'Q') {
    const end = pattern.indexOf('\\E', at + 2)
    const close = end < 0 ? pattern.length : end
    return { end: Math.min(pattern.length, close + 2), size: Math.max(1, close - at - 2), properties: 0 }
  }
  const hasBraces = (name === 'p' || name === 'P' || name === 'x') && pattern[at + 2] === '{'
  const close = hasBraces ? pattern.indexOf('}', at) : -1
  return { end: close < 0 ? at + 2 : close + 1, size: 1, properties: name === 'p' || name === 'P' ? 1 : 0 }
}

function endOfClass(pattern: string, at: number): number {
  let next = at + 1
  if (pattern[next] === '^') next++
  if (pattern[next] === ']') next++
  for (; next < pattern.length && pattern[next] !== ']'; next++) {
    if (pattern[next] === '\\') next++
    else if (pattern.startsWith('[:', next)) next = Math.max(next, pattern.indexOf(':]', next + 2) + 1)
  }
  return Math.min(pattern.length, next + 1)
}

const REPETITION = /\{(\d{1,6})(,(\d{0,6}))?\}/y

function readRepetition(pattern: string, at: number): { end: number; times: number } | null {
  REPETITION.lastIndex = at
  const found = REPETITION.exec(pattern)
  if (!found) return null
  const least = Number(found[1])
  const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : least + 1
  return { end: REPETITION.lastIndex, times: Math.max(1, least, most) }
}
