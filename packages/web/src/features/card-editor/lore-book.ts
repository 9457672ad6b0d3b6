import { type Loose, looseOf, textOf, textsOf } from './coerce.ts'

/** An entry of a lorebook as its editor shows it. */
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
}

/** The raw entries of a book; fields that cannot be edited here are preserved. */
export function entriesOf(book: unknown): Loose[] {
  const { entries } = looseOf(book)
  return Array.isArray(entries) ? entries.map(looseOf) : []
}

export function readEntry(raw: Loose): LoreEntry {
  const constant = raw.constant === true
  return {
    name: textOf(raw.name) || textOf(raw.comment),
    keys: textsOf(raw.keys),
    secondary_keys: textsOf(raw.secondary_keys),
    content: textOf(raw.content),
    insertion_order: typeof raw.insertion_order === 'number' ? raw.insertion_order : 100,
    enabled: raw.enabled !== false,
    constant,
    selective: raw.selective === true,
    case_sensitive: (raw.case_sensitive ?? looseOf(raw.extensions).case_sensitive) === true,
  }
}

/** Returns the book with other entries; an empty book gets all fields that the formats require. */
export function withEntries(book: unknown, entries: Loose[]): Loose {
  return { extensions: {}, ...looseOf(book), entries }
}

/** Returns the book with some fields of one entry changed. */
export function withEntry(book: unknown, at: number, patch: Partial<LoreEntry>): Loose {
  return withEntries(
    book,
    entriesOf(book).map((entry, index) => (index === at ? { ...entry, ...patch } : entry)),
  )
}

/** Returns the book with a new entry at the end. */
export function withNewEntry(book: unknown): Loose {
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
export function withMoved(book: unknown, at: number, by: -1 | 1): Loose {
  const entries = entriesOf(book)
  const [one, other] = [entries[at], entries[at + by]]
  if (!one || !other) return withEntries(book, entries)
  const order = (raw: Loose) => readEntry(raw).insertion_order
  const [first, second] = [order(one), order(other)]
  return withEntries(
    book,
    entries.with(at, { ...other, insertion_order: first }).with(at + by, { ...one, insertion_order: second }),
  )
}

/** The label of an entry: its name, else its keys, else the start of its content. */
export function entryTitle({ name, keys, content }: LoreEntry): string {
  return name || keys.filter(Boolean).join(', ') || content.slice(0, 60)
}
