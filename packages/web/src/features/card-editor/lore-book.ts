import { truncateText } from '@everkin/contract/truncate-text.ts'
import { textOf, textsOf, toObject, type UntrustedFields } from '../../lib/coerce.ts'

/** Where an entry goes, in the order of the form; SillyTavern has a number for each. */
export const LORE_PLACES = [
  'before_char',
  'after_char',
  'before_examples',
  'after_examples',
  'before_note',
  'after_note',
  'at_depth',
  'outlet',
] as const
type LorePlace = (typeof LORE_PLACES)[number]
const PLACE_NUMBERS: Record<LorePlace, number> = {
  before_char: 0,
  after_char: 1,
  before_note: 2,
  after_note: 3,
  at_depth: 4,
  before_examples: 5,
  after_examples: 6,
  outlet: 7,
}
/** By SillyTavern's numbers. */
export const LORE_LOGIC = ['any', 'not_all', 'not_any', 'all'] as const
export const LORE_ROLES = ['system', 'user', 'assistant'] as const

/** An entry of a lorebook as its editor shows it. Numbers that are null leave it to the book or to the order. */
export interface LoreEntry {
  name: string
  keys: string[]
  secondary_keys: string[]
  content: string
  insertion_order: number
  enabled: boolean
  constant: boolean
  selective: boolean
  case_sensitive: boolean
  use_regex: boolean
  priority: number | null
  place: LorePlace
  depth: number
  role: (typeof LORE_ROLES)[number]
  logic: (typeof LORE_LOGIC)[number]
  probability: number
  scan_depth: number | null
  match_whole_words: boolean
  exclude_recursion: boolean
  prevent_recursion: boolean
  delay_until_recursion: boolean
  group: string
  group_weight: number
  group_override: boolean
  use_group_scoring: boolean
  sticky: number
  cooldown: number
  delay: number
  filter_names: string[]
  filter_excludes: boolean
}

/** The settings of a whole book. Numbers that are null leave it to the prompt. */
export interface BookSettings {
  scan_depth: number | null
  token_budget: number | null
  recursive_scanning: boolean
  include_names: boolean
  match_whole_words: boolean
}

const OWN = 'everkin'

/** Reads a book's settings; one that SillyTavern put into a card has that app's defaults. */
export function readSettings(book: unknown): BookSettings {
  const raw = toObject(book)
  const own = toObject(toObject(raw.extensions)[OWN])
  const isTavern = entriesOf(book).some((entry) => {
    const extensions = toObject(entry.extensions)
    return extensions.useProbability !== undefined || extensions.display_index !== undefined
  })
  return {
    scan_depth: numberOf(raw.scan_depth),
    token_budget: numberOf(raw.token_budget),
    recursive_scanning: typeof raw.recursive_scanning === 'boolean' ? raw.recursive_scanning : isTavern,
    include_names: typeof own.include_names === 'boolean' ? own.include_names : isTavern,
    match_whole_words: own.match_whole_words !== false,
  }
}

/** Returns the book with some settings changed; a number that is null is removed. */
export function withSettings(book: unknown, patch: Partial<BookSettings>): UntrustedFields {
  const { include_names, match_whole_words, ...plain } = patch
  const raw = withEntries(book, entriesOf(book))
  const extensions = toObject(raw.extensions)
  const own = { ...toObject(extensions[OWN]), ...omitUndefined({ include_names, match_whole_words }) }
  const changed = {
    ...raw,
    ...plain,
    extensions: Object.keys(own).length > 0 ? { ...extensions, [OWN]: own } : extensions,
  }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null))
}

function omitUndefined(fields: UntrustedFields): UntrustedFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The raw entries of a book; fields that cannot be edited here are preserved. */
export function entriesOf(book: unknown): UntrustedFields[] {
  const { entries } = toObject(book)
  return Array.isArray(entries) ? entries.map(toObject) : []
}

export function readEntry(raw: UntrustedFields): LoreEntry {
  const extensions = toObject(raw.extensions)
  const filter = toObject(extensions.character_filter)
  const number = (value: unknown, otherwise: number) => numberOf(value) ?? otherwise
  return {
    name: textOf(raw.name) || textOf(raw.comment),
    keys: textsOf(raw.keys),
    secondary_keys: textsOf(raw.secondary_keys),
    content: textOf(raw.content),
    insertion_order: typeof raw.insertion_order === 'number' ? raw.insertion_order : 100,
    enabled: raw.enabled !== false,
    constant: raw.constant === true,
    selective: raw.selective === true,
    case_sensitive: (raw.case_sensitive ?? extensions.case_sensitive) === true,
    use_regex: raw.use_regex === true && !readsPatternKeys(raw),
    priority: numberOf(raw.priority),
    place: placeOf(raw, extensions),
    depth: number(extensions.depth, 4),
    role: LORE_ROLES[number(extensions.role, 0)] ?? 'system',
    logic: LORE_LOGIC[number(extensions.selectiveLogic, 0)] ?? 'any',
    probability: extensions.useProbability === false ? 100 : number(extensions.probability, 100),
    scan_depth: numberOf(extensions.scan_depth),
    match_whole_words: extensions.match_whole_words !== false,
    exclude_recursion: extensions.exclude_recursion === true,
    prevent_recursion: extensions.prevent_recursion === true,
    delay_until_recursion: extensions.delay_until_recursion === true || number(extensions.delay_until_recursion, 0) > 0,
    group: textOf(extensions.group),
    group_weight: number(extensions.group_weight, 100),
    group_override: extensions.group_override === true,
    use_group_scoring: extensions.use_group_scoring === true,
    sticky: number(extensions.sticky, 0),
    cooldown: number(extensions.cooldown, 0),
    delay: number(extensions.delay, 0),
    filter_names: textsOf(filter.names),
    filter_excludes: filter.isExclude === true,
  }
}

