import { TextModelError, type TextModelFault, type TextModelReason } from '../../../modules/models/module.ts'
import type { TextModelLimits } from './limits.ts'

/** How much of a provider's message is kept. */
export const MAX_DETAIL_LENGTH = 300

export interface RedactedProviderError {
  status: number
  retryAfter: string | undefined
  /** The full response text, redacted. */
  words: string
  /** Its human-readable message, redacted. */
  message: string
}

/** Converts a rejection to the error for the rest of the program; `known` is the reason if already determined. */
export function toTextModelError(
  { status, retryAfter, words, message }: RedactedProviderError,
  known?: TextModelReason,
): TextModelError {
  const statedDelayMs = status === 429 ? parseDelay(words) : null
  // Google words a limit per minute like one of the plan, but says when to come back.
  const reason = known ?? (statedDelayMs === null ? reasonOf(status, words) : 'busy')
  // Waiting neither restores credit nor shortens a prompt.
  const fault = reason === 'credit' || reason === 'too_long' ? 'refused' : faultOfStatus(status)
  return new TextModelError(fault, {
    retryable: fault !== 'refused',
    status,
    reason,
    detail: detailOf(message),
    retryAfterMs: fault === 'rate_limited' ? (parseRetryAfter(retryAfter) ?? statedDelayMs) : null,
  })
}

/** The fault of a status: 429 and 5xx (and equivalents) may be retried, the rest may not. */
function faultOfStatus(status: number): TextModelFault {
  if (status === 429) return 'rate_limited'
  if (status >= 500 || status === 408 || status === 409 || status === 425) return 'overloaded'
  return 'refused'
}

function reasonOf(status: number, words: string): TextModelReason {
  if (status === 401 || /(?:invalid|incorrect|wrong|missing)[^.]{0,20}api[ _-]?key|api[ _-]?key not valid/i.test(words))
    return 'key'
  if (
    status === 402 ||
    /insufficient[ _](?:quota|balance|credit|funds)|exceeded your current quota|credit balance/i.test(words)
  )
    return 'credit'
  if (status === 403) return /api[ _-]?key|permission|credential|unauthori[sz]ed/i.test(words) ? 'key' : 'refused'
  if (status === 429) return 'busy'
  if (status === 408) return 'timeout'
  if (status === 413) return 'too_long'
  if (
    /model[^.]{0,80}(?:not found|does not exist|doesn't exist|not exist|unknown|not available)|(?:unknown|no such|invalid|not a valid) model|not_found_error[^{]{0,40}\bmodel\b|no endpoints found/i.test(
      words,
    )
  )
    return 'model'
  if (status < 400 || status === 404 || status === 405) return 'unreachable'
  return status >= 500 || status === 409 || status === 425 ? 'server' : 'refused'
}

function detailOf(message: string): string | null {
  const line = message.replace(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, MAX_DETAIL_LENGTH)
}

/** The message within a provider's JSON, else the whole text. */
export function extractMessage(words: string): string {
  try {
    const body: unknown = JSON.parse(words)
    for (const path of [['error', 'message'], ['error'], ['message'], ['detail']]) {
      let value: unknown = body
      for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
      if (typeof value === 'string' && value !== '') return value
    }
  } catch {
    // Not JSON, or truncated.
  }
  return /"message": ?"((?:[^"\\]|\\.)+)"/.exec(words)?.[1] ?? words
}

/** Retry-After is seconds or a date. */
function parseRetryAfter(header: string | undefined): number | null {
  if (!header) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}

