/** A key that is a regular expression, in the syntax of engines that run in linear time (RE2). */
export interface LorePattern {
  body: string
  /** The flags of `/…/flags`; empty for a bare pattern. */
  flags: string
}

/** Whether a key is written as a pattern: `/dragons?/i`. SillyTavern reads any of an entry's keys that way. */
export function isPatternKey(key: string): boolean {
  return /^\/.+\/[a-z]*$/s.test(key)
}

/**
 * Reads a pattern that was written for JavaScript. RE2 knows no lookaround, but a key only has to be found: a
 * lookbehind at the beginning of an alternative, or a lookahead at its end, becomes an ordinary group where that finds
 * the same texts. Anything else stays as it is and will not compile.
 */
export function readPattern(key: string): LorePattern {
  const [, body = key, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(key) ?? []
  const known = body
    .replace(/(\\\\)|\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})/gi, (all, slashes: string | undefined, braced, plain) =>
      slashes === undefined ? `\\x{${braced ?? plain}}` : all,
    )
    .replace(/\(\?<(?=[A-Za-z_])/g, '(?P<')
  return { body: /\(\?<?[=!]/.test(known) ? splitAlternatives(known).map(withoutLookaround).join('|') : known, flags }
}

const LEADING = /^\(\?<([=!])((?:[^()\\[\]]|\\.|\[(?:[^\]\\]|\\.)*\])*)\)/s
const TRAILING = /\(\?([=!])((?:[^()\\[\]]|\\.|\[(?:[^\]\\]|\\.)*\])*)\)$/s

function withoutLookaround(alternative: string): string {
  const leading = alternative.replace(LEADING, (all, sign: string, inner: string) => {
    if (sign === '=') return `(?:${inner})`
    const other = complement(inner)
    return other === null ? all : `(?:\\A|${other})`
  })
  return leading.replace(TRAILING, (all, sign: string, inner: string) => {
    if (sign === '=') return `(?:${inner})`
    const other = complement(inner)
    return other === null ? all : `(?:${other}|\\z)`
  })
}

/** A pattern for every character that `atom` does not match; null unless it matches exactly one character. */
function complement(atom: string): string | null {
  if (/^\\[wdsWDS]$/.test(atom) || /^\\[pP]\{[^}]*\}$/.test(atom)) {
    const name = atom.charAt(1)
    return `\\${name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase()}${atom.slice(2)}`
  }
  const set = /^\[(\^?)((?:[^\]\\]|\\.)+)\]$/s.exec(atom)
  if (set) return set[1] === '^' ? `[${set[2]}]` : `[^${set[2]}]`
  if (/^\\[^A-Za-z0-9]$/.test(atom) || /^[^\\^$.|?*+()[\]{}]$/u.test(atom)) return `[^${atom}]`
  return null
}

/** The alternatives of the whole pattern, not those within groups. */
function splitAlternatives(pattern: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  let isInSet = false
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (isInSet) isInSet = character !== ']'
    else if (character === '[') isInSet = true
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) {
      parts.push(pattern.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, pattern.slice(from)]
}
