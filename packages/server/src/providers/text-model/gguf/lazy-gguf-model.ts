import { basename } from 'node:path'
import { type OpenedModel, TextModelError, type TextModelPart } from '../../../modules/models/module.ts'
import { createGgufModel, type GgufModel, type GgufSettings } from './gguf-model.ts'

const ASSUMED_CONTEXT = 8192

/**
 * A GGUF file that is loaded for its first reply, so that connecting several files costs no memory. A file that cannot
 * be loaded fails its reply and is tried again with the next one. `close` waits for replies under way.
 */
export function openGgufLazily(settings: GgufSettings, create = createGgufModel): OpenedModel {
  let loading: Promise<GgufModel> | null = null
  let loaded: GgufModel | null = null
  let readers = 0
  let onIdle: (() => void) | null = null

  async function load(): Promise<GgufModel> {
    loading ??= create(settings)
    try {
      loaded = await loading
      return loaded
    } catch (error) {
      loading = null
      // Our own words about the file or the missing runtime, or those of llama.cpp.
      const detail = error instanceof Error ? error.message.slice(0, 300) : null
      throw new TextModelError('unreachable', { retryable: false, reason: 'model', detail, cause: error })
    }
  }

  return {
    kind: 'gguf',
    name: basename(settings.modelPath, '.gguf'),
    get contextTokens() {
      return loaded?.contextTokens ?? settings.contextTokens ?? ASSUMED_CONTEXT
    },
    get reasoningTokens() {
      return loaded?.reasoningTokens ?? 0
    },
    get countTokens() {
      return loaded?.countTokens
    },
    async *stream(request): AsyncGenerator<TextModelPart> {
      readers += 1
      try {
        request.signal.throwIfAborted()
        yield* (await load()).stream(request)
      } finally {
        readers -= 1
        if (readers === 0) onIdle?.()
      }
    },
    async prepare(expected) {
      readers += 1
      try {
        await (await load()).prepare?.(expected)
      } catch {
        // Said by the reply.
      } finally {
        readers -= 1
        if (readers === 0) onIdle?.()
      }
    },
    async close() {
      if (readers > 0)
        await new Promise<void>((resolve) => {
          onIdle = resolve
        })
      const model = await loading?.catch(() => null)
      loading = null
      loaded = null
      await model?.close()
    },
  }
}
