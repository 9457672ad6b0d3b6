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
  /** Its picture, when there is no card file. */
  picture: SourceFile | null
}

export interface PlannedGroup {
  key: string
  name: string
  /** Keys of characters, or ids of public ones. */
  members: readonly string[]
  fields: Record<string, unknown>
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

/** A file with samplers, by its name. */
export interface PlannedPreset {
  name: string
  file: SourceFile
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
  personas: readonly PlannedPersona[]
  presets: readonly PlannedPreset[]
  leftBehind: Partial<Record<LeftBehind, number>>
  /** Names of chats that no character of the folder belongs to. */
  lonelyChats: readonly string[]
}

export function isEmptyPlan({ characters, groups, chats, worlds, personas, presets }: MovePlan): boolean {
  return characters.length + groups.length + chats.length + worlds.size + personas.length + presets.length === 0
}
