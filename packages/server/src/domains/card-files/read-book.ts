import { isObject, type Json, type JsonObject, ownValue, storable, withValues } from './json-values.ts'
import { looseFlag, looseNumber, looseObject, looseText, looseTexts, looseWords } from './loose-values.ts'

/** What SillyTavern calls things in its own files of lore, and what the format calls them. */
const TAVERN_FIELDS = [
  ['uid', 'id'],
  ['key', 'keys'],
  ['keysecondary', 'secondary_keys'],
  ['order', 'insertion_order'],
] as const
/** The rest of an entry's behaviour there, which the format keeps under `extensions`. */
const TAVERN_EXTENSIONS = [
  ['position', 'position'],
  ['depth', 'depth'],
  ['role', 'role'],
  ['probability', 'probability'],
  ['useProbability', 'useProbability'],
  ['selectiveLogic', 'selectiveLogic'],
  ['excludeRecursion', 'exclude_recursion'],
  ['preventRecursion', 'prevent_recursion'],
  ['delayUntilRecursion', 'delay_until_recursion'],
  ['displayIndex', 'display_index'],
  ['group', 'group'],
  ['groupOverride', 'group_override'],
  ['groupWeight', 'group_weight'],
  ['useGroupScoring', 'use_group_scoring'],
  ['scanDepth', 'scan_depth'],
  ['caseSensitive', 'case_sensitive'],
  ['matchWholeWords', 'match_whole_words'],
  ['automationId', 'automation_id'],
  ['vectorized', 'vectorized'],
  ['sticky', 'sticky'],
  ['cooldown', 'cooldown'],
  ['delay', 'delay'],
] as const

/** Where what only one app's own file knows stands, so that it goes out again in one. */
const TAVERN_NAMESPACE = 'sillytavern'
const AGNAI_NAMESPACE = 'agnai'

/**
 * A lorebook as the format has it, from a card's own (lenient: no extensions, entries as an object, null): every entry
 * has its keys, text, order and switch, and every key that we do not know stays. Null for what is none.
 */
export function readBook(value: Json | undefined): JsonObject | null {
  if (!isObject(value)) return null
  const book = storable(value) as JsonObject // of an object comes one
  const listed = ownValue(book, 'entries')
  const entries = Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []
  if (entries.some((entry) => isObject(entry) && isTavernEntry(entry))) return fromTavern(book)
  return withValues(book, {
    extensions: looseObject(book.extensions),
    entries: entries.filter(isObject).map(readEntry),
  })
}

function readEntry(entry: JsonObject, index: number): JsonObject {
  const keys = ownValue(entry, 'keys')
  const order = looseNumber(ownValue(entry, 'insertion_order'))
  return withValues(entry, {
    keys: typeof keys === 'string' ? looseWords(keys) : looseTexts(keys),
    content: looseText(ownValue(entry, 'content')),
    extensions: looseObject(ownValue(entry, 'extensions')),
    enabled: looseFlag(ownValue(entry, 'enabled')) ?? true,
    insertion_order: order ?? looseNumber(ownValue(entry, 'order')) ?? index,
    ...(ownValue(entry, 'secondary_keys') !== undefined && { secondary_keys: looseTexts(entry.secondary_keys) }),
    use_regex: usesRegex(entry),
  })
}

/**
 * Whether the keys are patterns. SillyTavern says so of every entry that it writes, since a key of its may be one: there
 * it is true of those between slashes alone.
 */
function usesRegex(entry: JsonObject): boolean {
  if (looseFlag(ownValue(entry, 'use_regex')) !== true) return false
  const isTavern = ownValue(looseObject(ownValue(entry, 'extensions')), 'selectiveLogic') !== undefined
  return !isTavern || looseTexts(ownValue(entry, 'keys')).some((key) => /^\/.+\/[a-z]*$/s.test(key))
}

function isTavernEntry(entry: JsonObject): boolean {
  return ownValue(entry, 'key') !== undefined && ownValue(entry, 'keys') === undefined
}

/** A file of lore of SillyTavern's as a lorebook of the format; what has no place in it is kept under `extensions`. */
export function fromTavern(file: JsonObject): JsonObject {
  const listed = ownValue(file, 'entries')
  const entries = (Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []).filter(isObject)
  const rest = Object.entries(file).filter(([key]) => !['entries', 'extensions', 'name', 'description'].includes(key))
  return {
    ...(ownValue(file, 'name') !== undefined && { name: looseText(file.name) }),
    ...(ownValue(file, 'description') !== undefined && { description: looseText(file.description) }),
    extensions: withValues(looseObject(ownValue(file, 'extensions')), {
      [TAVERN_NAMESPACE]: rest.length > 0 ? Object.fromEntries(rest) : undefined,
    }),
    entries: entries.map((entry, index) => fromTavernEntry(storable(entry) as JsonObject, index)), // of an object
  }
}

