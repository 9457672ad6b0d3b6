import type { PromptImage, PromptMessage, Scene } from '../../models/module.ts'
import type { AttachedLore } from './lore-book.ts'
import type { PromptCard } from './prepare-card.ts'
import type { PromptSection } from './sections.ts'

/** A message of the active path. `tokens` is stored with it (`countTokens` of its text) and never counted again. */
export interface PathMessage {
  role: 'user' | 'character'
  /** Empty for narration, which has no name before it. */
  speaker: string
  text: string
  tokens: number
  /** Its number in the chat, where the timed effects of lore begin; by default its position in the path. */
  seq?: number
  /** Only for a model that sees; `tokens` includes them. */
  images?: readonly PromptImage[]
}

/** Images by the number of the message they came with. */
export type PromptImages = ReadonlyMap<number, readonly PromptImage[]>

/** Memories of messages that no longer fit the prompt. */
export interface RememberedTexts {
  summary: string
  /** Stable facts: they only change when memory is written. Pinned ones first. */
  facts: readonly string[]
  /** Facts recalled for this reply alone. */
  recalledFacts?: readonly string[]
  /** Older messages word for word, in chronological order. */
  passages: readonly { seq: number; speaker: string; text: string }[]
}

/** Token budgets of memory, without headings. */
export interface MemoryBudget {
  /** For what only changes when memory is written. */
  story: number
  /** For what is recalled for one reply. All of it is new to a model server's cache each time, so it is small. */
  recalled: number
}

export interface BuildPromptInput {
  card: PromptCard
  characterName: string
  /** The card of the speaker. */
  cardId?: string
  /** As the reader sees them, for models that read no prompt. */
  tagline: string
  greeting: string
  persona: { name: string; text: string }
  memory: RememberedTexts
  /** The person's own lorebooks. */
  lore?: AttachedLore
  /** The person's author's note, `depth` messages before the end. */
  note?: { text: string; depth: number } | null
  /** Newest last; the reply is to the last message. */
  path: readonly PathMessage[]
  /** The model's context, prompt and reply together. */
  tokenBudget: number
  replyTokens: number
  locale: string
  /** The person is in the protected mode. */
  isTeen?: boolean
  now: Date
  /** The person's, for `{{time}}`, `{{date}}` and `{{weekday}}`; UTC by default. */
  timeZone?: string | null
  /** The chat's id: random choices in a prompt are the same each time it is built. */
  chatSeed: string
  /** The number of the message being answered, which seeds random choices; by default its position in `path`. */
  lastSeq?: number
  /** 0 for the first reply, 1 for its first regeneration, … */
  variantIndex?: number
  greetingIndex?: number
  /** In a group: the other speakers, and the group's own scenario. */
  group?: { others: readonly string[]; scenario: string; cardId?: string }
  /** Time since the person's last message, for `{{idle_duration}}`. */
  idleMs?: number | null
  /** The model's name, for `{{model}}`. */
  modelName?: string
  /** The last reply claimed to be human when it was asked (H2). */
  hasClaimedHuman?: boolean
  /** The character's last message is unfinished and is to be continued. */
  isContinuation?: boolean
  /** True for a proactive message, which nobody asked for. */
  isProactive?: boolean
  /** An adult chat while the moderation model gives no verdicts (M2). */
  isSafeMode?: boolean
}

/** Which messages of the path are in a prompt. It does not depend on what is remembered. */
interface PromptWindowOfPath {
  /** Index of the first message that is in the prompt. */
  from: number
  /** Those before this index leave with the next step. */
  nextFrom: number
  memory: MemoryBudget
}

export interface BuiltPrompt {
  messages: PromptMessage[]
  /** The prompt by named parts, for “what the model saw”. */
  sections: PromptSection[]
  /** How many of the first messages are the same from one turn to the next. */
  stableMessages: number
  scene: Scene
  window: PromptWindowOfPath
  /** The matched entries of the person's own lorebooks, which no creator keeps hidden. */
  ownLore: string[]
  /** Estimated; never more than `tokenBudget - replyTokens`. */
  tokens: number
  dropped: {
    history: number
    examples: number
    lore: number
    cardTokens: number
    noteTokens: number
    memoryTokens: number
  }
}
