/** Parsed card text: plain parts, and the macros between them. */
export type Template = readonly (string | Macro)[]

export interface Macro {
  /** As written; also seeds its random choices. */
  source: string
  /** In lower case, without underscores. */
  name: string
  /** May contain macros itself. */
  argument: Template
}

const NAMES: Record<string, 'char' | 'user'> = { '<bot>': 'char', '<char>': 'char', '<user>': 'user' }
const MAX_NESTED = 5
/** Anything longer between braces is text, not a macro. */
const MAX_MACRO_LENGTH = 4_000
/** Where there are three braces in a row, the last two open a macro. */
const MARKS = /\{\{(?!\{)|\}\}|<(?:bot|char|user)>/gi

interface Opening {
  start: number
  parts: (string | Macro)[]
}

/**
 * Parses a text with macros, in time linear in its length. Braces that are never closed, or that contain nothing like a
 * macro, are plain text; the text within and after them is parsed all the same.
 */
export function compileTemplate(text: string): Template {
  if (!text.includes('{{') && !text.includes('<')) return text === '' ? [] : [text]
  const open: Opening[] = []
  const whole: (string | Macro)[] = []
  const into = () => open.at(-1)?.parts ?? whole
  let from = 0
  MARKS.lastIndex = 0
  for (let found = MARKS.exec(text); found; found = MARKS.exec(text)) {
    const mark = found[0]
    if (found.index > from) into().push(text.slice(from, found.index))
    from = MARKS.lastIndex
    const name = NAMES[mark.toLowerCase()]
    if (name) into().push({ source: mark, name, argument: [] })
    else if (mark === '{{' && open.length < MAX_NESTED) open.push({ start: found.index, parts: [] })
    else if (mark === '{{' || open.length === 0) into().push(mark)
    else {
      const { start, parts } = open.pop()! // not empty, see above
      const macro = from - start <= MAX_MACRO_LENGTH ? readMacro(text.slice(start, from), parts) : null
      if (macro) into().push(macro)
      else into().push('{{', ...parts, '}}')
    }
    if (open.length > 0 && from - open[0]!.start > MAX_MACRO_LENGTH) settle(open, whole)
  }
  settle(open, whole)
  if (from < text.length) whole.push(text.slice(from))
  return whole
}

/** Treats openings that are not closed as text. */
function settle(open: Opening[], whole: (string | Macro)[]): void {
  for (const { parts } of open) whole.push('{{', ...parts)
  open.length = 0
}

/** A name, and what separates it from its argument. */
const HEAD = /^\s*(\/\/|time_utc\s*[+-]\s*\d{1,2}(?::?\d{2})?|[a-z][\w-]*)(\s*::?|\s+|$)/i

/** The macro between two braces; null for text that is no macro, such as a style sheet. */
function readMacro(source: string, parts: readonly (string | Macro)[]): Macro | null {
  const [first = '', ...rest] = parts
  if (typeof first !== 'string') return null
  if (first.trim() === '' && rest.length === 0) return { source, name: '', argument: [] }
  const head = HEAD.exec(first)
  if (!head) return null
  const name = head[1]!.toLowerCase().replace(/[_\s]/g, '') // the pattern has two groups
  const argument = first.slice(head[0].length)
  return { source, name, argument: argument === '' ? rest : [argument, ...rest] }
}

/** All macros of a template, inner ones too. */
export function* macrosOf(template: Template): Generator<Macro> {
  for (const part of template) {
    if (typeof part === 'string') continue
    yield part
    yield* macrosOf(part.argument)
  }
}
