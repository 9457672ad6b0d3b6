import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import type { TextModelPart, TokenUsage } from '../../../modules/models/module.ts'
import type { Deadlines } from '../endpoint/limits.ts'
import { emptyPiece, type FinishReason, type ReplyText } from '../endpoint/reply-text.ts'
import type { PartQueue } from '../part-queue.ts'
import { toParts } from '../reasoning/visible-text.ts'
import type { NativeConnection } from './native-connection.ts'
import { isUnknownEvent, toEndpointError } from './native-errors.ts'

interface Reading {
  deadlines: Deadlines
  connection: NativeConnection
  queue: PartQueue
}

/** Reads a provider’s stream into the queue, to its end or that of the reply, and resolves with the finish. */
export async function readNativeStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  text: ReplyText,
  { deadlines, connection, queue }: Reading,
): Promise<TextModelPart> {
  const reader = stream.getReader()
  let usage: TokenUsage | null = null
  let failure: unknown
  let isLimited = false
  while (failure === undefined && !isLimited) {
    const { done, value } = await reader.read().catch((error) => {
      failure = toEndpointError(error, connection.failure)
      return { done: true, value: undefined } as const
    })
    if (done || !value) break
    const piece = emptyPiece()
    if (value.type === 'text-delta' || value.type === 'reasoning-delta') {
      if (value.delta === '' || text.finish !== null) continue
      deadlines.sawContent()
      if (value.type === 'text-delta') text.takeText(value.delta, piece)
      else text.takeReasoning(value.delta, piece)
      isLimited = text.isOver
    } else if (value.type === 'finish') {
      text.finish ??= finishOf(value.finishReason)
      usage = usageOf(value.usage)
    } else if (value.type === 'error' && !isUnknownEvent(value.error)) {
      failure = toEndpointError(value.error, connection.failure)
    } else if (value.type === 'raw' && isFarewell(value.rawValue)) {
      deadlines.sawFinish()
    }
    queue.push(toParts(piece))
  }
  connection.close()
  void reader.cancel().catch(() => undefined)
  queue.push(toParts(text.takeRest(emptyPiece())))
  failure ??= connection.failure
  // A connection that breaks after the finish does not matter.
  if (failure !== undefined && !text.isOver) throw failure
  return text.close(usage)
}

/** The last event of a reply; the server may keep the connection open after it. */
function isFarewell(raw: unknown): boolean {
  if (typeof raw !== 'object' || raw === null) return false
  if ('type' in raw) return raw.type === 'message_stop'
  const candidate: unknown = 'candidates' in raw && Array.isArray(raw.candidates) ? raw.candidates[0] : null
  return typeof candidate === 'object' && candidate !== null && 'finishReason' in candidate
}

/** Null when the stream ended without a word about why. */
function finishOf({ unified }: LanguageModelV4FinishReason): FinishReason | null {
  if (unified === 'length') return 'length'
  if (unified === 'content-filter') return 'filtered'
  return unified === 'interrupted' || unified === 'error' ? null : 'stop'
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | null {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null
  return {
    promptTokens: inputTokens.total,
    cachedTokens: inputTokens.cacheRead ?? null,
    replyTokens: outputTokens.total,
  }
}
