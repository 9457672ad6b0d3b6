import { createSeededRandom, hashText } from '../speakers/seeded-random.ts'

/** What macros can speak of. The same context always gives the same text. */
export interface MacroContext {
  /** The nickname where the card has one. */
  characterName: string
  personName: string
  /** Of a group: everybody's names, for `{{group}}`. */
  groupNames?: readonly string[]
  /** What `{{original}}` stands for: our own text that a card's field replaces. Elsewhere it stays as it is. */
  original?: string
  /** Same for a chat: `{{pick}}` keeps its choice. */
  chatSeed: string
  /** Changes with every turn: `{{random}}` and `{{roll}}` follow it. */
  turnSeed: string
  now: Date
  /** For `{{time}}` and `{{date}}`, in UTC unless told. */
  locale: string
  timeZone?: string
}

/** Card text, read once: what stays, and the macros between. */
export type Template = readonly (string | Macro)[]

interface Macro {
  /** As written, for what we do not know. */
  source: string
  name: string
  /** The argument may hold macros itself. */
  argument: Template
}

const NAMES: Record<string, 'char' | 'user'> = { '<bot>': 'char', '<char>': 'char', '<user>': 'user' }
const MAX_NESTED = 4

/** Reads a text with macros. Linear in its length; a macro that is never closed is plain text. */
export function compileTemplate(text: string, depth = 0): Template {
  if (!text.includes('{{') && !text.includes('<')) return text === '' ? [] : [text]
  const parts: (string | Macro)[] = []
  let from = 0
  const mark = /\{\{|<(?:bot|char|user)>/gi
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const name = NAMES[found[0].toLowerCase()]
    const end = name ? found.index + found[0].length : endOfMacro(text, found.index)
    if (end < 0) break
    if (found.index > from) parts.push(text.slice(from, found.index))
    const source = text.slice(found.index, end)
    parts.push(name ? { source, name, argument: [] } : readMacro(source, depth))
    from = end
    mark.lastIndex = end
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

const BRACKETS = /\{\{|\}\}/g

/** Where the macro that opens at `from` has closed, inner ones included; -1 when it never does. */
function endOfMacro(text: string, from: number): number {
  let open = 0
  BRACKETS.lastIndex = from
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    open += found[0] === '{{' ? 1 : -1
    if (open === 0) return BRACKETS.lastIndex
    // An argument of this size is no macro, and unclosed openings must not cost a scan of the rest each.
    if (found.index - from > 4000) return -1
  }
  return -1
}

function readMacro(source: string, depth: number): Macro | string {
  if (depth >= MAX_NESTED) return source
  const inner = source.slice(2, -2)
  const isNote = inner.trimStart().startsWith('//')
  const colon = isNote ? -1 : inner.indexOf(':')
  const name = isNote ? '//' : (colon < 0 ? inner : inner.slice(0, colon)).trim().toLowerCase()
  const argument = colon < 0 ? '' : inner.slice(colon + 1)
  return { source, name, argument: compileTemplate(argument, depth + 1) }
}

/** Writes a template out. What comes in by a macro is never read for macros again, so nothing expands for ever. */
export function renderTemplate(template: Template, context: MacroContext): string {
  let text = ''
  let position = 0
  for (const part of template) {
    if (typeof part === 'string') text += part
    else text += expand(part, context, position++)
  }
  return text
}

export function expandMacros(text: string, context: MacroContext): string {
  return renderTemplate(compileTemplate(text), context)
}

/** What `{{hidden_key:…}}` hides in a text: not sent, but seen by the recursive lore scan. */
export function hiddenKeys(template: Template, context: MacroContext): string {
  const hidden = template.flatMap((part) =>
    typeof part !== 'string' && part.name === 'hidden_key' ? [renderTemplate(part.argument, context)] : [],
  )
  return hidden.join(' ')
}

function expand(macro: Macro, context: MacroContext, position: number): string {
  const argument = () => renderTemplate(macro.argument, context)
  switch (macro.name) {
    case 'char':
      return context.characterName
    case 'user':
      return context.personName
    case 'group':
      return context.groupNames?.join(', ') ?? context.characterName
    case 'original':
      return context.original ?? macro.source
    case '//':
    case 'comment':
    case 'hidden_key':
      return ''
    case 'reverse':
      return [...argument()].reverse().join('')
    case 'newline':
      return '\n'
    case 'random':
      return choose(argument(), `${context.turnSeed}/${position}/${macro.source}`)
    case 'pick':
      return choose(argument(), `${context.chatSeed}/${position}/${macro.source}`)
    case 'roll':
      return roll(argument(), `${context.turnSeed}/${position}/roll`) ?? macro.source
    case 'time':
      return clock(context, { timeStyle: 'short' })
    case 'date':
      return clock(context, { dateStyle: 'long' })
    case 'weekday':
      return clock(context, { weekday: 'long' })
    default:
      return macro.source
  }
}

/** One of `A,B,C`; a comma after a backslash belongs to its choice. */
function choose(argument: string, seed: string): string {
  const choices = argument.split(/(?<!\\),/).map((choice) => choice.replaceAll('\\,', ',').trim())
  return choices[hashText(seed) % choices.length] ?? ''
}

/** `6`, `d6` or `2d6`: the sum of the dice, null for anything else. */
function roll(argument: string, seed: string): string | null {
  const [, count = '1', sides] = /^\s*(?:(\d{1,2})?d)?(\d{1,6})\s*$/i.exec(argument) ?? []
  if (!sides || Number(sides) < 1) return null
  const chance = createSeededRandom(seed)
  let sum = 0
  for (let die = 0; die < Math.max(1, Number(count)); die++) sum += 1 + Math.floor(chance() * Number(sides))
  return String(sum)
}

/** Making one takes fifty times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 1_000

function clock(context: MacroContext, style: Intl.DateTimeFormatOptions): string {
  const { locale, timeZone = 'UTC' } = context
  const key = `${locale}/${timeZone}/${Object.keys(style).join()}`
  let format = formats.get(key)
  if (!format) {
    if (formats.size >= MAX_FORMATS) formats.clear()
    format = new Intl.DateTimeFormat(locale, { ...style, timeZone })
    formats.set(key, format)
  }
  return format.format(context.now)
}
