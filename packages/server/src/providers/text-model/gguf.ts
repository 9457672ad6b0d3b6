import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { countTokens } from '../../domains/chats/prompt/count-tokens.ts'
import {
  type TextModel,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
} from '../../domains/chats/text-model.ts'
import { PartQueue } from './gguf/part-queue.ts'
import { type ChatItem, type GgufRuntime, loadGgufRuntime } from './gguf/runtime.ts'
import { strictRoles } from './openai-compatible/dialect.ts'
import { DEFAULT_LIMITS } from './openai-compatible/limits.ts'
import { ReasoningHabits } from './openai-compatible/reasoning-habits.ts'
import { partsOf, ShownText } from './shown-text.ts'

export interface GgufSettings {
  modelPath: string
  dataDir: string
  /** The model's own, up to 8192, unless told. */
  contextTokens?: number | null
  /** All cores but one unless told: with more, llama.cpp's threads wait for each other. */
  threads?: number
  /** Fixes what chance decides; random unless told. */
  seed?: number
  /** Hidden reasoning of one reply, in tokens, on top of the reply's own. */
  reasoningTokens?: number
}

/** Lively, but not beyond what the model thinks likely. llama.cpp's own default never varies and soon runs in circles. */
const SAMPLING = { temperature: 0.8, topP: 0.95, minP: 0.05 }

export interface GgufModel extends TextModel {
  /** Frees the model's memory; the model answers no more. */
  close(): Promise<void>
}

const DEFAULT_CONTEXT = 8192

/**
 * A GGUF file through llama.cpp, in this process, on the processor. One reply is written at a time, the others wait
 * their turn. Throws `GgufRuntimeMissing` where the runtime is not installed.
 */
export async function createGgufModel(settings: GgufSettings): Promise<GgufModel> {
  const runtime = await loadGgufRuntime(settings.dataDir)
  const threads = settings.threads ?? Math.max(1, availableParallelism() - 1)
  const llama = await runtime.getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: threads })
  const model = await llama.loadModel({ modelPath: settings.modelPath })
  const contextTokens = Math.min(model.trainContextSize, settings.contextTokens ?? DEFAULT_CONTEXT)
  const context = await model.createContext({ contextSize: contextTokens, threads })
  const sequence = context.getSequence()
  const habits = new ReasoningHabits(basename(settings.modelPath, '.gguf'))
  const reasoningTokens = settings.reasoningTokens ?? DEFAULT_LIMITS.reasoningTokens
  let last: Promise<unknown> = Promise.resolve()

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const { turn, done } = takeTurn()
    // Ends the writing when the reader leaves, too.
    const leaving = new AbortController()
    const queue = new PartQueue()
    const signal = AbortSignal.any([request.signal, leaving.signal])
    try {
      await untilAborted(turn, request.signal)
      const writing = write({ runtime, sequence, seed: settings.seed, habits, reasoningTokens, request, signal, queue })
      yield* queue.parts(request.signal)
      yield await writing
    } finally {
      leaving.abort()
      await queue.settled
      done()
    }
  }

  function takeTurn() {
    const turn = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = turn.then(() => promise)
    return { turn, done: resolve }
  }

  return {
    kind: 'gguf',
    name: basename(settings.modelPath, '.gguf'),
    contextTokens,
    get reasoningTokens() {
      return habits.reasons ? reasoningTokens : 0
    },
    stream,
    close: () => llama.dispose(),
  }
}

async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

interface Writing {
  runtime: GgufRuntime
  sequence: object
  seed: number | undefined
  habits: ReasoningHabits
  reasoningTokens: number
  request: TextModelRequest
  signal: AbortSignal
  queue: PartQueue
}

/** Writes one reply into the queue and resolves with its finish. */
function write({ runtime, sequence, seed, habits, reasoningTokens, request, signal, queue }: Writing) {
  const chat = new runtime.LlamaChat({ contextSequence: sequence })
  const { holdsUnopened } = habits
  const shown = new ShownText({ stop: request.stop, isContinuation: request.scene.begun !== '', holdsUnopened })
  const enough = new AbortController()
  let pieces = 0
  let shownPieces = 0
  let isFull = false
  const writing = chat
    .generateResponse(historyOf(request), {
      ...SAMPLING,
      seed,
      maxTokens: request.maxReplyTokens + reasoningTokens,
      signal: AbortSignal.any([signal, enough.signal]),
      stopOnAbortSignal: true,
      onTextChunk(text) {
        if (isFull) return
        pieces += 1
        const piece = shown.push(text)
        if (piece.isRetracted) shownPieces = 0
        if (!shown.isHolding) shownPieces += 1
        isFull = shownPieces > request.maxReplyTokens
        if (!isFull) queue.push(partsOf(piece))
        if (isFull || shown.isStopped) enough.abort()
      },
    })
    .then((result): TextModelPart => {
      const isCut = isFull || result.metadata.stopReason === 'maxTokens'
      if (!isFull) queue.push(partsOf(shown.end(isCut)))
      signal.throwIfAborted()
      const hasReasoned = shown.hasThought || (isCut && !shown.hasShown)
      habits.learn({ hasReasoned, hasUnopened: shown.hasUnopened, looksUnopened: false })
      if (!shown.hasShown) {
        throw new TextModelError('empty', { retryable: true, reason: hasReasoned ? 'reasoning' : 'empty' })
      }
      return {
        type: 'finish',
        reason: isCut ? 'length' : 'stop',
        usage: { promptTokens: promptTokensOf(request), replyTokens: pieces },
      }
    })
    .finally(() => chat.dispose({ disposeSequence: false }))
  queue.endWith(writing)
  return writing
}

function promptTokensOf(request: TextModelRequest): number {
  return request.messages.reduce((sum, message) => sum + countTokens(message.content), 0)
}

/** The prompt as llama.cpp's chat wrappers take it; the last item is what the model writes on. */
function historyOf(request: TextModelRequest): ChatItem[] {
  const messages = strictRoles(request.messages)
  const items = messages.map(
    ({ role, content }): ChatItem =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  )
  return items.at(-1)?.type === 'model' ? items : [...items, { type: 'model', response: [] }]
}