const TAVERN_KNOWN: ReadonlySet<string> = new Set([
  ...TAVERN_FIELDS.map(([theirs]) => theirs),
  ...TAVERN_EXTENSIONS.map(([theirs]) => theirs),
  'content',
  'comment',
  'constant',
  'selective',
  'disable',
  'extensions',
])

function fromTavernEntry(entry: JsonObject, index: number): JsonObject {
  const own = (key: string) => ownValue(entry, key)
  const rest = Object.entries(entry).filter(([key]) => !TAVERN_KNOWN.has(key))
  const moved = TAVERN_EXTENSIONS.filter(([theirs]) => own(theirs) !== undefined)
  const keys = looseWords(own('key'))
  return {
    keys,
    secondary_keys: looseWords(own('keysecondary')),
    content: looseText(own('content')),
    comment: looseText(own('comment')),
    constant: looseFlag(own('constant')) ?? false,
    selective: looseFlag(own('selective')) ?? false,
    enabled: looseFlag(own('disable')) !== true,
    insertion_order: looseNumber(own('order')) ?? 100,
    position: own('position') === 0 || own('position') === undefined ? 'before_char' : 'after_char',
    use_regex: keys.some((key) => /^\/.+\/[a-z]*$/s.test(key)),
    id: looseNumber(own('uid')) ?? index,
    extensions: withValues(looseObject(own('extensions')), {
      position: 0,
      ...Object.fromEntries(moved.map(([theirs, ours]) => [ours, own(theirs)])),
      [TAVERN_NAMESPACE]: rest.length > 0 ? Object.fromEntries(rest) : undefined,
    }),
  }
}

/** A lorebook of the format as a file of SillyTavern's; what came from one goes back to its place. */
export function toTavern(book: JsonObject): JsonObject {
  const { [TAVERN_NAMESPACE]: rest, ...extensions } = looseObject(ownValue(book, 'extensions'))
  const entries = Array.isArray(book.entries) ? book.entries.filter(isObject) : []
  return {
    ...looseObject(rest),
    ...(ownValue(book, 'name') !== undefined && { name: looseText(book.name) }),
    ...(ownValue(book, 'description') !== undefined && { description: looseText(book.description) }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    entries: Object.fromEntries(entries.map((entry, index) => [String(index), toTavernEntry(entry, index)])),
  }
}

function toTavernEntry(entry: JsonObject, index: number): JsonObject {
  const own = (key: string) => ownValue(entry, key)
  const { [TAVERN_NAMESPACE]: rest, ...extensions } = looseObject(own('extensions'))
  const moved = TAVERN_EXTENSIONS.filter(([, ours]) => ownValue(extensions, ours) !== undefined)
  const left = Object.entries(extensions).filter(([key]) => !moved.some(([, ours]) => ours === key))
  return {
    ...looseObject(rest),
    uid: looseNumber(own('id')) ?? index,
    key: looseTexts(own('keys')),
    keysecondary: looseTexts(own('secondary_keys')),
    content: looseText(own('content')),
    comment: looseText(own('comment') ?? own('name')),
    constant: looseFlag(own('constant')) ?? false,
    selective: looseFlag(own('selective')) ?? false,
    disable: looseFlag(own('enabled')) === false,
    order: looseNumber(own('insertion_order')) ?? 100,
    position: own('position') === 'after_char' ? 1 : 0,
    ...Object.fromEntries(moved.map(([theirs, ours]) => [theirs, extensions[ours] ?? null])),
    ...(left.length > 0 && { extensions: Object.fromEntries(left) }),
  }
}

/** A memory book of Agnai's as a lorebook of the format. */
export function fromAgnai(file: JsonObject): JsonObject {
  const entries = (Array.isArray(file.entries) ? file.entries : []).filter(isObject)
  const rest = Object.entries(file).filter(([key]) => !['entries', 'name', 'description'].includes(key))
  return {
    name: looseText(ownValue(file, 'name')),
    description: looseText(ownValue(file, 'description')),
    extensions: { [AGNAI_NAMESPACE]: Object.fromEntries(rest) },
    entries: entries.map((raw, index) => {
      const entry = storable(raw) as JsonObject // of an object
      const more = Object.entries(entry).filter(
        ([key]) => !['entry', 'keywords', 'enabled', 'weight', 'priority', 'name'].includes(key),
      )
      return {
        keys: looseWords(ownValue(entry, 'keywords')),
        content: looseText(ownValue(entry, 'entry')),
        name: looseText(ownValue(entry, 'name')),
        enabled: looseFlag(ownValue(entry, 'enabled')) ?? true,
        insertion_order: looseNumber(ownValue(entry, 'weight')) ?? index,
        priority: looseNumber(ownValue(entry, 'priority')) ?? 0,
        extensions: withValues({}, { [AGNAI_NAMESPACE]: more.length > 0 ? Object.fromEntries(more) : undefined }),
      }
    }),
  }
}
