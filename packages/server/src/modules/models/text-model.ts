import type { ReplyFault } from '@everkin/contract/types.ts'

/**
 * The port to language models. Types only: `providers/text-model/` implements it, and `choose.ts` there picks an
 * implementation for `compose-modules.ts`. A model gets finished prompt messages. A model that cannot read prompts (the
 * demo model) gets the same turn as a `Scene`.
 */

/** One prompt message, as every chat completion API accepts it. `name` identifies the speaker in a group. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
  name?: string
  /** Only for a model with `vision`, and only on `user` messages. */
  images?: readonly PromptImage[]
}

export interface PromptImage {
  bytes: Uint8Array
  mediaType: 'image/webp' | 'image/jpeg' | 'image/png'
}

/** Settings of one reply. Null is not sent, so the server's own default applies. */
export interface Samplers {
  temperature: number | null
  topP: number | null
  topK: number | null
  minP: number | null
  repetitionPenalty: number | null
  frequencyPenalty: number | null
  presencePenalty: number | null
  seed: number | null
}

export type ReasoningEffort = 'off' | 'low' | 'medium' | 'high'

/** The current scene in structured form: card material with macros already expanded, and the last turns. */
export interface Scene {
  /** The reader's language, one of the eight locale codes. */
  locale: string
  characterName: string
  /** What the character calls the person. */
  personName: string
  tagline: string
  description: string
  personality: string
  scenario: string
  greeting: string
  exampleDialogue: string
  /** Lore entries that matched this turn. */
  lore: string[]
  /** Oldest first; at most the last 120. */
  turns: SceneTurn[]
  /** The text of the reply so far, when the person asked to continue it; otherwise empty. */
  begun: string
  /** Makes variants differ: 0 for the first reply, 1 for its first regeneration, … */
  variantIndex: number
  /** The speaking character's card, and in a group the group's card. */
  cardId?: string
  castId?: string
  /** Remembered facts that are recalled for this reply. */
  known?: readonly string[]
}

export interface SceneTurn {
  role: 'user' | 'character'
  speaker: string
  text: string
}

export interface TextModelRequest {
  messages: PromptMessage[]
  /**
   * How many of the first messages are the same from one turn to the next. A provider with explicit prompt caching
   * marks the end of them. 0 or absent: unknown.
   */
  stableMessages?: number
  /**
   * For a model that reads no prompt; absent where only others are asked. Made when it is first read, since those have
   * no use for it.
   */
  readonly scene?: Scene
  /** The person asked for the rest of an unfinished reply, which is the last message. */
  isContinuation?: boolean
  /** A provider sends only what its server understands. Absent: the server's defaults. */
  samplers?: Samplers
  /** Null or absent: the model's own default. Models that do not reason ignore it. */
  effort?: ReasoningEffort | null
  /**
   * Upper bound of the visible text, in model tokens. We enforce it too, since some servers ignore it. Hidden reasoning
   * has its own allowance.
   */
  maxReplyTokens: number
  /** Strings at which the model must stop (for instance the name of another speaker). */
  stop: string[]
  signal: AbortSignal
  /**
   * Called before the first part with the id of the registry's model that answers: another than the one asked when that
   * one cannot be reached.
   */
  onAnswering?: (modelId: string) => void
  /** Who asks; never sent to the model. Keeps one person from opening the circuit breaker for everyone. */
  personId?: string
  /** Builds the same prompt for a smaller context, for a model whose limit turns out to be lower than assumed. */
  refit?: (contextTokens: number) => PromptMessage[]
}

/** All the text of one network read comes as one part, so that it is sent as one frame (PERF-R4). */
export type TextModelPart =
  | { type: 'text'; text: string }
  /** Hidden reasoning: never part of the message, of a later prompt, of speech or of an export. */
  | { type: 'reasoning'; text: string }
  /** All text parts of this reply so far were reasoning: its closing tag came without an opening one. */
  | { type: 'retract' }
  /** All parts so far were reasoning of an attempt that failed; the reply begins anew. */
  | { type: 'restart' }
  | { type: 'finish'; reason: 'stop' | 'length' | 'filtered'; usage: TokenUsage | null }

