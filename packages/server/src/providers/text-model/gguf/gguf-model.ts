import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { Mutex } from 'async-mutex'
import {
  type TextModel,
  TextModelError,
  type TextModelPart,
  type TextModelRequest,
  type TokenUsage,
} from '../../../modules/models/module.ts'
import { countInSlices } from '../count-in-slices.ts'
import { DEFAULT_LIMITS } from '../endpoint/limits.ts'
import { strictRoles } from '../openai-compatible/dialect.ts'
import { PartQueue } from '../part-queue.ts'
import { PromptPreparation } from '../prompt-preparation.ts'
import { ReasoningProfile } from '../reasoning/reasoning-profile.ts'
import { toParts, VisibleText } from '../reasoning/visible-text.ts'
import {
  type ChatItem,
  type GenerateOptions,
  type GgufRuntime,
  type Llama,
  type LlamaModel,
  type LlamaSequence,
  loadGgufRuntime,
} from './runtime.ts'

export interface GgufSettings {
  modelPath: string
  dataDir: string
  /** By default the model's own, up to 8192. */
  contextTokens?: number | null
  /** By default all cores but one: with more, llama.cpp's threads wait for each other. */
  threads?: number
  /** Makes sampling deterministic; random by default. */
  seed?: number
  /** Hidden reasoning per reply, in tokens, in addition to the reply's own. */
  reasoningTokens?: number
}

/** Varied, but only likely tokens. llama.cpp's own default is deterministic and soon repeats itself. */
const SAMPLING = { temperature: 0.8, topP: 0.95, minP: 0.05 }

export interface GgufModel extends TextModel {
  /** Frees the model's memory; the model cannot be used afterwards. */
  close(): Promise<void>
}

const DEFAULT_CONTEXT = 8192

/**
 * A GGUF file through llama.cpp, in this process. A graphics processor is used if the installed runtime has what it needs
 * and the model can be loaded there, else the CPU. One reply is generated at a time; others are queued.
 * Throws `GgufRuntimeMissing` when the runtime is not installed.
 */
export async function createGgufModel(settings: GgufSettings): Promise<GgufModel> {
  const runtime = await loadGgufRuntime(settings.dataDir)
  const threads = settings.threads ?? Math.max(1, availableParallelism() - 1)
  const { llama, model } = await loadModel(runtime, settings, threads)
  const contextTokens = Math.min(model.trainContextSize, settings.contextTokens ?? DEFAULT_CONTEXT)
  const context = await model.createContext({ contextSize: contextTokens, threads })
  const sequence = context.getSequence()
  const reasoningProfile = new ReasoningProfile(basename(settings.modelPath, '.gguf'))
  const reasoningTokens = settings.reasoningTokens ?? DEFAULT_LIMITS.reasoningTokens
  const mutex = new Mutex()
  const preparation = new PromptPreparation()

  async function* stream(request: TextModelRequest): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const preparing = preparation.beginReply(request)
    try {
      if (preparing) await preparing
      yield* write(request, { habits: reasoningProfile, reasoningTokens })
    } finally {
      preparation.endReply()
    }
  }

  async function* write(
    request: TextModelRequest,
    limits: Pick<GenerationOptions, 'habits' | 'reasoningTokens'>,
  ): AsyncGenerator<TextModelPart> {
    request.signal.throwIfAborted()
    const turn = mutex.acquire()
    // Also ends the generation when the reader stops.
    const leaving = new AbortController()
    const queue = new PartQueue()
    const signal = AbortSignal.any([request.signal, leaving.signal])
    try {
      await untilAborted(turn, request.signal)
      const writing = generate({
        runtime,
        sequence,
        seed: settings.seed,
        ...limits,
        request,
        signal,
        queue,
      })
      yield* queue.parts(request.signal)
      yield await writing
    } finally {
      leaving.abort()
      await queue.settled
      // A reader who left while waiting gives the turn back when it comes.
      void turn.then((release) => release())
    }
  }

  return {
    kind: 'gguf',
    name: basename(settings.modelPath, '.gguf'),
    contextTokens,
    get reasoningTokens() {
      return reasoningProfile.reasons ? reasoningTokens : 0
    },
    countTokens: countInSlices((text) => model.tokenize(text).length, SLICES),
    stream,
    prepare: (expected) =>
      preparation.prepare(expected, async (request) => {
        // One token tells nothing about the model's habits.
        const limits = { habits: new ReasoningProfile(''), reasoningTokens: 0 }
        for await (const _ of write(request, limits));
      }),
    close: () => llama.dispose(),
  }
}

/** Every slice may cost a token, since some models put a blank before a text. */
const SLICES = { sliceLength: 4_096, exactLength: 16_384 }

