import { type Decorators, splitDecorators } from '@everkin/card-formats'
import { RE2JS } from 're2js'
import { fieldsOf, type LooseFields, roleOf, textOf } from './loose-fields.ts'
import { indexKeys, type KeyIndex } from './lore-keys.ts'
import { compileTemplate, type Template } from './macros.ts'
import { estimateRegexSize } from './regex-size.ts'

/** Where an entry's text goes: around the character, beside a field, or into the conversation. */
export type LorePlace =
  | { kind: 'before_char' | 'after_char' | 'personality' | 'scenario' }
  | { kind: 'at_depth'; depth: number; role: 'system' | 'user' | 'assistant' }

export interface LoreEntry {
  /** Its position in the book as written. */
  source: number
  content: Template
  place: LorePlace
  /** Lower is higher up in the prompt. */
  order: number
  /** Over budget, the lowest is dropped first. */
  priority: number
  isConstant: boolean
  /** How many of the newest messages are searched; null for the book's own depth. */
  scanDepth: number | null
  /** Key ids. Those of `words` come first, in their order. */
  keys: number[]
  /** Its keys as written, or its patterns if it uses regular expressions. */
  words: string[]
  secondaryKeys: number[]
  /** SillyTavern's selectiveLogic; the specifications only know `any`. */
  secondaryLogic: 'any' | 'not_all' | 'not_any' | 'all'
  excludedKeys: number[]
  regexes: LoreRegex[]
  usesRegex: boolean
  /** From 0 to 1. */
  probability: number
  ignoresRecursion: boolean
  stopsRecursion: boolean
  decorators: Decorators
}

export interface LoreRegex {
  source: string
  compiled: RE2JS
  /** Size of its compiled program. Multiplied by the text length it gives the cost of a search. */
  size: number
}

export interface LoreBook {
  entries: LoreEntry[]
  scanDepth: number
  /** In tokens; null leaves it to the prompt's own share. */
  tokenBudget: number | null
  isRecursive: boolean
  /** The largest scan depth of any entry. */
  deepestScan: number
  indexes: KeyIndex[]
  keyCount: number
}

const MAX_ENTRIES = 10_000
const MAX_KEYS = 64
const MAX_KEY_LENGTH = 200
const MAX_REGEXES = 500
/** For all entries together; further keys never match. */
const MAX_BOOK_KEYS = 20_000
const MAX_REGEX_SIZE = 500
/** For all patterns together: compiling them takes some 50 ms. */
const MAX_BOOK_REGEX_SIZE = 20_000
/** In all entries together; further entries with macros never match. A prompt renders half as many. */
const MAX_BOOK_MACROS = 20_000
/** The id of a key that never matches. */
const NO_KEY = -1
const DEFAULT_SCAN_DEPTH = 4
const MAX_SCAN_DEPTH = 50

/** Parses a lorebook leniently and indexes its keys. Anything that is not a book is empty. */
export function prepareLore(raw: unknown): LoreBook {
  const book = fieldsOf(raw)
  const keys: { id: number; text: string; isCaseSensitive: boolean }[] = []
  const left = { regexes: MAX_REGEXES, regexSize: MAX_BOOK_REGEX_SIZE, macros: MAX_BOOK_MACROS }
  const compile = (pattern: string, isCaseSensitive: boolean) => {
    const size = estimateRegexSize(pattern)
    if (left.regexes-- <= 0 || size > MAX_REGEX_SIZE || size > left.regexSize) return null
    left.regexSize -= size
    return compileKey(pattern, isCaseSensitive)
  }
  const entries: LoreEntry[] = []
  const written: unknown[] = Array.isArray(book.entries) ? book.entries.slice(0, MAX_ENTRIES) : []
  for (const [source, rawEntry] of written.entries()) {
    const entry = readEntry(fieldsOf(rawEntry), {
      addKey: (text, isCaseSensitive) =>
        keys.length < MAX_BOOK_KEYS ? keys.push({ id: keys.length, text, isCaseSensitive }) - 1 : NO_KEY,
      compile,
      takeMacros: (text) => {
        left.macros -= text.split('{{').length - 1
        return left.macros >= 0 || !text.includes('{{')
      },
    })
    if (entry) entries.push({ ...entry, source })
  }
  const scanDepth = clampDepth(book.scan_depth) ?? DEFAULT_SCAN_DEPTH
  return {
    entries,
    scanDepth,
    deepestScan: entries.reduce((deepest, entry) => Math.max(deepest, entry.scanDepth ?? 0), scanDepth),
    tokenBudget: typeof book.token_budget === 'number' && book.token_budget >= 0 ? book.token_budget : null,
    isRecursive: book.recursive_scanning === true,
    indexes: [false, true].flatMap((isCaseSensitive) => {
      const chosen = keys.filter((key) => key.isCaseSensitive === isCaseSensitive)
      return chosen.length > 0 ? [indexKeys(chosen, isCaseSensitive)] : []
    }),
    keyCount: keys.length,
  }
}

