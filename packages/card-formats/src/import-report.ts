import { type CardAsset, findMainIcon, isImage } from './assets.ts'
import { DATA_FIELDS, V1_FIELDS } from './card-data.ts'
import { coerceObject, coerceText, coerceTextList } from './coerce.ts'
import { isObject, type JsonObject, ownValue } from './json.ts'
import { listEntries, reportIgnoredLore } from './lore-report.ts'
import type { ParsedCard } from './parse-card.ts'
import { SUPPORTED_EXTENSIONS } from './parse-card.ts'
import type { ReportLine } from './report-line.ts'

const SCRIPT_KEYS = ['regex_scripts', 'customScripts', 'triggerscript', 'virtualscript', 'tavern_helper', 'scripts']
const THEME_KEYS = ['backgroundHTML', 'background_html', 'customCSS', 'custom_css', 'css', 'theme', 'background']
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
/** Keys that many files repeat at the root. */
const DUPLICATED_ROOT_KEYS = [...DATA_FIELDS, 'talkativeness', 'fav', 'create_date', 'avatar', 'chat', 'creatorcomment']
const REMOTE_IMAGE = /!\[[^\]]*\]\(\s*https?:|<(?:img|video|audio|source)\b[^>]*\bsrc\s*=\s*["']?https?:/gi
const MAX_WORD_LENGTH = 40

/** What was read of a card, what is kept but not executed, and what deserves a look. */
export function createImportReport(found: ParsedCard, assets: readonly CardAsset[], hasPicture: boolean): ReportLine[] {
  return [...usedLines(found, hasPicture), ...preservedLines(found, assets), ...warningLines(found, hasPicture)]
}

function usedLines({ fields, own }: ParsedCard, hasPicture: boolean): ReportLine[] {
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
  use('lorebook', fields.character_book !== null, { count: listEntries(fields.character_book).length })
  use('picture', hasPicture)
  use('system_prompt', fields.system_prompt !== '')
  use('post_history', fields.post_history_instructions !== '')
  use('depth_prompt', coerceText(coerceObject(fields.extensions.depth_prompt).prompt) !== '')
  use('nickname', fields.nickname !== '', { word: fields.nickname.slice(0, MAX_WORD_LENGTH) })
  use('notes', fields.creator_notes !== '')
  use('notes_languages', Object.keys(fields.creator_notes_multilingual).length > 0, {
    count: Object.keys(fields.creator_notes_multilingual).length,
  })
  use('tags', fields.tags.length > 0, { count: fields.tags.length })
  use('own', own.age !== null || own.tagline !== '')
  return lines
}

function preservedLines({ opened, data, fields, format }: ParsedCard, assets: readonly CardAsset[]): ReportLine[] {
  const lines: ReportLine[] = []
  const keep = (code: string, count: number) => {
    if (count > 0) lines.push({ list: 'kept', code, count })
  }
  const keepNamed = (code: string, names: readonly string[]) => {
    if (names.length > 0) lines.push({ list: 'kept', code, count: names.length, names: listNames(names) })
  }
  const extensions = coerceObject(ownValue(data, 'extensions'))
  const inner = Object.values(extensions).filter(isObject)
  const has = (names: readonly string[]) =>
    [extensions, ...inner].some((one) => names.some((name) => isNonEmpty(ownValue(one, name))))
  const members = opened.archive?.members ?? []
  keep('scripts', has(SCRIPT_KEYS) || members.some(({ name }) => name.endsWith('.risum')) ? 1 : 0)
  keep('theme', has(THEME_KEYS) ? 1 : 0)
  const known = [...SCRIPT_KEYS, ...THEME_KEYS, ...SUPPORTED_EXTENSIONS, 'everkin']
  keepNamed(
    'extensions',
    Object.keys(extensions).filter((key) => !known.includes(key)),
  )
  keepNamed('fields', listUnknownKeys(opened.raw, data, format))
  lines.push(...reportIgnoredLore(fields.character_book).filter(({ list }) => list === 'kept'))
  const icon = findMainIcon(assets)
  const others = assets.filter((asset) => asset !== icon && asset.place === 'inside')
  keep('pictures', others.filter(isImage).length)
  keep('assets', others.filter((asset) => !isImage(asset)).length)
  const named = new Set(assets.map(({ uri }) => uri.replace(/^[^:]*:(?:\/\/)?/, '')))
  keepNamed(
    'members',
    members.flatMap(({ name }) => (name !== 'card.json' && !named.has(name) ? [name] : [])),
  )
  keep('remote', assets.filter(({ place }) => place === 'remote').length + countRemoteImages(data))
  keep('writer', coerceText(ownValue(data, 'creator')) === '' ? 0 : 1)
  return lines
}

function isNonEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return typeof value === 'string' ? value.trim() !== '' : value === true
}

const MAX_NAMES = 8
const MAX_NAME_LENGTH = 40

/** Some of the names, each once and on one line; an ellipsis stands for the rest. */
function listNames(names: readonly string[]): string[] {
  const plain = names.map((name) =>
    name
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_NAME_LENGTH)
      .toWellFormed(),
  )
  const different = [...new Set(plain)].filter((name) => name !== '')
  return different.length > MAX_NAMES ? [...different.slice(0, MAX_NAMES), '…'] : different
}

function listUnknownKeys(raw: JsonObject, data: JsonObject, format: ParsedCard['format']): string[] {
  const others = (object: JsonObject, known: readonly string[]) =>
    Object.keys(object).filter((key) => !known.includes(key))
  const book = coerceObject(ownValue(data, 'character_book'))
  return [
    ...(format === 'other' ? [] : others(raw, [...ROOT_KEYS, ...DUPLICATED_ROOT_KEYS])),
    ...others(data, DATA_FIELDS),
    ...others(book, BOOK_KEYS),
    ...listEntries(book).flatMap((entry) => others(entry, ENTRY_KEYS)),
  ]
}

/** Remote image URLs in the texts; none of them is fetched. */
function countRemoteImages(data: JsonObject): number {
  const texts = [
    ...V1_FIELDS.map((key) => coerceText(ownValue(data, key))),
    ...coerceTextList(ownValue(data, 'alternate_greetings')),
    coerceText(ownValue(data, 'creator_notes')),
  ]
  return texts.reduce((sum, text) => sum + [...text.matchAll(REMOTE_IMAGE)].length, 0)
}

function warningLines(found: ParsedCard, hasPicture: boolean): ReportLine[] {
  const { fields, own, shortened, opened } = found
  const lines: ReportLine[] = opened.warnings.map((code) => ({ list: 'look', code }))
  const look = (code: string, when: boolean, more: Partial<ReportLine> = {}) => {
    if (when) lines.push({ list: 'look', code, ...more })
  }
  look('newer_version', found.isNewer)
  look('no_greeting', fields.first_mes === '')
  look('no_picture', !hasPicture)
  lines.push(...reportIgnoredLore(fields.character_book).filter(({ list }) => list === 'look'))
  look('too_long', shortened.texts.length > 0, { fields: shortened.texts })
  look('tags_hidden', shortened.tags > 0, { count: shortened.tags })
  look('greetings_hidden', shortened.greetings > 0, { count: shortened.greetings })
  look('book_cut', shortened.entries > 0, { count: shortened.entries })
  look('extensions_large', shortened.extensions > 0, { count: shortened.extensions })
  look('unrated', own.rating === null)
  return lines
}
