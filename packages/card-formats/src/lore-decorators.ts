/** The decorators at the head of an entry's content that we support. */
export interface Decorators {
  depth?: number
  role?: 'system' | 'user' | 'assistant'
  scanDepth?: number
  position?: 'before_desc' | 'after_desc' | 'personality' | 'scenario'
  activateOnlyAfter?: number
  activateOnlyEvery?: number
  isGreeting?: number
  additionalKeys?: string[]
  excludeKeys?: string[]
  activate?: boolean
  dontActivate?: boolean
}

const MAX_LINES = 200
const MAX_NAME_LENGTH = 40

/**
 * Splits the decorators off an entry's content. A line `@@name value` counts if we know the name and the value is
 * valid; otherwise the first valid one of the `@@@name` lines below it counts. All of them are removed from the text.
 */
export function splitDecorators(content: string): { decorators: Decorators; text: string } {
  const { decorators, text } = readHead(content)
  return { decorators, text }
}

/** The names of the decorators for which neither they nor a fallback count, each once. */
export function ignoredDecorators(content: string): string[] {
  return [...new Set(readHead(content).ignored)]
}

function readHead(content: string): { decorators: Decorators; text: string; ignored: string[] } {
  const decorators: Decorators = {}
  const ignored: string[] = []
  let from = 0
  let isSettled = true
  for (let lines = 0; lines < MAX_LINES && content.startsWith('@@', from); lines++) {
    const lineEnd = content.indexOf('\n', from)
    const end = lineEnd < 0 ? content.length : lineEnd
    const line = content.slice(from, end)
    const isFallback = line.startsWith('@@@')
    const written = line.replace(/^@+/, '').trim()
    if (!isFallback) {
      isSettled = false
      ignored.push(/^\w*/.exec(written)?.[0].slice(0, MAX_NAME_LENGTH) ?? '')
    }
    if (!isSettled) {
      isSettled = apply(decorators, written)
      if (isSettled) ignored.pop()
    }
    from = Math.min(content.length, end + 1)
  }
  return { decorators, text: content.slice(from), ignored }
}

/** True when the decorator was valid. */
function apply(decorators: Decorators, line: string): boolean {
  const [, name = '', value = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
  const number = /^\d{1,6}$/.test(value) ? Number(value) : null
  const list = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
  switch (name) {
    case 'depth':
      return number !== null && set(decorators, 'depth', number)
    case 'scan_depth':
      return number !== null && set(decorators, 'scanDepth', number)
    case 'activate_only_after':
      return number !== null && set(decorators, 'activateOnlyAfter', number)
    case 'activate_only_every':
      return number !== null && number > 0 && set(decorators, 'activateOnlyEvery', number)
    case 'is_greeting':
      return number !== null && set(decorators, 'isGreeting', number)
    case 'role':
      return (value === 'assistant' || value === 'system' || value === 'user') && set(decorators, 'role', value)
    case 'position':
      return isPosition(value) && set(decorators, 'position', value)
    case 'additional_keys':
      return set(decorators, 'additionalKeys', list)
    case 'exclude_keys':
      return set(decorators, 'excludeKeys', list)
    case 'activate':
      return set(decorators, 'activate', true)
    case 'dont_activate':
      return set(decorators, 'dontActivate', true)
    default:
      return false
  }
}

function set<Name extends keyof Decorators>(decorators: Decorators, name: Name, value: Decorators[Name]): true {
  decorators[name] = value
  return true
}

function isPosition(value: string): value is NonNullable<Decorators['position']> {
  return value === 'before_desc' || value === 'after_desc' || value === 'personality' || value === 'scenario'
}
