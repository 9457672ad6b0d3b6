import { createSeededRandom, hashText } from '../../../platform/seeded-random.ts'
import { expandClock, formatDuration, isTimeMacro, type MacroClock } from './macro-clock.ts'
import { compileTemplate, type Macro, macrosOf, type Template } from './macro-template.ts'

export { compileTemplate, type Template } from './macro-template.ts'

/** The texts of a card and its chat that other texts may insert. */
export type MacroField =
  | 'persona'
  | 'description'
  | 'personality'
  | 'scenario'
  | 'mesexamples'
  | 'charprompt'
  | 'charinstruction'

/** The values that macros expand to. The same context always gives the same text. */
export interface MacroContext extends MacroClock {
  /** The nickname if the card has one. */
  characterName: string
  personName: string
  /** In a group: the names of all members, for `{{group}}`. */
  groupNames?: readonly string[]
  /** The value of `{{original}}`: our own text that a card's field replaces. */
  original?: string
  /** Constant per chat: `{{pick}}` keeps its choice. */
  chatSeed: string
  /** Seeds `{{random}}` and `{{roll}}`: changes with every turn, except in texts that stay the same through a chat. */
  turnSeed: string
  /** Absent where a text of the card must not appear, such as in a person's own message. */
  field?: (name: MacroField) => string
  modelName?: string
  /** What was said last; absent in texts that stay the same through a chat. */
  said?: { last: string; byPerson: string; byCharacter: string; idleMs: number | null }
  /** The values of `{{setvar}}`, shared by the texts of one prompt. */
  variables?: Map<string, string>
}

const MAX_VARIABLE_LENGTH = 1_000

/** Renders a template. The result of a macro is never parsed for macros again, so every expansion ends. */
export function renderTemplate(template: Template, context: MacroContext): string {
  let text = ''
  let position = 0
  let isTrimming = false
  for (const part of template) {
    if (typeof part === 'string') text += isTrimming ? part.trimStart() : part
    else if (part.name === 'trim') text = text.trimEnd()
    else text += expand(part, context, position++)
    // Blank text between two macros is trimmed too.
    isTrimming = typeof part === 'string' ? isTrimming && part.trim() === '' : part.name === 'trim'
  }
  return text
}

export function expandMacros(text: string, context: MacroContext): string {
  return renderTemplate(compileTemplate(text), context)
}

/** The contents of `{{hidden_key:…}}` in a text: not sent to the model, but read by the recursive lore scan. */
export function hiddenKeys(template: Template, context: MacroContext): string {
  const hidden = template.flatMap((part) =>
    typeof part !== 'string' && part.name === 'hiddenkey' ? [renderTemplate(part.argument, context)] : [],
  )
  return hidden.join(' ')
}

/** Whether a text is different for every turn, whatever the seed. */
export function hasTurnMacros(template: Template): boolean {
  return [...macrosOf(template)].some(({ name }) => Object.hasOwn(SAID, name))
}

/** Whether a macro of this name inserts another text of the card. */
export function insertsField(name: string): boolean {
  return Object.hasOwn(FIELDS, name)
}

/** Whether a text contains the time of day. */
export function hasTimeMacros(template: Template): boolean {
  return [...macrosOf(template)].some(({ name }) => isTimeMacro(name))
}

