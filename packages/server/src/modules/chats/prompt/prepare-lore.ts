import { type Decorators, EVERKIN_NAMESPACE, isPatternKey, splitDecorators } from '@everkin/card-formats'
import { yieldIfDue } from '../../../platform/event-loop.ts'
import { isTimed, isTracked, type LoreBook, type LoreEntry, type WrittenPlace } from './lore-book.ts'
import { createLoreKeyIndex, type LoreKeyIndex } from './lore-key-index.ts'
import { compileTemplate } from './macros.ts'
import { roleOf, textOf, toObject, type UntrustedFields } from './untrusted-fields.ts'

const MAX_ENTRIES = 10_000
const MAX_KEYS = 64
const MAX_KEY_LENGTH = 200
const DEFAULT_SCAN_DEPTH = 4
const MAX_SCAN_DEPTH = 50
/** Maximum of sticky, cooldown and delay: at least this many messages of a path are known. */
const MAX_TIMED_MESSAGES = 100
const DEFAULT_GROUP_WEIGHT = 100
const MAX_GROUPS = 8

/** Parses a lorebook leniently and indexes its keys. Anything that is not a book is empty. */
export function prepareLore(raw: unknown): LoreBook {
  const reader = createBookReader(raw)
  for (let more = reader.readNext(); more; more = reader.readNext());
  return reader.finish()
}

/** `prepareLore` in slices: a large book would keep everyone else waiting. */
export async function prepareLorePaced(raw: unknown): Promise<LoreBook> {
  const reader = createBookReader(raw)
  for (let more = reader.readNext(); more; more = reader.readNext()) await yieldIfDue()
  return reader.finish()
}

interface BookReader {
  /** Reads one entry; false after the last. */
  readNext(): boolean
  finish(): LoreBook
}

function createBookReader(raw: unknown): BookReader {
  const book = toObject(raw)
  const written: unknown[] = Array.isArray(book.entries) ? book.entries.slice(0, MAX_ENTRIES) : []
  const settings = readSettings(book, written)
  const keys = createLoreKeyIndex()
  const entries: LoreEntry[] = []
  let next = 0
  return {
    readNext() {
      if (next >= written.length) return false
      const entry = readEntry(toObject(written[next]), keys, settings)
      if (entry) entries.push({ ...entry, source: next })
      next++
      return true
    },
    finish: () => ({
      entries,
      tokenBudget: typeof book.token_budget === 'number' && book.token_budget >= 0 ? book.token_budget : null,
      isRecursive: settings.isRecursive,
      includesNames: settings.includesNames,
      deepestScan: entries.reduce((deepest, entry) => Math.max(deepest, entry.scanDepth), 0),
      ...keys.finish(),
      timed: entries.some(isTimed) ? { entries: entries.filter(isTracked), indexes: keys.finishTracked() } : null,
    }),
  }
}

interface BookSettings {
  scanDepth: number
  isRecursive: boolean
  includesNames: boolean
  isWhole: boolean
}

/** SillyTavern's own switches are on by default, and a book inside a card does not carry them. */
function readSettings(book: UntrustedFields, written: readonly unknown[]): BookSettings {
  const own = toObject(toObject(book.extensions)[EVERKIN_NAMESPACE])
  const isTavern = written.some((entry) => {
    const extensions = toObject(toObject(entry).extensions)
    return extensions.useProbability !== undefined || extensions.display_index !== undefined
  })
  return {
    scanDepth: clampDepth(book.scan_depth) ?? DEFAULT_SCAN_DEPTH,
    isRecursive: typeof book.recursive_scanning === 'boolean' ? book.recursive_scanning : isTavern,
    includesNames: typeof own.include_names === 'boolean' ? own.include_names : isTavern,
    isWhole: own.match_whole_words !== false,
  }
}

function readEntry(raw: UntrustedFields, keyIndex: LoreKeyIndex, book: BookSettings): Omit<LoreEntry, 'source'> | null {
  const { decorators, text } = splitDecorators(textOf(raw.content))
  if (raw.enabled === false || text.trim() === '' || decorators.dontActivate) return null
  const extensions = toObject(raw.extensions)
  const place = placeOf(raw, extensions, decorators)
  if (!place || !keyIndex.takeMacros(text)) return null
  const order = numberOf(raw.insertion_order) ?? 100
  const timing = readTiming(extensions)
  return {
    content: compileTemplate(text),
    place,
    order,
    priority: extensions.ignore_budget === true ? Number.MAX_VALUE : (numberOf(raw.priority) ?? order),
    scanDepth: clampDepth(decorators.scanDepth ?? extensions.scan_depth) ?? book.scanDepth,
    ...readKeys(raw, decorators, { keyIndex, book, isTracked: isTracked(timing) }),
    secondaryLogic: logicOf(extensions.selectiveLogic),
    probability: extensions.useProbability === false ? 1 : (numberOf(extensions.probability) ?? 100) / 100,
    ignoresRecursion: extensions.exclude_recursion === true,
    stopsRecursion: extensions.prevent_recursion === true,
    ...timing,
    characters: readFilter(extensions.character_filter),
    decorators,
  }
}

