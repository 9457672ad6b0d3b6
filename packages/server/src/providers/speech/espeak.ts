import { Worker } from 'node:worker_threads'
import type { Locale } from '@everkin/contract/locales.ts'
import { type CharacterVoice, type SpeechEngine, SpeechError, type SpeechRequest } from '../../modules/speech/module.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

/** Audio of one message that has arrived and is not read yet. */
interface SpeechStream {
  take(message: SpeechWorkerResponse): void
  fail(error: SpeechError): void
}

/** Loading espeak-ng takes half a second of a core: not while a server starts, and not while a listener waits. */
const WARM_UP_DELAY_MS = 10_000
/** The worker takes some 100 MB, also while nobody listens. */
const IDLE_TIMEOUT_MS = 10 * MINUTE_MS

/** Whether espeak-ng is installed; it is an optional package. */
export function isEspeakInstalled(): boolean {
  try {
    import.meta.resolve('@echogarden/espeak-ng-emscripten')
    return true
  } catch {
    return false
  }
}

/**
 * The built-in voice: espeak-ng in a worker thread, started with the first request or some seconds after the server,
 * and kept warm until nobody has listened for ten minutes. Concurrent messages take turns, sentence by sentence. A worker
 * that has ended is replaced by the next request.
 */
export function createEspeakSpeech({ idleTimeoutMs = IDLE_TIMEOUT_MS } = {}): SpeechEngine {
  let worker: Worker | null = null
  const warmUpTimer = setTimeout(() => (worker ??= start()), WARM_UP_DELAY_MS)
  warmUpTimer.unref()
  let idleTimer: NodeJS.Timeout | null = null
  let lastStream = 0
  const streams = new Map<number, SpeechStream>()

  function start(): Worker {
    const started = new Worker(new URL('./espeak-worker.ts', import.meta.url))
    started.unref()
    const fail = () => {
      // The streams of one that was ended belong to its successor.
      if (worker !== started) return
      worker = null
      failStreams()
    }
    started.on('message', (message: SpeechWorkerResponse) => {
      if (message.kind !== 'ready') streams.get(message.stream)?.take(message)
    })
    started.on('error', fail)
    started.on('exit', fail)
    endWhenIdle()
    return started
  }

  function failStreams(): void {
    for (const stream of streams.values()) stream.fail(new SpeechError('unreachable'))
    streams.clear()
  }

  function endWhenIdle(): void {
    if (idleTimer) clearTimeout(idleTimer)
    idleTimer = setTimeout(() => {
      if (streams.size > 0) return endWhenIdle()
      const idle = worker
      worker = null
      void idle?.terminate()
    }, idleTimeoutMs)
    idleTimer.unref()
  }

  async function* speak({ pieces, locale, voice, signal }: SpeechRequest): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted()
    const readable = pieces.map((piece) => toReadableText(piece, locale))
    if (readable.includes(null)) throw new SpeechError('unsupported')
    worker ??= start()
    const engine = worker
    endWhenIdle()
    const stream = ++lastStream
    const ask = (message: SpeechWorkerRequest) => engine.postMessage(message)
    const inbox = createInbox()
    streams.set(stream, inbox)
    const onAbort = () => inbox.fail(new SpeechError('unreachable', { cause: signal.reason }))
    signal.addEventListener('abort', onAbort, { once: true })
    let isWhole = false
    try {
      ask({ kind: 'begin', stream, sounds: espeakVoiceOf(voice, locale) })
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
    // Its variants follow from the character.
    voices: async () => [],
    speak,
    close: async () => {
      clearTimeout(warmUpTimer)
      if (idleTimer) clearTimeout(idleTimer)
      const stoppedWorker = worker
      worker = null
      failStreams()
      await stoppedWorker?.terminate()
    },
  }
}

/** Buffers audio in order for a reader that is slower than the generator. */
function createInbox(): SpeechStream & { untilDone(): AsyncGenerator<Uint8Array> } {
  const came: SpeechWorkerResponse[] = []
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

const LANGUAGES: Record<Locale, string> = {
  en: 'en-gb',
  ar: 'ar',
  de: 'de',
  es: 'es-419',
  fr: 'fr-fr',
  ja: 'ja',
  pt: 'pt-br',
  zh: 'cmn',
}

/** Variants of espeak-ng voices by gender; a voice index is 0 to 7, so two may share one at a different pitch. */
const VARIANTS = {
  female: ['f2', 'f3', 'f4', 'f1', 'f5', 'f2', 'f3', 'f4'],
  male: ['m3', 'm1', 'm7', 'm2', 'm4', 'm6', 'm8', 'm5'],
  other: ['m1', 'f4', 'm7', 'f1', 'm3', 'f3', 'm6', 'f5'],
} as const

const DEFAULT_RATE = 165

/** A character's voice in espeak-ng's terms. */
export function espeakVoiceOf(voice: CharacterVoice, locale: Locale): EspeakVoice {
  const variant = VARIANTS[voice.gender][voice.voiceIndex % 8] ?? 'm1'
  // Voices that share a variant differ in pitch.
  const lift = voice.gender === 'female' && voice.voiceIndex >= 5 ? 9 : 0
  return {
    voice: `${LANGUAGES[locale]}+${variant}`,
    rate: Math.round(Math.min(260, Math.max(100, DEFAULT_RATE * voice.rate))),
    pitch: Math.round(Math.min(92, Math.max(12, 50 + (voice.pitch - 1) * 110 + lift))),
  }
}

const HAN = /\p{Script=Han}/u

/**
 * The text in a form that espeak-ng can read; null if it cannot. Of Japanese it reads kana only, and spells out each
 * kanji. Readings given in the text, as in 灯台（とうだい）, replace the kanji; without them the result would be
 * unintelligible.
 */
export function toReadableText(words: string, locale: Locale): string | null {
  if (locale !== 'ja') return words
  const withReadings = words.replace(
    /[\p{Script=Han}々〆ヶ]+[（(《]([\p{Script=Hiragana}\p{Script=Katakana}ー]+)[）)》]/gu,
    '$1',
  )
  return HAN.test(withReadings) ? null : withReadings
}

/** Requests to the espeak-ng worker; `stream` distinguishes messages that are spoken concurrently. */
export type SpeechWorkerRequest =
  | { kind: 'begin'; stream: number; sounds: EspeakVoice }
  | { kind: 'say'; stream: number; words: string }
  | { kind: 'end'; stream: number }
  /** The listener has disconnected. */
  | { kind: 'drop'; stream: number }

export type SpeechWorkerResponse =
  | { kind: 'ready' }
  | { kind: 'sound'; stream: number; bytes: Uint8Array }
  /** A piece, or the end, is done: send the next. */
  | { kind: 'done'; stream: number }
  | { kind: 'broke'; stream: number }

/** Name of a voice with its variant, words per minute, and pitch 0 to 99. */
export interface EspeakVoice {
  voice: string
  rate: number
  pitch: number
}
