import { RE2JS } from 're2js'
import { coerceBoolean, coerceObject, coerceText, coerceTextList } from './coerce.ts'
import { isObject, type JsonObject, ownValue } from './json.ts'
import { ignoredDecorators } from './lore-decorators.ts'
import { isPatternKey, readPattern } from './lore-patterns.ts'
import type { ReportLine } from './report-line.ts'

const MAX_LINES = 60
const MAX_WORD_LENGTH = 40
/** SillyTavern's position of entries that a prompt names by an outlet. */
const OUTLET = 7
/** SillyTavern's other sources of text in which an entry's keys may be searched. */
const SOURCES = [
  'match_persona_description',
  'match_character_description',
  'match_character_personality',
  'match_character_depth_prompt',
  'match_scenario',
  'match_creator_notes',
]

/** The entries of a book; empty for anything that is not one. */
export function listEntries(book: unknown): JsonObject[] {
  const entries = isObject(book) ? ownValue(book, 'entries') : undefined
  return Array.isArray(entries) ? entries.filter(isObject) : []
}

/** What the entries of a book ask for and the engine does not do, a line for each entry and behaviour. */
export function reportIgnoredLore(book: unknown): ReportLine[] {
  const lines: ReportLine[] = []
  for (const entry of listEntries(book)) {
    if (coerceBoolean(ownValue(entry, 'enabled')) === false) continue
    const word = titleOf(entry)
    for (const code of ignoredBehaviors(entry)) lines.push({ list: 'kept', code, word })
    for (const detail of ignoredDecorators(coerceText(ownValue(entry, 'content'))))
      lines.push({ list: 'kept', code: 'lore_decorator', word, detail })
    for (const detail of invalidPatterns(entry)) lines.push({ list: 'look', code: 'lore_pattern', word, detail })
  }
  const more = lines.length - MAX_LINES
  return more > 0 ? [...lines.slice(0, MAX_LINES), { list: 'kept', code: 'lore_more', count: more }] : lines
}

function titleOf(entry: JsonObject): string {
  const name = coerceText(ownValue(entry, 'name')) || coerceText(ownValue(entry, 'comment'))
  return (name || coerceTextList(ownValue(entry, 'keys')).join(', ')).slice(0, MAX_WORD_LENGTH)
}

function ignoredBehaviors(entry: JsonObject): string[] {
  const extensions = coerceObject(ownValue(entry, 'extensions'))
  const own = (key: string) => ownValue(extensions, key)
  const triggers = own('triggers')
  const filter = coerceObject(own('character_filter'))
  return [
    own('position') === OUTLET && 'lore_outlet',
    coerceBoolean(own('vectorized')) === true && 'lore_vectorized',
    coerceText(own('automation_id')) !== '' && 'lore_automation',
    Array.isArray(triggers) && triggers.length > 0 && 'lore_triggers',
    SOURCES.some((source) => coerceBoolean(own(source)) === true) && 'lore_sources',
    coerceTextList(ownValue(filter, 'tags')).length > 0 && 'lore_filter_tags',
  ].filter((code) => code !== false)
}

/** The keys of an entry that are patterns which the engine cannot run. */
function invalidPatterns(entry: JsonObject): string[] {
  const extensions = coerceObject(ownValue(entry, 'extensions'))
  const isTavern = ownValue(extensions, 'selectiveLogic') !== undefined
  const usesRegex = coerceBoolean(ownValue(entry, 'use_regex')) === true
  const keys = coerceTextList(ownValue(entry, 'keys')).filter((key) => (isTavern ? isPatternKey(key) : usesRegex))
  return keys
    .filter((key) => !isValidPattern(key))
    .map((key) => key.slice(0, MAX_WORD_LENGTH))
    .slice(0, 5)
}

const MAX_PATTERN_LENGTH = 200

function isValidPattern(key: string): boolean {
  // A longer one is never compiled in a prompt either.
  if (key.length > MAX_PATTERN_LENGTH) return false
  try {
    RE2JS.compile(readPattern(key).body)
    return true
  } catch {
    return false
  }
}
