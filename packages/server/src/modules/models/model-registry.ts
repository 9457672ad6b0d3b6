import type { ModelInfo } from '@everkin/contract/types.ts'
import type { TextModel } from './text-model.ts'

/** Who may choose a model. Members are people with a membership that has not ended. */
export type ModelAccess = 'everyone' | 'members' | 'operators'

/** A model that can be chosen, and where it comes from. */
export interface ModelEntry {
  /** Unique among all connections, stable across restarts. */
  id: string
  /** The model's name, as people see it. */
  name: string
  connectionId: string
  connectionName: string
  access: ModelAccess
  /** Messages that a reply of this model costs. Null: the price of the server, `MESSAGE_PRICE`. */
  messagePrice: number | null
  /** The template of raw completions; null: the chat protocol. */
  instruct: ModelInfo['instruct']
  /** The most tokens of a reply that the operator allows; null: no limit beyond the context. */
  maxReplyTokens: number | null
  /** Whether it takes images. */
  vision: boolean
  /** Whether it is known to reason before it replies. */
  reasoning: boolean
  /**
   * Asks this model, and when it cannot be reached, the next one in the operator's order that is open to the same
   * people, costs no more and can do the same. `TextModelRequest.onAnswering` names the one that answers.
   */
  model: TextModel
}

/** The language models that are connected at this moment. Changes take effect without a restart. */
export interface ModelRegistry {
  /** The first is the default. Never empty: without a connection it is the demo model. */
  entries(): readonly ModelEntry[]
  /** The entry of this id; the default one for null, and for a model that is no longer connected. */
  find(modelId: string | null): ModelEntry
  /** Always answers as the default model of the moment; for work that belongs to no chat. */
  readonly current: TextModel
}

/** A model that is whatever `pick` returns at the moment of each use, except for what it has of its `own`. */
export function delegatingModel(
  pick: () => TextModel,
  own: Partial<Pick<TextModel, 'stream' | 'vision'>> = {},
): TextModel {
  return {
    get kind() {
      return pick().kind
    },
    get name() {
      return pick().name
    },
    get contextTokens() {
      return pick().contextTokens
    },
    get reasoningTokens() {
      return pick().reasoningTokens ?? 0
    },
    get vision() {
      return own.vision ?? pick().vision ?? false
    },
    get countTokens() {
      return pick().countTokens
    },
    get extractFacts() {
      return pick().extractFacts
    },
    get prepare() {
      return pick().prepare
    },
    stream: own.stream ?? ((request) => pick().stream(request)),
  }
}
