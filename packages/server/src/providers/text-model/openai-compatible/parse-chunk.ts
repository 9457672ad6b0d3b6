import { TextModelError, type TokenUsage } from '../../../modules/models/module.ts'
import { ProviderError } from '../endpoint/post-json.ts'
import type { FinishReason } from '../endpoint/reply-text.ts'

export interface Chunk {
  text: string
  /** Hidden reasoning from a field of its own. */
  reasoning: string
  finish: FinishReason | null
  usage: TokenUsage | null
}

/** The parts of a chunk (or of a whole, unstreamed completion) that we read; all unchecked. */
interface RawChunk {
  error?: unknown
  /** `error` where the whole document is one, as older versions of vLLM send it. */
  object?: unknown
  code?: unknown
  choices?: RawChoice[] | null
  usage?: RawUsage | null
}
interface RawChoice {
  index?: unknown
  delta?: RawDelta | null
  message?: RawDelta | null
  /** Text of a raw completion. */
  text?: unknown
  finish_reason?: unknown
  /** OpenRouter: why `finish_reason` is `error`. */
  error?: unknown
}
interface RawDelta {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
}
interface RawUsage {
  prompt_tokens?: unknown
  completion_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown } | null
  /** DeepSeek. */
  prompt_cache_hit_tokens?: unknown
  /** Moonshot. */
  cached_tokens?: unknown
}

/**
 * Parses one `data:` payload. Throws `garbled` for anything but a JSON object, `ProviderError` for an error in the
 * stream.
 */
export function parseChunk(payload: string): Chunk {
  const raw = parse(payload)
  const error = raw.object === 'error' ? raw : (raw.error ?? null)
  if (error !== null) throw new ProviderError(statusOf(error), undefined, payload)
  const choices = Array.isArray(raw.choices) ? raw.choices : []
  const chunk: Chunk = { text: '', reasoning: '', finish: null, usage: usageOf(raw) }
  for (const choice of choices) {
    if (typeof choice !== 'object' || choice === null) continue
    // Not every server numbers a single choice as it should.
    if (typeof choice.index === 'number' && choice.index !== 0) continue
    const delta = choice.delta ?? choice.message
    if (typeof delta?.content === 'string') chunk.text += delta.content
    else if (Array.isArray(delta?.content)) addParts(chunk, delta.content)
    else if (typeof choice.text === 'string') chunk.text += choice.text
    // Some gateways send the same words in both fields.
    if (isText(delta?.reasoning_content)) chunk.reasoning += delta.reasoning_content
    else if (isText(delta?.reasoning)) chunk.reasoning += delta.reasoning
    if (choice.finish_reason === 'error') throw new ProviderError(statusOf(choice.error), undefined, payload)
    if (isText(choice.finish_reason)) chunk.finish = finishOf(choice.finish_reason)
  }
  return chunk
}

/** Content in parts, as Mistral's reasoning models send it: texts, and thoughts that consist of texts. */
function addParts(chunk: Chunk, parts: readonly unknown[]): void {
  for (const part of parts) {
    chunk.text += textIn(part, 'text')
    chunk.reasoning += textIn(part, 'thinking')
    const thoughts = fieldOf(part, 'thinking')
    if (Array.isArray(thoughts)) for (const thought of thoughts) chunk.reasoning += textIn(thought, 'text')
  }
}

function textIn(part: unknown, name: string): string {
  const value = fieldOf(part, name)
  return typeof value === 'string' ? value : ''
}

function fieldOf(part: unknown, name: string): unknown {
  return typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined
}

/** The status of an error within a stream; its own `code` if that is a status. */
function statusOf(error: unknown): number {
  const code = typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : Number.NaN
  return code >= 400 && code < 600 ? code : 500
}

function parse(payload: string): RawChunk {
  try {
    const value: unknown = JSON.parse(payload)
    if (typeof value === 'object' && value !== null) return value // every field is checked where it is read
  } catch {
    // The parser's message would quote the reply.
  }
  throw new TextModelError('garbled', { retryable: true })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function finishOf(reason: string): FinishReason {
  if (reason === 'length' || reason === 'max_tokens') return 'length'
  return reason === 'content_filter' ? 'filtered' : 'stop'
}

function usageOf({ usage }: RawChunk): TokenUsage | null {
  if (typeof usage?.prompt_tokens !== 'number' || typeof usage.completion_tokens !== 'number') return null
  const cached = [usage.prompt_tokens_details?.cached_tokens, usage.prompt_cache_hit_tokens, usage.cached_tokens]
  return {
    promptTokens: usage.prompt_tokens,
    cachedTokens: cached.find((tokens) => typeof tokens === 'number') ?? null,
    replyTokens: usage.completion_tokens,
  }
}
