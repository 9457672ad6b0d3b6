import type { SourceFile } from './source-files.ts'

/** A character that is to come in, from its own file or as another Everkin has exported it. */
export interface PlannedCharacter {
  /** Unique within the plan; chats and groups name it. */
  key: string
  name: string
  /** The card file; null when only `fields` are left of it. */
  file: SourceFile | null
  /** What another Everkin has exported of it; null for a card file of another program. */
  fields: Record<string, unknown> | null
  /** What another Everkin has exported as its pictures. */
  picture: SourceFile | null
  cover: SourceFile | null
}

export interface PlannedGroup {
  key: string
  name: string
  /** Keys of characters, or ids of public ones. */
  members: readonly string[]
  fields: Record<string, unknown>
  cover: SourceFile | null
}

export interface PlannedChat {
  name: string
  file: SourceFile
  /** The key of a character or a group; null: what the file itself names. */
  withKey: string | null
}

export interface PlannedPersona {
  key: string
  name: string
  description: string
  isDefault: boolean
}

/** A file with samplers, or what another Everkin has exported of a preset. */
export type PlannedPreset = { name: string } & ({ file: SourceFile } | { key: string; fields: Record<string, unknown> })

/** A lorebook that belongs to no character, as another Everkin has exported it. */
export interface PlannedBook {
  key: string
  name: string
  content: Record<string, unknown>
  isForAllChats: boolean
  /** Keys of personas, and ids of chats in their files. */
  usedBy: readonly string[]
}

/** What stays behind, and how much of it. */
export type LeftBehind =
  | 'backgrounds'
  | 'presets'
  | 'themes'
  | 'quickReplies'
  | 'avatars'
  | 'pictures'
  | 'albums'
  | 'lonelyChats'
  | 'unsafe'
  | 'tooMany'

/** Everything that a folder or an archive holds, before anything of it is sent. */
export interface MovePlan {
  kind: 'sillytavern' | 'everkin'
  characters: readonly PlannedCharacter[]
  groups: readonly PlannedGroup[]
  chats: readonly PlannedChat[]
  /** Lorebooks by their names, which characters link to. */
  worlds: ReadonlyMap<string, SourceFile>
  books: readonly PlannedBook[]
  personas: readonly PlannedPersona[]
  presets: readonly PlannedPreset[]
  leftBehind: Partial<Record<LeftBehind, number>>
  /** Names of chats that no character of the folder belongs to. */
  lonelyChats: readonly string[]
}

/** How many lorebooks of either kind a plan has. */
export function countBooks({ worlds, books }: MovePlan): number {
  return worlds.size + books.length
}

export function isEmptyPlan(plan: MovePlan): boolean {
  const { characters, groups, chats, personas, presets } = plan
  return characters.length + groups.length + chats.length + countBooks(plan) + personas.length + presets.length === 0
}