/** The delay that a message names: “try again in 1.2s”, “retry in 31.4s”, `"retryDelay": "31s"`. */
function parseDelay(words: string): number | null {
  const found = /(?:(?:retry|try again) in|retryDelay"?:) ?"?(\d+(?:\.\d+)?) ?(ms|s|m)\b/i.exec(words)
  const unitMs = { ms: 1, s: 1000, m: 60_000 }[found?.[2]?.toLowerCase() ?? ''] ?? 1000
  return found ? Math.ceil(Number(found[1]) * unitMs) : null
}

/** What a server reports when a prompt exceeds its model's context. */
export interface ContextOverflow {
  contextTokens: number | null
  /** The server's token count of the prompt. */
  promptTokens: number | null
}

const IS_OVERFLOW =
  /context[_ ](?:length|window|size|limit)|maximum context|exceed_context|prompt is too long|maximum number of tokens|reduce the length|too many (?:input )?tokens|input is too long/i

/** `{n}` stands for a number of tokens, with or without separators. */
const CONTEXT_PATTERNS = patterns(
  'maximum context (?:length|size)(?: of| is)?(?: only)? {n}',
  'context (?:length|window|size)(?: of| is|:)?(?: only)? \\(?{n}',
  '{n} (?:tokens? )?(?:maximum )?context (?:length|window)',
  '"n_ctx": ?{n}',
  '> {n} maximum',
  '> {n}, decrease input',
  'maximum number of tokens allowed \\(?{n}',
  'n_ctx[ =:]+{n}',
)
const PROMPT_PATTERNS = patterns(
  '"n_prompt_tokens": ?{n}',
  '{n} (?:in the messages|in your prompt|input tokens)',
  'messages resulted in {n}',
  'prompt contains (?:at least )?{n}',
  'prompt is too long: {n}',
  'input token count \\(?{n}',
  'keep the first {n}',
)
const MIN_CONTEXT_TOKENS = 512

function patterns(...forms: string[]): RegExp[] {
  return forms.map((form) => new RegExp(form.replace('{n}', '(\\d[\\d,]*)'), 'i'))
}

/** Parses a rejection of a prompt that is too long; null when it is about something else. */
export function parseContextOverflow(status: number, words: string): ContextOverflow | null {
  if (![400, 413, 422, 500].includes(status)) return null
  if (status !== 413 && !IS_OVERFLOW.test(words)) return null
  const contextTokens = numberIn(words, CONTEXT_PATTERNS)
  return {
    contextTokens: contextTokens !== null && contextTokens >= MIN_CONTEXT_TOKENS ? contextTokens : null,
    promptTokens: numberIn(words, PROMPT_PATTERNS),
  }
}

function numberIn(words: string, forms: readonly RegExp[]): number | null {
  for (const form of forms) {
    const found = form.exec(words)?.[1]
    if (found) return Number(found.replaceAll(',', ''))
  }
  return null
}

/**
 * The context for which to rebuild the prompt, in our own token estimate: the reported one, reduced if the server
 * counts more tokens in the same text than we do.
 */
export function shrinkContext(overflow: ContextOverflow, contextTokens: number, estimatedPromptTokens: number): number {
  const { contextTokens: stated, promptTokens } = overflow
  const ratio = promptTokens === null ? 1 : Math.max(1, promptTokens / Math.max(1, estimatedPromptTokens))
  const next = Math.floor(Math.min(stated ?? contextTokens, contextTokens) / Math.min(ratio, 4))
  // The reported value is not smaller, and still the prompt did not fit.
  return next < contextTokens ? next : Math.floor(contextTokens * 0.6)
}

const RETRYABLE_FAULTS: readonly TextModelFault[] = ['unreachable', 'rate_limited', 'overloaded', 'cut_off']
const MIN_BACKOFF_MS = 250

/**
 * The wait before attempt `attempt + 2`, or null when a retry is useless: a 429's Retry-After if it is short enough,
 * else 250 ms, 500 ms, …, each with up to half of it added as jitter, so that many chats do not retry at once.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  limits: TextModelLimits,
  random: () => number,
): number | null {
  if (!(error instanceof TextModelError) || !error.retryable || attempt >= limits.retries) return null
  if (!RETRYABLE_FAULTS.includes(error.fault)) return null
  if (error.retryAfterMs !== null) return error.retryAfterMs <= limits.retryAfterMs ? error.retryAfterMs : null
  const pauseMs = MIN_BACKOFF_MS * 2 ** attempt
  return pauseMs + Math.floor(random() * (pauseMs / 2))
}
