import type { PromptMessage, Scene } from '../text-model.ts'
import type { PreparedCard } from './prepare-card.ts'
import type { PromptSection } from './sections.ts'

/** A message of the active path. `tokens` is stored with it (`countTokens` of its text) and never counted again. */
export interface PathMessage {
  role: 'user' | 'character'
  /** Empty for narration, which has no name before it. */
  speaker: string
  text: string
  tokens: number
}

/** What is remembered of what no longer fits. */
export interface RememberedTexts {
  summary: string
  facts: readonly string[]
  /** Older messages word for word, in the order in which they were said. */
  passages: readonly { seq: number; speaker: string; text: string }[]
}

export interface BuildPromptInput {
  card: PreparedCard
  characterName: string
  /** As the reader sees them, for models that read no prompt. */
  tagline: string
  greeting: string
  persona: { name: string; text: string }
  memory: RememberedTexts
  /** The person's note to the author, `depth` messages before the end. */
  note?: { text: string; depth: number } | null
  /** Newest last; the reply is to its last message. */
  path: readonly PathMessage[]
  /** The model's context, prompt and reply together. */
  tokenBudget: number
  replyTokens: number
  locale: string
  now: Date
  /** The person's, for `{{time}}`, `{{date}}` and `{{weekday}}`; UTC unless told. */
  timeZone?: string | null
  /** The chat's id: chance in a prompt is the same each time it is built. */
  chatSeed: string
  /** The number of the message that is answered, with which chance changes; its place in `path` unless told. */
  lastSeq?: number
  /** 0 for the first reply, 1 for its first regeneration, … */
  variantIndex?: number
  greetingIndex?: number
  /** In a group: who else speaks, and the group's own scenario. */
  group?: { others: readonly string[]; scenario: string }
  /** The character's last message is begun and is to be continued. */
  isContinuation?: boolean
  /** Nobody has asked: the character speaks of its own accord. */
  isUnasked?: boolean
}

export interface BuiltPrompt {
  messages: PromptMessage[]
  /** The same, named part by part, for “what the model saw”. */
  sections: PromptSection[]
  /** Strings at which a model must stop: the lines of everyone else. */
  stop: string[]
  scene: Scene
  /** By our estimate; never more than `tokenBudget - replyTokens`. */
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
