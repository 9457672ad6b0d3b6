import { coerceBoolean, coerceNumber, coerceObject, coerceText, coerceTextList, coerceWordList } from './coerce.ts'
import { isObject, type Json, type JsonObject, ownValue, toStorable, withValues } from './json.ts'
import { isPatternKey } from './lore-patterns.ts'

/** SillyTavern's field names in its own lorebook files, and those of the format. */
const SILLY_TAVERN_FIELDS = [
  ['uid', 'id'],
  ['key', 'keys'],
  ['keysecondary', 'secondary_keys'],
  ['order', 'insertion_order'],
] as const
/** SillyTavern's other entry fields, which the format keeps under `extensions`. */
const SILLY_TAVERN_EXTENSIONS = [
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
  ['outletName', 'outlet_name'],
  ['characterFilter', 'character_filter'],
  ['triggers', 'triggers'],
  ['ignoreBudget', 'ignore_budget'],
  ['matchPersonaDescription', 'match_persona_description'],
  ['matchCharacterDescription', 'match_character_description'],
  ['matchCharacterPersonality', 'match_character_personality'],
  ['matchCharacterDepthPrompt', 'match_character_depth_prompt'],
  ['matchScenario', 'match_scenario'],
  ['matchCreatorNotes', 'match_creator_notes'],
] as const

/** Where fields known only to one app's own file are kept, so that they can be exported again. */
const SILLY_TAVERN_NAMESPACE = 'sillytavern'
const AGNAI_NAMESPACE = 'agnai'
/** What only Everkin knows of a book, under its `extensions`. */
export const EVERKIN_NAMESPACE = 'everkin'

/**
 * A lorebook in the form of the format, read leniently (no extensions, entries as an object, null): every entry has its
 * keys, text, order and switch, and unknown keys stay. Null for a value that is not a lorebook.
 */
export function readLorebook(value: Json | undefined): JsonObject | null {
  if (!isObject(value)) return null
  const book = toStorable(value) as JsonObject // an object's entry
  const listed = ownValue(book, 'entries')
  const entries = Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []
  if (entries.some((entry) => isObject(entry) && isSillyTavernEntry(entry))) return fromSillyTavern(book)
  return withValues(book, {
    extensions: coerceObject(book.extensions),
    entries: entries.filter(isObject).map(readLorebookEntry),
  })
}

function readLorebookEntry(entry: JsonObject, index: number): JsonObject {
  const keys = ownValue(entry, 'keys')
  const order = coerceNumber(ownValue(entry, 'insertion_order'))
  return withValues(entry, {
    keys: typeof keys === 'string' ? coerceWordList(keys) : coerceTextList(keys),
    content: coerceText(ownValue(entry, 'content')),
    extensions: coerceObject(ownValue(entry, 'extensions')),
    enabled: coerceBoolean(ownValue(entry, 'enabled')) ?? true,
    insertion_order: order ?? coerceNumber(ownValue(entry, 'order')) ?? index,
    ...(ownValue(entry, 'secondary_keys') !== undefined && { secondary_keys: coerceTextList(entry.secondary_keys) }),
    use_regex: usesRegex(entry),
  })
}

/**
 * Whether the keys are patterns. SillyTavern marks every entry it writes that way, since any of its keys may be one;
 * there it is true only for keys between slashes.
 */
function usesRegex(entry: JsonObject): boolean {
  if (coerceBoolean(ownValue(entry, 'use_regex')) !== true) return false
  const isTavern = ownValue(coerceObject(ownValue(entry, 'extensions')), 'selectiveLogic') !== undefined
  return !isTavern || coerceTextList(ownValue(entry, 'keys')).some(isPatternKey)
}

function isSillyTavernEntry(entry: JsonObject): boolean {
  return ownValue(entry, 'key') !== undefined && ownValue(entry, 'keys') === undefined
}