export interface TokenUsage {
  promptTokens: number
  /** The part of the prompt that the provider read from its cache. Null: not reported. */
  cachedTokens?: number | null
  replyTokens: number
}

export interface TextModel {
  readonly kind: 'openai_compatible' | 'anthropic' | 'google' | 'gguf' | 'demo'
  /** Shown to operators and in "what the model saw"; never contains a key. */
  readonly name: string
  /** Tokens of prompt and reply together. Shrinks when the model's server reports a smaller limit. */
  readonly contextTokens: number
  /** Tokens to leave free for hidden reasoning beside the reply. 0 or absent for a model not known to reason. */
  readonly reasoningTokens?: number
  /** Whether it takes images in prompt messages. Absent: no. */
  readonly vision?: boolean
  /**
   * How many tokens the model's own tokenizer makes of a text, without what a chat template adds. Absent while the
   * tokenizer is not known or not loaded. Takes at most 20 ms, so it estimates the rest of a very long text.
   */
  readonly countTokens?: ((text: string) => number) | undefined
  /**
   * The lasting facts that messages of a person tell, in the language of each message. Only a model that reads no
   * prompts has it: it takes the place of the request by which memory asks other models.
   */
  readonly extractFacts?:
    | ((said: readonly { seq: number; text: string }[], locale: string) => { fromSeq: number; text: string }[])
    | undefined
  /**
   * Streams one reply. Ends after exactly one `finish`, or throws `TextModelError`. An aborted `signal` ends the stream
   * at once: it throws the signal's reason and closes the upstream connection.
   */
  stream(request: TextModelRequest): AsyncIterable<TextModelPart>
  /**
   * Gets ready for a reply that is expected within seconds: opens a connection, and where the model runs on the
   * operator's own hardware, loads it and lets it read the beginning of the prompt. Costs nothing at a provider. Resolves
   * when done and never throws: what is wrong shows in the reply. Absent where there is nothing to prepare.
   */
  readonly prepare?: ((expected: ExpectedPrompt) => Promise<void>) | undefined
}

/**
 * The first messages of the prompt that is expected next: those that will be the same in it. Called only by a model that
 * reads them. Null when they are not known.
 */
export type ExpectedPrompt = () => Promise<readonly PromptMessage[] | null>

export type TextModelFault =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused' // 400, 401, 403, 404: retrying will not help
  | 'overloaded' // 5xx
  | 'cut_off' // the connection ended before the reply did
  | 'garbled' // bytes that are not a stream of the protocol
  | 'empty'

/** The reasons for a fault that people are shown; the same names as on the wire. */
export type TextModelReason = ReplyFault['reason']

const REASON_BY_FAULT: Record<TextModelFault, TextModelReason> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  rate_limited: 'busy',
  refused: 'refused',
  overloaded: 'server',
  cut_off: 'cut_off',
  garbled: 'server',
  empty: 'empty',
}

interface TextModelErrorDetails {
  retryable: boolean
  retryAfterMs?: number | null
  status?: number | null
  reason?: TextModelReason
  detail?: string | null
  cause?: unknown
}

/**
 * Why a model gave no reply, or only part of one. Never contains the address, the key or text of the prompt: `detail`
 * is the provider's message with those removed.
 */
export class TextModelError extends Error {
  readonly fault: TextModelFault
  readonly reason: TextModelReason
  /** Whether a retry may help. */
  readonly retryable: boolean
  /** How long a 429 response asked us to wait. */
  readonly retryAfterMs: number | null
  readonly status: number | null
  /** The beginning of the provider's own message, redacted; for the operator and the log. */
  readonly detail: string | null

  constructor(fault: TextModelFault, facts: TextModelErrorDetails) {
    super(`text model: ${fault}`, { cause: facts.cause })
    this.name = 'TextModelError'
    this.fault = fault
    this.reason = facts.reason ?? REASON_BY_FAULT[fault]
    this.retryable = facts.retryable
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.status = facts.status ?? null
    this.detail = facts.detail ?? null
  }
}
