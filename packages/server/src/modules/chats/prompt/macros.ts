import { LRUCache } from 'lru-cache'
import { createSeededRandom, hashText } from '../speakers/seeded-random.ts'

/** The values that macros expand to. The same context always gives the same text. */
export interface MacroContext {
  /** The nickname if the card has one. */
  characterName: string
  personName: string
  /** In a group: the names of all members, for `{{group}}`. */
  groupNames?: readonly string[]
  /** The value of `{{original}}`: our own text that a card's field replaces. Elsewhere the macro stays as it is. */
  original?: string
  /** Constant per chat: `{{pick}}` keeps its choice. */
  chatSeed: string
  /** Changes with every turn, and so do `{{random}}` and `{{roll}}`. */
  turnSeed: string
  now: Date
  /** For `{{time}}` and `{{date}}`, in UTC by default. */
  locale: string
  timeZone?: string
}

/** Parsed card text: plain parts, and the macros between them. */
export type Template = readonly (string | Macro)[]

interface Macro {
  /** As written, for unknown macros. */
  source: string
  name: string
  /** The argument may contain macros itself. */
  argument: Template
}

const NAMES: Record<string, 'char' | 'user'> = { '<bot>': 'char', '<char>': 'char', '<user>': 'user' }
const MAX_NESTED = 4

/** Parses a text with macros. Linear in its length; a macro that is never closed is plain text. */
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

/** The end of the macro that opens at `from`, including inner ones; -1 when it is never closed. */
function endOfMacro(text: string, from: number): number {
  let open = 0
  BRACKETS.lastIndex = from
  for (let found = BRACKETS.exec(text); found; found = BRACKETS.exec(text)) {
    open += found[0] === '{{' ? 1 : -1
    if (open === 0) return BRACKETS.lastIndex
    // An argument of this size is not a macro, and unclosed openings must not each cost a scan of the rest.
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

/** Renders a template. The result of a macro is never parsed for macros again, so nothing expands for ever. */
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

/** The contents of `{{hidden_key:…}}` in a text: not sent to the model, but read by the recursive lore scan. */
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
    case 'date':
    case 'weekday':
      return formatClock(context, macro.name)
    default:
      return macro.source
  }
}

/** One of `A,B,C`; a comma after a backslash is part of its choice. */
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

/** Cached: creating a formatter takes fifty times as long as using it, and a turn uses the same time throughout. */
const clocks = new LRUCache<string, { format: Intl.DateTimeFormat; now: Date | null; text: string }>({ max: 1_000 })

type ClockStyle = 'time' | 'date' | 'weekday'

const CLOCK_STYLES: Record<ClockStyle, Intl.DateTimeFormatOptions> = {
  time: { timeStyle: 'short' },
  date: { dateStyle: 'long' },
  weekday: { weekday: 'long' },
}

function formatClock({ locale, timeZone = 'UTC', now }: MacroContext, style: ClockStyle): string {
  const key = `${locale}/${timeZone}/${style}`
  let clock = clocks.get(key)
  if (!clock) {
    clock = { format: new Intl.DateTimeFormat(locale, { ...CLOCK_STYLES[style], timeZone }), now: null, text: '' }
    clocks.set(key, clock)
  }
  if (clock.now !== now) {
    clock.text = clock.format.format(now)
    clock.now = now
  }
  return clock.text
}