/**
 * A SillyTavern lorebook file as a lorebook of the format; other fields are kept under `extensions`. There, entries
 * trigger each other and names count as text unless someone switches it off, so the book says both.
 */
export function fromSillyTavern(file: JsonObject): JsonObject {
  const listed = ownValue(file, 'entries')
  const entries = (Array.isArray(listed) ? listed : isObject(listed) ? Object.values(listed) : []).filter(isObject)
  const rest = Object.entries(file).filter(([key]) => !['entries', 'extensions', 'name', 'description'].includes(key))
  return {
    ...(ownValue(file, 'name') !== undefined && { name: coerceText(file.name) }),
    ...(ownValue(file, 'description') !== undefined && { description: coerceText(file.description) }),
    recursive_scanning: true,
    extensions: withValues(coerceObject(ownValue(file, 'extensions')), {
      [EVERKIN_NAMESPACE]: { include_names: true },
      [SILLY_TAVERN_NAMESPACE]: rest.length > 0 ? Object.fromEntries(rest) : undefined,
    }),
    entries: entries.map((entry, index) => fromSillyTavernEntry(toStorable(entry) as JsonObject, index)), // of an object
  }
}

const SILLY_TAVERN_KEYS: ReadonlySet<string> = new Set([
  ...SILLY_TAVERN_FIELDS.map(([theirs]) => theirs),
  ...SILLY_TAVERN_EXTENSIONS.map(([theirs]) => theirs),
  'content',
  'comment',
  'constant',
  'selective',
  'disable',
  'priority',
  'extensions',
])

function fromSillyTavernEntry(entry: JsonObject, index: number): JsonObject {
  const own = (key: string) => ownValue(entry, key)
  const rest = Object.entries(entry).filter(([key]) => !SILLY_TAVERN_KEYS.has(key))
  const moved = SILLY_TAVERN_EXTENSIONS.filter(([theirs]) => own(theirs) !== undefined)
  const keys = coerceWordList(own('key'))
  const priority = coerceNumber(own('priority'))
  return {
    keys,
    secondary_keys: coerceWordList(own('keysecondary')),
    content: coerceText(own('content')),
    comment: coerceText(own('comment')),
    constant: coerceBoolean(own('constant')) ?? false,
    selective: coerceBoolean(own('selective')) ?? false,
    enabled: coerceBoolean(own('disable')) !== true,
    insertion_order: coerceNumber(own('order')) ?? 100,
    position: own('position') === 0 || own('position') === undefined ? 'before_char' : 'after_char',
    use_regex: keys.some(isPatternKey),
    id: coerceNumber(own('uid')) ?? index,
    ...(priority !== null && { priority }),
    extensions: withValues(coerceObject(own('extensions')), {
      position: 0,
      ...Object.fromEntries(moved.map(([theirs, ours]) => [ours, own(theirs)])),
      [SILLY_TAVERN_NAMESPACE]: rest.length > 0 ? Object.fromEntries(rest) : undefined,
    }),
  }
}

/** A lorebook of the format as a SillyTavern file; fields that came from one return to their place. */
export function toSillyTavern(book: JsonObject): JsonObject {
  const {
    [SILLY_TAVERN_NAMESPACE]: rest,
    [EVERKIN_NAMESPACE]: _own,
    ...extensions
  } = coerceObject(ownValue(book, 'extensions'))
  const entries = Array.isArray(book.entries) ? book.entries.filter(isObject) : []
  return {
    ...coerceObject(rest),
    ...(ownValue(book, 'name') !== undefined && { name: coerceText(book.name) }),
    ...(ownValue(book, 'description') !== undefined && { description: coerceText(book.description) }),
    ...(Object.keys(extensions).length > 0 && { extensions }),
    entries: Object.fromEntries(entries.map((entry, index) => [String(index), toSillyTavernEntry(entry, index)])),
  }
}