/** The names of macros in a text that nothing is inserted for, as written. */
export function listUnknownMacros(text: string): string[] {
  const unknown = [...macrosOf(compileTemplate(text))].filter(({ name }) => name !== '' && !isKnown(name))
  return unknown.map(({ source }) => /^\{\{\s*([\w-]+)/.exec(source)?.[1] ?? source)
}

type Expansion = (macro: Macro, context: MacroContext, position: number) => string

const argumentOf = ({ argument }: Macro, context: MacroContext) => renderTemplate(argument, context)

const SAID: Record<string, Expansion> = {
  lastmessage: (_, { said }) => said?.last ?? '',
  lastusermessage: (_, { said }) => said?.byPerson ?? '',
  lastcharmessage: (_, { said }) => said?.byCharacter ?? '',
  input: (_, { said }) => said?.byPerson ?? '',
  idleduration: (_, { said, locale }) => (said?.idleMs ? formatDuration(said.idleMs, locale) : ''),
}

const FIELDS: Record<string, MacroField> = {
  persona: 'persona',
  description: 'description',
  personality: 'personality',
  scenario: 'scenario',
  mesexamples: 'mesexamples',
  mesexamplesraw: 'mesexamples',
  charprompt: 'charprompt',
  charinstruction: 'charinstruction',
  charjailbreak: 'charinstruction',
}

const MACROS: Record<string, Expansion> = {
  ...SAID,
  char: (_, context) => context.characterName,
  user: (_, context) => context.personName,
  group: (_, { groupNames, characterName }) => groupNames?.join(', ') ?? characterName,
  groupnotmuted: (_, { groupNames, characterName }) => groupNames?.join(', ') ?? characterName,
  charifnotgroup: (_, { groupNames, characterName }) => groupNames?.join(', ') ?? characterName,
  notchar: (_, { groupNames, characterName, personName }) =>
    [...(groupNames ?? []).filter((name) => name !== characterName), personName].join(', '),
  original: (_, context) => context.original ?? '',
  model: (_, context) => context.modelName ?? '',
  newline: () => '\n',
  noop: () => '',
  trim: () => '',
  '//': () => '',
  comment: () => '',
  hiddenkey: () => '',
  reverse: (macro, context) => [...argumentOf(macro, context)].reverse().join(''),
  random: (macro, context, position) => choose(macro, context, `${context.turnSeed}/${position}`),
  pick: (macro, context, position) => choose(macro, context, `${context.chatSeed}/${position}`),
  roll: (macro, context, position) => roll(argumentOf(macro, context), `${context.turnSeed}/${position}/roll`),
  getvar: (macro, context) => context.variables?.get(argumentOf(macro, context).trim()) ?? '',
  setvar: (macro, context) => change(macro, context, (_, value) => value),
  addvar: (macro, context) => change(macro, context, add),
  incvar: (macro, context) => changed(macro, context, (before) => add(before, '1')),
  decvar: (macro, context) => changed(macro, context, (before) => add(before, '-1')),
}
for (const [name, field] of Object.entries(FIELDS)) MACROS[name] = (_, context) => context.field?.(field) ?? ''

const isKnown = (name: string) => Object.hasOwn(MACROS, name) || CLOCK.test(name)
const CLOCK = /^(?:time|date|weekday|isotime|isodate|datetimeformat|timeutc[+-]\d{1,2}:?(?:\d{2})?)$/

/** The text of a macro; empty for one that is not known. */
function expand(macro: Macro, context: MacroContext, position: number): string {
  const known = Object.hasOwn(MACROS, macro.name) ? MACROS[macro.name] : undefined
  if (known) return known(macro, context, position)
  return expandClock(macro.name, () => argumentOf(macro, context), context) ?? ''
}

/** One of `A,B,C` or `A::B::C`; a comma after a backslash is part of its choice. */
function choose(macro: Macro, context: MacroContext, seed: string): string {
  const argument = argumentOf(macro, context)
  const choices = argument.includes('::')
    ? argument.split('::').map((choice) => choice.trim())
    : argument.split(/(?<!\\),/).map((choice) => choice.replaceAll('\\,', ',').trim())
  return choices[hashText(`${seed}/${macro.source}`) % choices.length] ?? ''
}

/** `6`, `d6`, `2d6` or `2d6+1`: the sum of the dice; empty for anything else. */
function roll(argument: string, seed: string): string {
  const [, count = '1', sides, bonus = '0'] = /^\s*(?:(\d{1,2})?d)?(\d{1,6})([+-]\d{1,6})?\s*$/i.exec(argument) ?? []
  if (!sides || Number(sides) < 1) return ''
  const chance = createSeededRandom(seed)
  let sum = Number(bonus)
  for (let die = 0; die < Math.max(1, Number(count)); die++) sum += 1 + Math.floor(chance() * Number(sides))
  return String(sum)
}

function add(before: string, value: string): string {
  const sum = Number(before || 0) + Number(value)
  return Number.isFinite(sum) && value.trim() !== '' ? String(sum) : before + value
}

/** Sets a variable and shows nothing. The argument is `name::value`. */
function change(macro: Macro, context: MacroContext, to: (before: string, value: string) => string): string {
  const [name = '', ...value] = argumentOf(macro, context).split('::')
  setVariable(context, name, (before) => to(before, value.join('::')))
  return ''
}

/** Changes a variable and shows its new value. */
function changed(macro: Macro, context: MacroContext, to: (before: string) => string): string {
  return setVariable(context, argumentOf(macro, context), to)
}

function setVariable({ variables }: MacroContext, name: string, to: (before: string) => string): string {
  const value = to(variables?.get(name.trim()) ?? '').slice(0, MAX_VARIABLE_LENGTH)
  variables?.set(name.trim(), value)
  return value
}