type Timing = Pick<
  LoreEntry,
  'recursionLevel' | 'groups' | 'groupWeight' | 'winsGroup' | 'scoresGroup' | 'sticky' | 'cooldown' | 'delay'
>

function readTiming(extensions: UntrustedFields): Timing {
  const level = extensions.delay_until_recursion
  return {
    recursionLevel: level === true ? 1 : Math.max(0, numberOf(level) ?? 0),
    groups: splitNames(textOf(extensions.group)).slice(0, MAX_GROUPS),
    groupWeight: Math.max(0, numberOf(extensions.group_weight) ?? DEFAULT_GROUP_WEIGHT),
    winsGroup: extensions.group_override === true,
    scoresGroup: extensions.use_group_scoring === true,
    sticky: clampMessages(extensions.sticky),
    cooldown: clampMessages(extensions.cooldown),
    delay: clampMessages(extensions.delay),
  }
}

type EntryKeys = Pick<LoreEntry, 'isConstant' | 'keys' | 'secondaryKeys' | 'excludedKeys'>

/** In an entry of SillyTavern any key between slashes is a pattern; in one of the format all are, or none. */
function readKeys(
  raw: UntrustedFields,
  decorators: Decorators,
  { keyIndex, book, isTracked }: { keyIndex: LoreKeyIndex; book: BookSettings; isTracked: boolean },
): EntryKeys {
  const extensions = toObject(raw.extensions)
  const isCaseSensitive = (raw.case_sensitive ?? extensions.case_sensitive) === true
  const own = extensions.match_whole_words
  const manner = { isCaseSensitive, isWhole: typeof own === 'boolean' ? own : book.isWhole, isTracked }
  const isTavern = extensions.selectiveLogic !== undefined
  const usesRegex = raw.use_regex === true && !isTavern
  const read = (word: string) =>
    usesRegex || (isTavern && isPatternKey(word))
      ? keyIndex.pattern(word, isCaseSensitive)
      : keyIndex.plain(word, manner)
  const plain = (words: string[] | undefined) =>
    (words ?? []).slice(0, MAX_KEYS).map((word) => keyIndex.plain(word, manner))
  return {
    // An entry of the format with patterns has neither constant nor secondary keys.
    isConstant: decorators.activate === true || (raw.constant === true && !usesRegex),
    keys: [...keysOf(raw.keys).map(read), ...(usesRegex ? [] : plain(decorators.additionalKeys))].slice(0, MAX_KEYS),
    secondaryKeys: raw.selective === true && !usesRegex ? keysOf(raw.secondary_keys).map(read) : [],
    excludedKeys: plain(decorators.excludeKeys),
  }
}

function keysOf(raw: unknown): string[] {
  if (!Array.isArray(raw)) return []
  const words = raw.filter((key): key is string => typeof key === 'string' && key.trim() !== '')
  return words.filter((key) => key.length <= MAX_KEY_LENGTH).slice(0, MAX_KEYS)
}

/**
 * Positions of SillyTavern: 0 before, 1 after the character, 2 and 3 around the note, 4 at a depth, 5 and 6 examples.
 */
function placeOf(raw: UntrustedFields, extensions: UntrustedFields, decorators: Decorators): WrittenPlace | null {
  const role = decorators.role ?? roleOf(extensions.role)
  if (decorators.depth !== undefined) return { kind: 'at_depth', depth: decorators.depth, role }
  if (decorators.position === 'personality' || decorators.position === 'scenario') return { kind: decorators.position }
  if (decorators.position) return { kind: decorators.position === 'before_desc' ? 'before_char' : 'after_char' }
  switch (extensions.position) {
    case 2:
      return { kind: 'before_note', role }
    case 3:
      return { kind: 'after_note', role }
    case 4:
      return { kind: 'at_depth', depth: Math.max(0, numberOf(extensions.depth) ?? 4), role }
    case 5:
      return { kind: 'after_char' }
    case 6:
      return { kind: 'after_char', after_examples: true }
    // An outlet names the place where a prompt asks for it, and no prompt of ours does.
    case 7:
      return null
  }
  const isAfter = raw.position === 'after_char' || raw.position === 'after_char_defs' || extensions.position === 1
  return { kind: isAfter ? 'after_char' : 'before_char' }
}

function readFilter(raw: unknown): LoreEntry['characters'] {
  const { names, isExclude } = toObject(raw)
  const written = Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : []
  if (written.length === 0) return null
  return { names: written.map((name) => name.trim().toLowerCase()), isExcluding: isExclude === true }
}

function logicOf(value: unknown): LoreEntry['secondaryLogic'] {
  if (value === 1) return 'not_all'
  if (value === 2) return 'not_any'
  return value === 3 ? 'all' : 'any'
}

function splitNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function clampDepth(value: unknown): number | null {
  const depth = numberOf(value)
  return depth === null ? null : Math.min(MAX_SCAN_DEPTH, Math.max(0, Math.floor(depth)))
}

function clampMessages(value: unknown): number {
  return Math.min(MAX_TIMED_MESSAGES, Math.max(0, Math.floor(numberOf(value) ?? 0)))
}
