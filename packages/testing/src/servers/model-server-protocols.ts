import type { Behaviour } from './model-server-behaviour.ts'

/** A requested reply, in the same form for every protocol. */
export interface CompletionRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  max_tokens?: number
  max_completion_tokens?: number
  stop?: string[]
  /** Everything else that was sent. */
  [field: string]: unknown
}

export type ProtocolName = 'chat' | 'completion' | 'anthropic' | 'google'

/** How one reply is written to its stream. Created for each reply, since some protocols have a state. */
export interface ReplyProtocol {
  piece(text: string): string
  thought(text: string): string
  finish(reason?: 'stop' | 'length' | 'content_filter'): string
  /** The end of the stream, after the finish. */
  readonly done: string
  /** An error in the stream. */
  error(message: string): string
  /** The body of a rejection. */
  rejection(status: number, message: string): unknown
}

/** Which protocol a POST to this path speaks; null for any other path. */
export function protocolOf(path: string): ProtocolName | null {
  if (path === '/v1/chat/completions') return 'chat'
  if (path === '/v1/completions') return 'completion'
  if (path === '/v1/messages') return 'anthropic'
  return /^\/v1beta\/models\/[^/]+:streamGenerateContent\?alt=sse$/.test(path) ? 'google' : null
}

/** What was asked for, read from the JSON of any of the protocols. */
export function readRequest(name: ProtocolName, path: string, json: Record<string, unknown>): CompletionRequest {
  // A test server trusts its tests: what it reads has the form of the protocol.
  if (name === 'chat') return json as CompletionRequest
  if (name === 'completion') {
    return { ...(json as CompletionRequest), messages: [{ role: 'user', content: String(json.prompt) }] }
  }
  return name === 'anthropic' ? readAnthropic(json as unknown as AnthropicJson) : readGoogle(path, json as GoogleJson)
}

interface AnthropicJson {
  model: string
  system?: { text: string }[]
  messages: { role: string; content: { text?: string }[] }[]
  max_tokens: number
  stop_sequences?: string[]
}

const joined = (parts: { text?: string }[] = []) => parts.map(({ text }) => text ?? '').join('\n')

function readAnthropic(json: AnthropicJson): CompletionRequest {
  const system = json.system ? [{ role: 'system', content: joined(json.system) }] : []
  const messages = json.messages.map(({ role, content }) => ({ role, content: joined(content) }))
  return {
    model: json.model,
    messages: [...system, ...messages],
    max_tokens: json.max_tokens,
    stop: json.stop_sequences,
    sent: json,
  }
}

interface GoogleJson {
  systemInstruction?: { parts: { text?: string }[] }
  contents?: { role: string; parts: { text?: string }[] }[]
  generationConfig?: { maxOutputTokens?: number; stopSequences?: string[] }
}

function readGoogle(path: string, json: GoogleJson): CompletionRequest {
  const system = json.systemInstruction ? [{ role: 'system', content: joined(json.systemInstruction.parts) }] : []
  const turns = (json.contents ?? []).map(({ role, parts }) => ({
    role: role === 'model' ? 'assistant' : role,
    content: joined(parts),
  }))
  return {
    model: decodeURIComponent(/models\/([^/]+):/.exec(path)?.[1] ?? ''),
    messages: [...system, ...turns],
    max_tokens: json.generationConfig?.maxOutputTokens,
    stop: json.generationConfig?.stopSequences,
    sent: json,
  }
}

