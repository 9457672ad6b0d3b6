import { LIMITS } from '@everkin/contract/limits.ts'
import { RE2JS } from 're2js'
import { DATA_FIELDS, FIRST_FIELDS } from './card-data.ts'
import { type Asset, isPicture, mainIcon } from './find-assets.ts'
import type { FoundCard } from './find-card.ts'
import { isObject, type JsonObject, ownValue } from './json-values.ts'
import { looseFlag, looseObject, looseText, looseTexts } from './loose-values.ts'
import { USED_EXTENSIONS } from './read-card.ts'

/** A line of what is told after reading a file; its words are under `cardfiles.report`. */
export interface ReportLine {
  list: 'used' | 'kept' | 'look'
  code: string
  /** How many; chooses the plural form. */
  count?: number
  /** Other numbers in it. */
  numbers?: Record<string, number>
  /** Names of fields, keys of texts under `cardfiles.fields`. */
  fields?: string[]
  /** A word of the card's own. */
  word?: string
}

const SCRIPTS = ['regex_scripts', 'customScripts', 'triggerscript', 'virtualscript', 'tavern_helper', 'scripts']
const THEMES = ['backgroundHTML', 'background_html', 'customCSS', 'custom_css', 'css', 'theme', 'background']
const LORE_BEHAVIOUR = ['sticky', 'cooldown', 'delay', 'group', 'vectorized', 'delay_until_recursion', 'automation_id']
const BOOK_KEYS = ['name', 'description', 'scan_depth', 'token_budget', 'recursive_scanning', 'extensions', 'entries']
const ENTRY_KEYS = [
  'keys',
  'content',
  'extensions',
  'enabled',
  'insertion_order',
  'case_sensitive',
  'name',
  'priority',
  'id',
  'comment',
  'selective',
  'secondary_keys',
  'constant',
  'position',
  'use_regex',
]
const ROOT_KEYS = ['spec', 'spec_version', 'data']
/** What stands at the root of many files a second time. */
const TWICE = [...DATA_FIELDS, 'talkativeness', 'fav', 'create_date', 'avatar', 'chat', 'creatorcomment']
const REMOTE_PICTURE = /!\[[^\]]*\]\(\s*https?:|<(?:img|video|audio|source)\b[^>]*\bsrc\s*=\s*["']?https?:/gi
const WORD_LENGTH = 40

/** What was read of a card, what is kept and not run, and what is worth a look. */
export function reportOn(found: FoundCard, assets: readonly Asset[], hasPicture: boolean): ReportLine[] {
  return [...usedOf(found, hasPicture), ...keptOf(found, assets), ...lookAt(found, hasPicture)]
}

function usedOf({ fields, own }: FoundCard, hasPicture: boolean): ReportLine[] {
  const lines: ReportLine[] = []
  const use = (code: string, when: boolean, more: Partial<ReportLine> = {}) => {
    if (when) lines.push({ list: 'used', code, ...more })
  }
  const texts = (['name', 'description', 'personality', 'scenario'] as const).filter((key) => fields[key] !== '')
  use('texts', true, { fields: [...texts] })
  const alternates = fields.alternate_greetings.length
  use('greeting', fields.first_mes !== '' && alternates === 0)
  use('greetings', alternates > 0, { count: alternates })
  use('group_greetings', fields.group_only_greetings.length > 0, { count: fields.group_only_greetings.length })
  use('examples', fields.mes_example !== '')
  use('lorebook', fields.character_book !== null, { count: entriesOf(fields.character_book).length })
  use('picture', hasPicture)
  use('system_prompt', fields.system_prompt !== '')
  use('post_history', fields.post_history_instructions !== '')
  use('depth_prompt', looseText(looseObject(fields.extensions.depth_prompt).prompt) !== '')
  use('nickname', fields.nickname !== '', { word: fields.nickname.slice(0, WORD_LENGTH) })
  use('notes', fields.creator_notes !== '')
  use('notes_languages', Object.keys(fields.creator_notes_multilingual).length > 0, {
    count: Object.keys(fields.creator_notes_multilingual).length,
  })
  use('tags', fields.tags.length > 0, { count: fields.tags.length })
  use('own', own.age !== null || own.tagline !== '')
  return lines
}

function keptOf({ opened, data, format }: FoundCard, assets: readonly Asset[]): ReportLine[] {
  const lines: ReportLine[] = []
  const keep = (code: string, count: number) => {
    if (count > 0) lines.push({ list: 'kept', code, count })
  }
  const extensions = looseObject(ownValue(data, 'extensions'))
  const inner = Object.values(extensions).filter(isObject)
  const has = (names: readonly string[]) =>
    [extensions, ...inner].some((one) => names.some((name) => isFilled(ownValue(one, name))))
  const members = opened.archive?.members ?? []
  keep('scripts', has(SCRIPTS) || members.some(({ name }) => name.endsWith('.risum')) ? 1 : 0)
  keep('theme', has(THEMES) ? 1 : 0)
  const known = [...SCRIPTS, ...THEMES, ...USED_EXTENSIONS, 'everkin']
  keep('extensions', Object.keys(extensions).filter((key) => !known.includes(key)).length)
  keep('fields', unknownKeys(opened.raw, data, format))
  keep('lore', entriesOf(data.character_book).filter(hasOtherBehaviour).length)
  const icon = mainIcon(assets)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside')
  keep('pictures', others.filter(isPicture).length)
  keep('assets', others.filter((asset) => !isPicture(asset)).length)
  const named = new Set(assets.map(({ uri }) => uri.replace(/^[^:]*:(?:\/\/)?/, '')))
  keep('members', members.filter(({ name }) => name !== 'card.json' && !named.has(name)).length)
  keep('remote', assets.filter(({ place }) => place === 'remote').length + remoteIn(data))
  keep('writer', looseText(ownValue(data, 'creator')) === '' ? 0 : 1)
  return lines
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return typeof value === 'string' ? value.trim() !== '' : value === true
}

function unknownKeys(raw: JsonObject, data: JsonObject, format: FoundCard['format']): number {
  const others = (object: JsonObject, known: readonly string[]) =>
    Object.keys(object).filter((key) => !known.includes(key)).length
  const book = looseObject(ownValue(data, 'character_book'))
  return (
    (format === 'other' ? 0 : others(raw, [...ROOT_KEYS, ...TWICE])) +
    others(data, DATA_FIELDS) +
    others(book, BOOK_KEYS) +
    entriesOf(book).reduce((sum, entry) => sum + others(entry, ENTRY_KEYS), 0)
  )
}

function hasOtherBehaviour(entry: JsonObject): boolean {
  const extensions = looseObject(ownValue(entry, 'extensions'))
  return LORE_BEHAVIOUR.some((key) => {
    const value = ownValue(extensions, key)
    return value !== undefined && value !== null && value !== 0 && value !== false && value !== ''
  })
}

/** Addresses of pictures in what is said; none of them is called. */
function remoteIn(data: JsonObject): number {
  const texts = [
    ...FIRST_FIELDS.map((key) => looseText(ownValue(data, key))),
    ...looseTexts(ownValue(data, 'alternate_greetings')),
    looseText(ownValue(data, 'creator_notes')),
  ]
  return texts.reduce((sum, text) => sum + [...text.matchAll(REMOTE_PICTURE)].length, 0)
}

function lookAt(found: FoundCard, hasPicture: boolean): ReportLine[] {
  const { fields, own, shortened, opened } = found
  const lines: ReportLine[] = opened.warnings.map((code) => ({ list: 'look', code }))
  const look = (code: string, when: boolean, more: Partial<ReportLine> = {}) => {
    if (when) lines.push({ list: 'look', code, ...more })
  }
  look('newer_version', found.isNewer)
  look('no_greeting', fields.first_mes === '')
  look('no_picture', !hasPicture)
  for (const { name, keys } of brokenPatterns(fields.character_book))
    look('pattern', true, { word: (name || keys).slice(0, WORD_LENGTH) })
  look('too_long', shortened.texts.length > 0, { fields: shortened.texts })
  look('tags_hidden', shortened.tags > 0, { count: shortened.tags })
  look('greetings_hidden', shortened.greetings > 0, { count: shortened.greetings })
  look('book_cut', shortened.entries > 0, { count: shortened.entries })
  look('extensions_large', shortened.extensions > 0, { count: shortened.extensions })
  look('unrated', own.rating === null)
  return lines
}

/** Entries whose keys are patterns, none of which can be read. */
function brokenPatterns(book: JsonObject | null): { name: string; keys: string }[] {
  return entriesOf(book)
    .slice(0, LIMITS.loreEntries)
    .filter((entry) => looseFlag(ownValue(entry, 'use_regex')) === true)
    .filter((entry) => looseTexts(ownValue(entry, 'keys')).every((key) => !compiles(key)))
    .slice(0, 20)
    .map((entry) => ({
      name: looseText(ownValue(entry, 'name') ?? ownValue(entry, 'comment')),
      keys: looseTexts(ownValue(entry, 'keys')).join(', '),
    }))
}

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(/^\/(.+)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern)
    return true
  } catch {
    return false
  }
}

function entriesOf(book: unknown): JsonObject[] {
  const entries = isObject(book) ? ownValue(book, 'entries') : undefined
  return Array.isArray(entries) ? entries.filter(isObject) : []
}
