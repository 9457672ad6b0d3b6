import type { SaveChoices } from '../save-imported.ts'
import type { MoveCalls } from './move-calls.ts'
import type { MovePlan } from './move-plan.ts'
import type { SourceError } from './source-files.ts'

export type MoveKind = 'character' | 'group' | 'chat' | 'world' | 'persona' | 'preset'

/** Why something did not come in as it was, where the server's own message does not say it. */
export type MoveReason =
  | 'draft'
  | 'noPartner'
  | 'groupSize'
  | 'unlinked'
  | 'worldLeft'
  | 'cut'
  | SourceError['reason']
  | 'unreadable'

export interface MoveResult {
  kind: MoveKind
  name: string
  outcome: 'came' | 'existing' | 'draft' | 'failed' | 'skipped'
  reason: MoveReason | null
  /** The server's message. */
  words: string | null
  /** How many lines of a chat were left out or changed. */
  warnings: number
}

export interface MoveProgress {
  done: number
  total: number
  /** What is being sent. */
  current: string
  results: readonly MoveResult[]
}

export interface MoveOptions {
  choices: SaveChoices
  calls: MoveCalls
  signal: AbortSignal
  onProgress: (progress: MoveProgress) => void
}

/** What has come in so far, for what refers to it. */
export interface Moved {
  plan: MovePlan
  options: MoveOptions
  /** Ids of saved cards by their keys in the plan; `isDraft` ones cannot be chatted with. */
  cards: Map<string, { id: string; isDraft: boolean; type: 'single' | 'multiple' }>
  personas: Map<string, string>
  presets: Map<string, string>
  books: Map<string, string>
  /** Worlds that a character has taken. */
  usedWorlds: Set<string>
}

/**
 * The one among what is here already that a part of the plan was brought in as before. What another part of the plan
 * has become is not it: two of them may have the same name.
 */
export function findKnown<Known extends { id: string }>(
  known: readonly Known[],
  taken: Iterable<string | { id: string }>,
  isSame: (one: Known) => boolean,
): Known | undefined {
  const ids = new Set(Array.from(taken, (one) => (typeof one === 'string' ? one : one.id)))
  return known.find((one) => !ids.has(one.id) && isSame(one))
}

/** The result of one step; what is left out has its default. */
export type MoveOutcome = Pick<MoveResult, 'outcome'> & Partial<MoveResult>