/** In entries of SillyTavern every word between slashes is a pattern; there is no switch. */
export function readsPatternKeys(raw: UntrustedFields): boolean {
  return toObject(raw.extensions).selectiveLogic !== undefined
}

function placeOf(raw: UntrustedFields, extensions: UntrustedFields): LorePlace {
  const known = LORE_PLACES.find((place) => PLACE_NUMBERS[place] === extensions.position)
  if (known && known !== 'before_char') return known
  return raw.position === 'after_char' || raw.position === 'after_char_defs' ? 'after_char' : 'before_char'
}

/** The fields that the formats have themselves; the others are kept under `extensions`, as SillyTavern does. */
const FORMAT_FIELDS = [
  'name',
  'keys',
  'secondary_keys',
  'content',
  'insertion_order',
  'enabled',
  'constant',
  'selective',
  'case_sensitive',
  'use_regex',
  'priority',
] as const

/** Returns the raw entry with some fields changed. Unknown keys stay. */
export function writeEntry(raw: UntrustedFields, patch: Partial<LoreEntry>): UntrustedFields {
  const { place, role, logic, probability, filter_names, filter_excludes, ...rest } = patch
  const isPlain = (key: string) => FORMAT_FIELDS.some((field) => field === key)
  const fields = Object.entries(rest)
  const before = toObject(raw.extensions)
  const filter = toObject(before.character_filter)
  const extensions = {
    ...before,
    ...Object.fromEntries(fields.filter(([key]) => !isPlain(key))),
    ...(patch.case_sensitive !== undefined &&
      before.case_sensitive !== undefined && { case_sensitive: patch.case_sensitive }),
    ...(place && { position: PLACE_NUMBERS[place] }),
    ...(role && { role: LORE_ROLES.indexOf(role) }),
    ...(logic && { selectiveLogic: LORE_LOGIC.indexOf(logic) }),
    ...(probability !== undefined && { probability, ...(before.useProbability === false && { useProbability: true }) }),
    ...((filter_names || filter_excludes !== undefined) && {
      character_filter: {
        ...filter,
        names: filter_names ?? textsOf(filter.names),
        isExclude: filter_excludes ?? filter.isExclude === true,
      },
    }),
  }
  const changed = {
    ...raw,
    ...Object.fromEntries(fields.filter(([key]) => isPlain(key))),
    ...(place && { position: place === 'before_char' ? 'before_char' : 'after_char' }),
    ...(JSON.stringify(extensions) === JSON.stringify(before) ? {} : { extensions }),
  }
  return Object.fromEntries(Object.entries(changed).filter(([key, value]) => key !== 'priority' || value !== null))
}

/** Returns the book with other entries; an empty book gets all fields that the formats require. */
export function withEntries(book: unknown, entries: UntrustedFields[]): UntrustedFields {
  return { extensions: {}, ...toObject(book), entries }
}

/** Returns the book with some fields of one entry changed. */
export function withEntry(book: unknown, at: number, patch: Partial<LoreEntry>): UntrustedFields {
  return withEntries(
    book,
    entriesOf(book).map((entry, index) => (index === at ? writeEntry(entry, patch) : entry)),
  )
}

/** Returns the book with a new entry at the end. */
export function withNewEntry(book: unknown): UntrustedFields {
  const entries = entriesOf(book)
  const last = entries.map(readEntry).reduce((most, { insertion_order }) => Math.max(most, insertion_order), 0)
  const entry = {
    keys: [],
    content: '',
    extensions: {},
    enabled: true,
    insertion_order: last + 10,
    case_sensitive: false,
  }
  return withEntries(book, [...entries, entry])
}

/** Returns the book with an entry moved up (−1) or down (1) by one; the two entries swap their order values. */
export function withMoved(book: unknown, at: number, by: -1 | 1): UntrustedFields {
  const entries = entriesOf(book)
  const [one, other] = [entries[at], entries[at + by]]
  if (!one || !other) return withEntries(book, entries)
  const order = (raw: UntrustedFields) => readEntry(raw).insertion_order
  const [first, second] = [order(one), order(other)]
  return withEntries(
    book,
    entries.with(at, { ...other, insertion_order: first }).with(at + by, { ...one, insertion_order: second }),
  )
}

/** The label of an entry: its name, else its keys, else the start of its content. */
export function entryTitle({ name, keys, content }: LoreEntry): string {
  return name || keys.filter(Boolean).join(', ') || truncateText(content, 60)
}