interface KeyCompiler {
  addKey(text: string, isCaseSensitive: boolean): number
  compile(pattern: string, isCaseSensitive: boolean): LoreRegex | null
  /** Whether the book may contain the macros of this text too. */
  takeMacros(text: string): boolean
}

function readEntry(raw: LooseFields, maker: KeyCompiler): Omit<LoreEntry, 'source'> | null {
  const { decorators, text } = splitDecorators(textOf(raw.content))
  if (raw.enabled === false || text.trim() === '' || decorators.dontActivate) return null
  if (!maker.takeMacros(text)) return null
  const extensions = fieldsOf(raw.extensions)
  const isCaseSensitive = (raw.case_sensitive ?? extensions.case_sensitive) === true
  const usesRegex = raw.use_regex === true
  const words = keysOf(raw.keys)
  const ids = (list: string[]) => list.map((key) => maker.addKey(key, isCaseSensitive))
  const order = numberOf(raw.insertion_order) ?? 100
  return {
    content: compileTemplate(text),
    place: placeOf(raw, extensions, decorators),
    order,
    priority: numberOf(raw.priority) ?? order,
    // A V3 entry with use_regex has neither constant nor secondary keys.
    isConstant: decorators.activate === true || (raw.constant === true && !usesRegex),
    scanDepth: clampDepth(decorators.scanDepth ?? extensions.scan_depth),
    words,
    keys: usesRegex ? [] : ids([...words, ...(decorators.additionalKeys ?? [])].slice(0, MAX_KEYS)),
    secondaryKeys: raw.selective === true && !usesRegex ? ids(keysOf(raw.secondary_keys)) : [],
    secondaryLogic: logicOf(extensions.selectiveLogic),
    excludedKeys: ids((decorators.excludeKeys ?? []).slice(0, MAX_KEYS)),
    regexes: usesRegex ? words.flatMap((key) => maker.compile(key, isCaseSensitive) ?? []) : [],
    usesRegex,
    probability: extensions.useProbability === false ? 1 : (numberOf(extensions.probability) ?? 100) / 100,
    ignoresRecursion: extensions.exclude_recursion === true,
    stopsRecursion: extensions.prevent_recursion === true,
    decorators,
  }
}

function keysOf(raw: unknown): string[] {
  if (!Array.isArray(raw)) return []
  const words = raw.filter((key): key is string => typeof key === 'string' && key.trim() !== '')
  return words.filter((key) => key.length <= MAX_KEY_LENGTH).slice(0, MAX_KEYS)
}

/** Compiles a user-written pattern. It runs in linear time (RDS-01); one that does not compile matches nothing. */
function compileKey(pattern: string, isCaseSensitive: boolean): LoreRegex | null {
  const [, body = pattern, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? []
  const ignoresCase = !isCaseSensitive || flags.includes('i')
  try {
    const compiled = RE2JS.compile(
      body,
      (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0) |
        (flags.includes('s') ? RE2JS.DOTALL : 0) |
        (flags.includes('m') ? RE2JS.MULTILINE : 0),
    )
    return { source: pattern, compiled, size: compiled.programSize() }
  } catch {
    return null
  }
}

function placeOf(raw: LooseFields, extensions: LooseFields, decorators: Decorators): LorePlace {
  const role = decorators.role ?? roleOf(extensions.role)
  if (decorators.depth !== undefined) return { kind: 'at_depth', depth: decorators.depth, role }
  if (decorators.position === 'personality' || decorators.position === 'scenario') return { kind: decorators.position }
  if (decorators.position) return { kind: decorators.position === 'before_desc' ? 'before_char' : 'after_char' }
  if (extensions.position === 4) return { kind: 'at_depth', depth: numberOf(extensions.depth) ?? 4, role }
  const isAfter = raw.position === 'after_char' || raw.position === 'after_char_defs' || extensions.position === 1
  return { kind: isAfter ? 'after_char' : 'before_char' }
}

function logicOf(value: unknown): LoreEntry['secondaryLogic'] {
  if (value === 1) return 'not_all'
  if (value === 2) return 'not_any'
  return value === 3 ? 'all' : 'any'
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function clampDepth(value: unknown): number | null {
  const depth = numberOf(value)
  return depth === null ? null : Math.min(MAX_SCAN_DEPTH, Math.max(0, Math.floor(depth)))
}
