import type { PromptImage, PromptMessage, Scene } from '../../models/module.ts'
import type { PreparedCard } from './prepare-card.ts'
import type { PromptSection } from './sections.ts'

/** A message of the active path. `tokens` is stored with it (`countTokens` of its text) and never counted again. */
export interface PathMessage {
  role: 'user' | 'character'
  /** Empty for narration, which has no name before it. */
  speaker: string
  text: string
  tokens: number
  /** Only for a model that sees; `tokens` includes them. */
  images?: readonly PromptImage[]
}

/** Memories of messages that no longer fit the prompt. */
export interface RememberedTexts {
  summary: string
  facts: readonly string[]
  /** Older messages word for word, in chronological order. */
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
  /** The person's author's note, `depth` messages before the end. */
  note?: { text: string; depth: number } | null
  /** Newest last; the reply is to the last message. */
  path: readonly PathMessage[]
  /** The model's context, prompt and reply together. */
  tokenBudget: number
  replyTokens: number
  locale: string
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
  group?: { others: readonly string[]; scenario: string }
  /** The character's last message is unfinished and is to be continued. */
  isContinuation?: boolean
  /** True for a proactive message, which nobody asked for. */
  isUnasked?: boolean
}

export interface BuiltPrompt {
  messages: PromptMessage[]
  /** The same prompt by named parts, for “what the model saw”. */
  sections: PromptSection[]
  /** Strings at which a model must stop: the names before everyone else's lines. */
  stop: string[]
  scene: Scene
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