export function createProtocol(name: ProtocolName, behaviour: Behaviour): ReplyProtocol {
  if (name === 'anthropic') return new AnthropicProtocol(behaviour)
  return name === 'google' ? googleProtocol(behaviour) : openAiProtocol(behaviour, name === 'completion')
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

/** What a server reports with `usage`: always 21 tokens of prompt. */
const PROMPT_TOKENS = 21

function openAiProtocol(behaviour: Behaviour, isRaw: boolean): ReplyProtocol {
  const usage = {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: behaviour.words,
    ...(behaviour.cached > 0 ? { prompt_tokens_details: { cached_tokens: behaviour.cached } } : {}),
  }
  const content = (text: string) => (isRaw ? { text } : { delta: { content: text } })
  return {
    piece: (text) => event({ choices: [{ index: 0, ...content(text), finish_reason: null }] }),
    thought: (text) => event({ choices: [{ index: 0, delta: { reasoning_content: text } }] }),
    finish: (reason = 'stop') =>
      event({ choices: [{ index: 0, ...content(''), finish_reason: reason }] }) +
      (behaviour.usage ? event({ choices: [], usage }) : ''),
    done: 'data: [DONE]\n\n',
    error: (message) => event({ error: { message, code: 500 } }),
    rejection: (_status, message) => ({ error: { message } }),
  }
}

function googleProtocol(behaviour: Behaviour): ReplyProtocol {
  const REASONS = { stop: 'STOP', length: 'MAX_TOKENS', content_filter: 'SAFETY' } as const
  const usageMetadata = {
    promptTokenCount: PROMPT_TOKENS,
    candidatesTokenCount: behaviour.words,
    totalTokenCount: PROMPT_TOKENS + behaviour.words,
    ...(behaviour.cached > 0 ? { cachedContentTokenCount: behaviour.cached } : {}),
  }
  const part = (value: object) => event({ candidates: [{ content: { parts: [value], role: 'model' }, index: 0 }] })
  const STATUSES: Record<number, string> = { 401: 'UNAUTHENTICATED', 404: 'NOT_FOUND', 429: 'RESOURCE_EXHAUSTED' }
  return {
    piece: (text) => part({ text }),
    thought: (text) => part({ text, thought: true }),
    finish: (reason = 'stop') =>
      event({
        candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: REASONS[reason], index: 0 }],
        ...(behaviour.usage ? { usageMetadata } : {}),
      }),
    done: '',
    error: (message) => event({ error: { code: 500, message, status: 'INTERNAL' } }),
    rejection: (status, message) => ({
      error: { code: status, message, status: STATUSES[status] ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT') },
    }),
  }
}

/** Anthropic’s messages: blocks of text or thinking, each with a start, pieces and a stop. */
class AnthropicProtocol implements ReplyProtocol {
  readonly done = ''
  readonly #behaviour: Behaviour
  #block: 'text' | 'thinking' | null = null
  #index = -1

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour
  }

  piece(text: string): string {
    return this.#within('text', { type: 'text', text: '' }, { type: 'text_delta', text })
  }

  thought(text: string): string {
    const start = { type: 'thinking', thinking: '', signature: '' }
    return this.#within('thinking', start, { type: 'thinking_delta', thinking: text })
  }

  finish(reason: 'stop' | 'length' | 'content_filter' = 'stop'): string {
    const REASONS = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' } as const
    const delta = { stop_reason: REASONS[reason], stop_sequence: null }
    const usage = { output_tokens: this.#behaviour.words }
    return `${this.#begin()}${this.#endBlock()}${named('message_delta', { delta, usage })}${named('message_stop', {})}`
  }

  error(message: string): string {
    return `${this.#begin()}${named('error', { error: { type: 'api_error', message } })}`
  }

  rejection(status: number, message: string): unknown {
    const TYPES: Record<number, string> = {
      401: 'authentication_error',
      404: 'not_found_error',
      413: 'request_too_large',
      429: 'rate_limit_error',
      529: 'overloaded_error',
    }
    const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
    return { type: 'error', error: { type, message } }
  }

  #begin(): string {
    if (this.#index >= 0) return ''
    this.#index = 0
    const { cached } = this.#behaviour
    const usage = { input_tokens: PROMPT_TOKENS - cached, cache_read_input_tokens: cached, output_tokens: 1 }
    const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'everkin-test', content: [], usage }
    return named('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } })
  }

  #within(block: 'text' | 'thinking', start: object, delta: object): string {
    let text = this.#begin()
    if (this.#block !== block) {
      text += this.#endBlock()
      this.#block = block
      text += named('content_block_start', { index: this.#index, content_block: start })
    }
    return text + named('content_block_delta', { index: this.#index, delta })
  }

  #endBlock(): string {
    if (this.#block === null) return ''
    this.#block = null
    this.#index += 1
    return named('content_block_stop', { index: this.#index - 1 })
  }
}

const named = (type: string, value: object) => `event: ${type}\n${event({ type, ...value })}`
