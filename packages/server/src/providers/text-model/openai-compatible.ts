import { setTimeout as waitFor } from 'node:timers/promises'
import {
  type TextModel,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
} from '../../domains/chats/text-model.ts'
import { Deadlines } from './openai-compatible/deadlines.ts'
import { type Dialect, learnDialect, PLAIN_DIALECT, requestBody } from './openai-compatible/dialect.ts'
import { DEFAULT_LIMITS, type TextModelLimits } from './openai-compatible/limits.ts'
import { faultOfStatus, postCompletion, Refusal } from './openai-compatible/post-completion.ts'
import { readReply } from './openai-compatible/read-reply.ts'
import { waitBeforeRetry } from './openai-compatible/retry.ts'

export interface OpenAiCompatibleSettings {
  /** Ends in /v1 with most servers; with or without a slash. */
  baseUrl: string
  apiKey: string | null
  name: string
  contextTokens: number
  limits?: Partial<TextModelLimits>
  /** How to wait between attempts; throws the signal's reason when it fires. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<void>
  random?: () => number
}

/**
 * A model behind any OpenAI-compatible endpoint. Each reply is one POST on a kept connection; nothing is asked twice
 * once a word has been shown (UPS-03), and no error holds the key, the address or the upstream's words.
 */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): TextModel {
  const url = new URL(`${settings.baseUrl.replace(/\/+$/, '')}/chat/completions`)
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const wait = settings.wait ?? ((delayMs, signal) => waitFor(delayMs, undefined, { signal }))
  const random = settings.random ?? Math.random
  let dialect: Dialect = PLAIN_DIALECT

  /** Opens one attempt; a refusal that teaches a dialect is answered by asking again in it. */
  async function open(request: TextModelRequest, signal: AbortSignal) {
    while (true) {
      try {
        return await postCompletion(url, settings.apiKey, requestBody(settings.name, request, dialect), signal)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const learnt = learnDialect(dialect, error.status, error.words)
        if (!learnt) throw refusalError(error)
        dialect = learnt
      }
    }
  }

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const deadlines = new Deadlines(limits, request.signal)
    try {
      for (let attempt = 0; ; attempt++) {
        let hasShown = false
        try {
          const response = await open(request, deadlines.signal)
          for await (const part of readReply(response, request, deadlines, limits)) {
            hasShown ||= part.type === 'text'
            yield part
          }
          return
        } catch (error) {
          const delayMs = hasShown || deadlines.signal.aborted ? null : waitBeforeRetry(error, attempt, limits, random)
          if (delayMs === null) throw error
          await wait(delayMs, deadlines.signal).catch((reason) => {
            throw deadlines.signal.aborted ? deadlines.signal.reason : reason
          })
        }
      }
    } finally {
      deadlines.dispose()
    }
  }

  return { kind: 'openai_compatible', name: settings.name, contextTokens: settings.contextTokens, stream }
}

function refusalError({ status, retryAfter }: Refusal): TextModelError {
  const fault = faultOfStatus(status)
  return new TextModelError(fault, {
    retryable: fault !== 'refused',
    status,
    retryAfterMs: fault === 'rate_limited' ? retryAfterMs(retryAfter) : null,
  })
}

/** Retry-After is seconds or a date. */
function retryAfterMs(header: string | undefined): number | null {
  if (!header) return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