/** Loads the model where the runtime thinks best; if that was a graphics processor and it fails, on the CPU. */
async function loadModel(
  runtime: GgufRuntime,
  { modelPath, contextTokens }: GgufSettings,
  maxThreads: number,
): Promise<{ llama: Llama; model: LlamaModel }> {
  const gpuLayers = { fitContext: { contextSize: contextTokens ?? DEFAULT_CONTEXT } }
  for (const gpu of ['auto', false] as const) {
    const llama = await runtime.getLlama({ gpu, build: 'never', logLevel: 'error', maxThreads })
    try {
      return { llama, model: await llama.loadModel({ modelPath, gpuLayers }) }
    } catch (error) {
      const wasOnCpu = llama.gpu === false
      await llama.dispose()
      if (wasOnCpu) throw error
    }
  }
  throw new Error('the CPU is always tried last')
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

interface GenerationOptions {
  runtime: GgufRuntime
  sequence: LlamaSequence
  seed: number | undefined
  habits: ReasoningProfile
  reasoningTokens: number
  request: TextModelRequest
  signal: AbortSignal
  queue: PartQueue
}

/** Generates one reply into the queue and resolves with its finish. */
function generate({
  runtime,
  sequence,
  seed,
  habits: reasoningProfile,
  reasoningTokens,
  request,
  signal,
  queue,
}: GenerationOptions) {
  const chat = new runtime.LlamaChat({ contextSequence: sequence })
  const { holdsUnopened } = reasoningProfile
  const shown = new VisibleText({ stop: request.stop, isContinuation: request.isContinuation === true, holdsUnopened })
  const enough = new AbortController()
  let shownPieces = 0
  let isFull = false
  const before = sequence.tokenMeter.getState()
  const writing = chat
    .generateResponse(toChatHistory(request), {
      ...samplersOf(request, seed),
      maxTokens: request.maxReplyTokens + reasoningTokens,
      signal: AbortSignal.any([signal, enough.signal]),
      stopOnAbortSignal: true,
      onTextChunk(text) {
        if (isFull) return
        const piece = shown.push(text)
        if (piece.isRetracted) shownPieces = 0
        if (!shown.isBuffering) shownPieces += 1
        isFull = shownPieces > request.maxReplyTokens
        if (!isFull) queue.push(toParts(piece))
        if (isFull || shown.isStopped) enough.abort()
      },
    })
    .then((result): TextModelPart => {
      const isCut = isFull || result.metadata.stopReason === 'maxTokens'
      if (!isFull) queue.push(toParts(shown.end(isCut)))
      signal.throwIfAborted()
      const hasReasoned = shown.hasReasoning || (isCut && !shown.hasText)
      reasoningProfile.learn({ hasReasoned, hasUnopened: shown.hasUnopened, looksUnopened: false })
      if (!shown.hasText) {
        throw new TextModelError('empty', { retryable: true, reason: hasReasoned ? 'reasoning' : 'empty' })
      }
      return {
        type: 'finish',
        reason: isCut ? 'length' : 'stop',
        usage: usageSince(before, sequence),
      }
    })
    .finally(() => chat.dispose({ disposeSequence: false }))
  queue.endWith(writing)
  return writing
}

/** A sampler that is not set has our default, since llama.cpp's own would soon repeat itself. */
function samplersOf({ samplers }: TextModelRequest, seed: number | undefined) {
  const options: Pick<GenerateOptions, 'temperature' | 'topP' | 'minP' | 'topK' | 'repeatPenalty' | 'seed'> = {
    temperature: samplers?.temperature ?? SAMPLING.temperature,
    topP: samplers?.topP ?? SAMPLING.topP,
    minP: samplers?.minP ?? SAMPLING.minP,
    seed: samplers?.seed ?? seed,
  }
  if (!samplers) return options
  if (samplers.topK !== null) options.topK = samplers.topK
  const { repetitionPenalty, frequencyPenalty, presencePenalty } = samplers
  if (repetitionPenalty !== null || frequencyPenalty !== null || presencePenalty !== null) {
    options.repeatPenalty = {
      penalty: repetitionPenalty ?? 1,
      frequencyPenalty: frequencyPenalty ?? 0,
      presencePenalty: presencePenalty ?? 0,
    }
  }
  return options
}

/** What one reply took; what the sequence still held of earlier ones counts as cached. */
function usageSince(before: object, sequence: LlamaSequence): TokenUsage {
  const { usedInputTokens, usedOutputTokens } = sequence.tokenMeter.diff(before)
  const promptTokens = Math.max(usedInputTokens, sequence.nextTokenIndex - usedOutputTokens)
  return { promptTokens, cachedTokens: promptTokens - usedInputTokens, replyTokens: usedOutputTokens }
}

/** The prompt in the form of llama.cpp's chat wrappers; the model continues the last item. */
function toChatHistory(request: TextModelRequest): ChatItem[] {
  const messages = strictRoles(request.messages)
  const items = messages.map(
    ({ role, content }): ChatItem =>
      role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content },
  )
  return items.at(-1)?.type === 'model' ? items : [...items, { type: 'model', response: [] }]
}
