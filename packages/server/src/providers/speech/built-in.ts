import { Worker } from 'node:worker_threads'
import { type SpeechEngine, SpeechError, type SpeechRequest } from '../../domains/voices/speech-engine.ts'
import type { FromWorker, ToWorker } from './built-in-messages.ts'
import { espeakSoundOf, readableWords } from './espeak-sound.ts'

/** What has come of one message and was not fetched yet. */
interface OpenStream {
  take(message: FromWorker): void
  fail(error: SpeechError): void
}

/** Loading espeak-ng takes half a second of a core: not while a server starts, and not while somebody waits. */
const WARM_AFTER_MS = 10_000

/** Whether espeak-ng is installed; it is an optional package. */
export function hasBuiltInVoice(): boolean {
  try {
    import.meta.resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}

/**
 * The voice inside: espeak-ng in a worker thread, started with the first words, or some seconds after the server, and
 * kept warm. A sentence of each message that is spoken at a time is made in turn. A worker that dies is started again
 * with the next words.
 */
export function createBuiltInVoice(): SpeechEngine {
  let worker: Worker | null = null
  const warmth = setTimeout(() => (worker ??= start()), WARM_AFTER_MS)
  warmth.unref()
  let lastStream = 0
  const streams = new Map<number, OpenStream>()

  function start(): Worker {
    const started = new Worker(new URL('./built-in-worker.ts', import.meta.url))
    started.unref()
    const fail = () => {
      if (worker === started) worker = null
      for (const stream of streams.values()) stream.fail(new SpeechError('unreachable'))
      streams.clear()
    }
    started.on('message', (message: FromWorker) => {
      if (message.kind !== 'ready') streams.get(message.stream)?.take(message)
    })
    started.on('error', fail)
    started.on('exit', fail)
    return started
  }

  async function* speak({ pieces, locale, voice, signal }: SpeechRequest): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted()
    const readable = pieces.map((piece) => readableWords(piece, locale))
    if (readable.includes(null)) throw new SpeechError('unsupported')
    worker ??= start()
    const engine = worker
    const stream = ++lastStream
    const ask = (message: ToWorker) => engine.postMessage(message)
    const inbox = createInbox()
    streams.set(stream, inbox)
    const onAbort = () => inbox.fail(new SpeechError('unreachable', { cause: signal.reason }))
    signal.addEventListener('abort', onAbort, { once: true })
    let isWhole = false
    try {
      ask({ kind: 'begin', stream, sounds: espeakSoundOf(voice, locale) })
      for (const words of readable) {
        ask({ kind: 'say', stream, words: words ?? '' })
        yield* inbox.untilDone()
      }
      ask({ kind: 'end', stream })
      yield* inbox.untilDone()
      isWhole = true
    } finally {
      signal.removeEventListener('abort', onAbort)
      streams.delete(stream)
      if (!isWhole && worker === engine) ask({ kind: 'drop', stream })
    }
  }

  return {
    kind: 'built_in',
    isOnThisMachine: true,
    speak,
    close: async () => {
      clearTimeout(warmth)
      const ending = worker
      worker = null
      await ending?.terminate()
    },
  }
}

/** Sound that came, in order, for whoever reads slower than it is made. */
function createInbox(): OpenStream & { untilDone(): AsyncGenerator<Uint8Array> } {
  const came: FromWorker[] = []
  let failure: SpeechError | null = null
  let wake: () => void = () => undefined
  return {
    take(message) {
      came.push(message)
      wake()
    },
    fail(error) {
      failure ??= error
      wake()
    },
    async *untilDone() {
      for (;;) {
        if (failure) throw failure
        const message = came.shift()
        if (message?.kind === 'done') return
        if (message?.kind === 'broke') throw new SpeechError('garbled')
        if (message?.kind === 'sound') yield message.bytes
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