/** The fields of an entry that have a place in SillyTavern's files. All others are written beside them. */
const PLACED_FIELDS: ReadonlySet<string> = new Set([
  ...SILLY_TAVERN_FIELDS.map(([, ours]) => ours),
  ...['content', 'comment', 'name', 'constant', 'selective', 'enabled', 'position', 'extensions'],
  ...['use_regex', 'case_sensitive'],
])

function toSillyTavernEntry(entry: JsonObject, index: number): JsonObject {
  const own = (key: string) => ownValue(entry, key)
  const { [SILLY_TAVERN_NAMESPACE]: rest, ...others } = coerceObject(own('extensions'))
  const isCaseSensitive = coerceBoolean(own('case_sensitive')) ?? coerceBoolean(others.case_sensitive)
  const extensions = isCaseSensitive === null ? others : { ...others, case_sensitive: isCaseSensitive }
  const isPattern = own('use_regex') === true && others.selectiveLogic === undefined
  const keysOf = (key: string) => {
    const keys = coerceTextList(own(key))
    return isPattern ? keys.map((word) => toPatternKey(word, isCaseSensitive === true)) : keys
  }
  const unplaced = Object.entries(entry).filter(([key]) => !PLACED_FIELDS.has(key))
  const moved = SILLY_TAVERN_EXTENSIONS.filter(([, ours]) => ownValue(extensions, ours) !== undefined)
  const left = Object.entries(extensions).filter(([key]) => !moved.some(([, ours]) => ours === key))
  return {
    ...Object.fromEntries(unplaced),
    ...coerceObject(rest),
    uid: coerceNumber(own('id')) ?? index,
    key: keysOf('keys'),
    keysecondary: keysOf('secondary_keys'),
    content: coerceText(own('content')),
    comment: coerceText(own('name')) || coerceText(own('comment')),
    constant: coerceBoolean(own('constant')) ?? false,
    selective: coerceBoolean(own('selective')) ?? false,
    disable: coerceBoolean(own('enabled')) === false,
    order: coerceNumber(own('insertion_order')) ?? 100,
    position: own('position') === 'after_char' ? 1 : 0,
    ...Object.fromEntries(moved.map(([theirs, ours]) => [theirs, extensions[ours] ?? null])),
    ...(left.length > 0 && { extensions: Object.fromEntries(left) }),
  }
}

/** A pattern between slashes, which is what SillyTavern knows a pattern by. */
function toPatternKey(word: string, isCaseSensitive: boolean): string {
  if (isPatternKey(word)) return word
  return `/${word.replace(/\\.|\//gs, (found) => (found === '/' ? '\\/' : found))}/${isCaseSensitive ? '' : 'i'}`
}

/** An Agnai memory book as a lorebook of the format. */
export function fromAgnai(file: JsonObject): JsonObject {
  const entries = (Array.isArray(file.entries) ? file.entries : []).filter(isObject)
  const rest = Object.entries(file).filter(([key]) => !['entries', 'name', 'description'].includes(key))
  return {
    name: coerceText(ownValue(file, 'name')),
    description: coerceText(ownValue(file, 'description')),
    extensions: { [AGNAI_NAMESPACE]: Object.fromEntries(rest) },
    entries: entries.map((raw, index) => {
      const entry = toStorable(raw) as JsonObject // of an object
      const more = Object.entries(entry).filter(
        ([key]) => !['entry', 'keywords', 'enabled', 'weight', 'priority', 'name'].includes(key),
      )
      return {
        keys: coerceWordList(ownValue(entry, 'keywords')),
        content: coerceText(ownValue(entry, 'entry')),
        name: coerceText(ownValue(entry, 'name')),
        enabled: coerceBoolean(ownValue(entry, 'enabled')) ?? true,
        insertion_order: coerceNumber(ownValue(entry, 'weight')) ?? index,
        priority: coerceNumber(ownValue(entry, 'priority')) ?? 0,
        extensions: withValues({}, { [AGNAI_NAMESPACE]: more.length > 0 ? Object.fromEntries(more) : undefined }),
      }
    }),
  }
}
