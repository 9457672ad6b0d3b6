import type { Decorators } from '@everkin/card-formats'
import type { KeyIndex } from './lore-keys.ts'
import type { LoreRegex } from './lore-regex.ts'
import type { Template } from './macros.ts'

/** Where an entry's text goes: around the character, beside a field, or into the conversation. */
export type LorePlace =
  | { kind: 'personality' | 'scenario' | 'before_char' }
  /** `after_examples`: below the example dialogue, not above it. */
  | { kind: 'after_char'; after_examples?: true }
  /** `before_note`: above the author's note, where both have the same depth. */
  | { kind: 'at_depth'; depth: number; role: 'system' | 'user' | 'assistant'; before_note?: true }

/** A place as a book names it; the author's note has its depth from the chat. */
export type WrittenPlace =
  | LorePlace
  | { kind: 'before_note'; role: 'system' | 'user' | 'assistant' }
  | { kind: 'after_note'; role: 'system' | 'user' | 'assistant' }

export interface LoreKey {
  /** As written. */
  word: string
  /** Null for a pattern, and for a key that can never match. */
  id: number | null
  regex: LoreRegex | null
}

export interface LoreEntry {
  /** Its position in the book as written. */
  source: number
  content: Template
  place: WrittenPlace
  /** Lower is higher up in the prompt. */
  order: number
  /** Over budget, the lowest is dropped first. */
  priority: number
  isConstant: boolean
  /** How many of the newest messages are searched. */
  scanDepth: number
  keys: LoreKey[]
  secondaryKeys: LoreKey[]
  /** SillyTavern's selectiveLogic; the specifications only know `any`. */
  secondaryLogic: 'any' | 'not_all' | 'not_any' | 'all'
  excludedKeys: LoreKey[]
  /** From 0 to 1. */
  probability: number
  ignoresRecursion: boolean
  stopsRecursion: boolean
  /** The first step of recursion that may trigger it; 0 for one that messages trigger. */
  recursionLevel: number
  groups: readonly string[]
  /** Its chance among the members of a group. */
  groupWeight: number
  /** Among those of a group, the one with the highest order wins. */
  winsGroup: boolean
  /** In a group, only those with the most keys found stay. */
  scoresGroup: boolean
  /** In messages: how long it stays, how long it pauses afterwards, and how many there must be before it may begin. */
  sticky: number
  cooldown: number
  delay: number
  /** Lower case names; null for everyone. */
  characters: { names: readonly string[]; isExcluding: boolean } | null
  decorators: Decorators
}

export interface LoreBook {
  entries: LoreEntry[]
  /** In tokens; null leaves it to the prompt's own share. */
  tokenBudget: number | null
  isRecursive: boolean
  /** Whether the names before the messages are searched too. */
  includesNames: boolean
  /** The largest scan depth of any entry. */
  deepestScan: number
  indexes: KeyIndex[]
  keyCount: number
  /** Keys with macros, which each chat expands for itself. */
  openKeys: readonly OpenKey[]
  /** What earlier turns have to be searched for; null when no entry depends on them. */
  timed: { entries: readonly LoreEntry[]; indexes: readonly KeyIndex[] } | null
}

/** The books that a person has attached, prepared for matching. */
export interface AttachedLore {
  /** To the chat, and to the person's persona in it: they come before the character's own book. */
  nearer: readonly LoreBook[]
  /** To all chats: they come after it. */
  farther: readonly LoreBook[]
}

export const NO_LORE: AttachedLore = { nearer: [], farther: [] }

export interface OpenKey {
  id: number
  text: Template
  isCaseSensitive: boolean
  isWhole: boolean
}

/** Whether what an entry did in earlier turns matters. */
export function isTimed({ sticky, cooldown }: Pick<LoreEntry, 'sticky' | 'cooldown'>): boolean {
  return sticky > 0 || cooldown > 0
}

/** A timed entry, or one that may have kept one out of its group. */
export function isTracked(entry: Pick<LoreEntry, 'sticky' | 'cooldown' | 'groups'>): boolean {
  return isTimed(entry) || entry.groups.length > 0
}
