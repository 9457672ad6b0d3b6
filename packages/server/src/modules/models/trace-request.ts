import { type OpenSpan, openSpan } from '../../platform/tracing/span.ts'
import type { TextModel, TextModelPart, TextModelRequest } from './text-model.ts'

/**
 * Asks a model, as `model.stream` does, and shows the request in the trace of its caller: `model request`, with
 * `first word` until the first output and `stream` after it. While tracing is off it is `model.stream`.
 */
export function streamTraced(
  model: Pick<TextModel, 'kind' | 'name' | 'stream'>,
  request: TextModelRequest,
  purpose: string,
): AsyncIterable<TextModelPart> {
  const span = openSpan('model request', 'client')
  if (!span) return model.stream(request)
  const facts = {
    'everkin.purpose': purpose,
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.kind,
    'gen_ai.request.model': model.name,
  }
  const progress = watchProgress(span, facts)
  request.signal.addEventListener('abort', () => progress.end(), { once: true })
  const parts = span.run(() => model.stream(request)[Symbol.asyncIterator]())
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const result = await span.run(() => parts.next())
          if (result.done) progress.end()
          else progress.note(result.value)
          return result
        } catch (error) {
          progress.end(error)
          throw error
        }
      },
      async return() {
        progress.end()
        await parts.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}

/** The spans of one request, which end once, however it ends. */
function watchProgress(span: OpenSpan, facts: Record<string, string | number>) {
  let phase = span.run(() => openSpan('first word'))
  let hasOutput = false
  let isEnded = false
  return {
    note(part: TextModelPart): void {
      if (part.type === 'finish' && part.usage) {
        facts['gen_ai.usage.input_tokens'] = part.usage.promptTokens
        facts['gen_ai.usage.output_tokens'] = part.usage.replyTokens
      }
      if (hasOutput || isEnded || part.type === 'finish') return
      hasOutput = true
      phase?.end()
      phase = span.run(() => openSpan('stream'))
    },
    end(error?: unknown): void {
      if (isEnded) return
      isEnded = true
      phase?.end({}, error)
      span.end(facts, error)
    },
  }
}
