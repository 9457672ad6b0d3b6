import { delegatingModel, type ModelAccess } from './model-registry.ts'
import { createDeferredStream, type StartedStream, startStream } from './started-stream.ts'
import { type TextModel, TextModelError, type TextModelRequest } from './text-model.ts'

/** A model among those that can stand in for each other. */
export interface Candidate {
  id: string
  access: ModelAccess
  messagePrice: number | null
  maxReplyTokens: number | null
  vision: boolean
  /** Without the others. */
  own: TextModel
}

/** In order of how many people they are open to. */
const ACCESS_RANK: Record<ModelAccess, number> = { everyone: 0, members: 1, operators: 2 }

/**
 * The candidate as a model that asks the others, in their order, when it cannot be reached before the first part. What a
 * model refuses (a text, a prompt that is too long) is never taken to another one. When none answers, it throws the
 * error of the model that was asked for.
 */
export function withFallback(
  asked: Candidate,
  all: () => readonly Candidate[],
  defaultPrice: number,
  onFallback: (from: Candidate, to: Candidate) => void,
): TextModel {
  const { own } = asked
  const priceOf = ({ messagePrice }: Candidate) => messagePrice ?? defaultPrice
  const canStandIn = (other: Candidate, request: TextModelRequest) =>
    other.id !== asked.id &&
    ACCESS_RANK[other.access] <= ACCESS_RANK[asked.access] &&
    priceOf(other) <= priceOf(asked) &&
    (other.vision || !request.messages.some(({ images }) => images && images.length > 0))

  async function begin(request: TextModelRequest): Promise<StartedStream> {
    const others = all().filter((other) => canStandIn(other, request))
    let firstError: unknown = null
    for (const candidate of [asked, ...others]) {
      try {
        const started = await startStream(candidate.own.stream(requestFor(candidate, asked, request)))
        request.onAnswering?.(candidate.id)
        if (candidate !== asked) onFallback(asked, candidate)
        return started
      } catch (error) {
        firstError ??= error
        if (request.signal.aborted || !canFallBack(error)) throw error
      }
    }
    throw firstError
  }

  return delegatingModel(() => own, {
    stream: (request) => createDeferredStream(() => begin(request)),
    vision: asked.vision,
  })
}

/** The request within the limits of the candidate. */
function requestFor(candidate: Candidate, asked: Candidate, request: TextModelRequest): TextModelRequest {
  const { contextTokens } = candidate.own
  const isSmaller = contextTokens < asked.own.contextTokens
  const isShorter = candidate.maxReplyTokens !== null && candidate.maxReplyTokens < request.maxReplyTokens
  // Not copied: its owner releases the prompt.
  if (!isSmaller && !isShorter) return request
  return {
    ...request,
    maxReplyTokens: Math.min(request.maxReplyTokens, candidate.maxReplyTokens ?? request.maxReplyTokens),
    ...(isSmaller && request.refit ? { messages: request.refit(contextTokens) } : {}),
  }
}

const SERVER_FAULTS = ['unreachable', 'timeout', 'rate_limited', 'overloaded', 'cut_off', 'garbled']
const CONNECTION_REASONS = ['key', 'credit', 'model']

/** Whether the failure is about the server or the connection, not about what was asked. */
export function canFallBack(error: unknown): boolean {
  if (!(error instanceof TextModelError)) return false
  return SERVER_FAULTS.includes(error.fault) || CONNECTION_REASONS.includes(error.reason)
}
