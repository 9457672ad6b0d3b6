/**
 * Runs espeak-ng and the mp3 encoder off the main thread, so that generating audio does not block other requests. The
 * only file that loads espeak-ng (GPL-3.0), which is an optional package of its own.
 */
import { parentPort } from 'node:worker_threads'
import load from '@echogarden/espeak-ng-emscripten'
import pLimit from 'p-limit'
import { createMp3Encoder } from 'wasm-media-encoders'
import type { EspeakVoice, SpeechWorkerRequest, SpeechWorkerResponse } from './espeak.ts'

const port = parentPort
if (!port) throw new Error('runs as a worker thread only')
const post = (message: SpeechWorkerResponse) => port.postMessage(message)

const SAMPLE_RATE = 22_050
const BITRATE = 48
type Encoder = Awaited<ReturnType<typeof createMp3Encoder>>

const espeak = new (await load()).eSpeakNGWorker()
/** Encoders are reused, because creating one compiles it. */
const idleEncoders: Encoder[] = [await createMp3Encoder()]
const streams = new Map<number, { sounds: EspeakVoice; encoder: Encoder }>()
warmUp()
post({ kind: 'ready' })

const queue = pLimit(1)
port.on('message', (message: SpeechWorkerRequest) => {
  queue(handle, message).catch(() => {
    releaseStream(message.stream)
    post({ kind: 'broke', stream: message.stream })
  })
})

async function handle(message: SpeechWorkerRequest): Promise<void> {
  const { stream } = message
  if (message.kind === 'begin') {
    const encoder = idleEncoders.pop() ?? (await createMp3Encoder())
    encoder.configure({ channels: 1, sampleRate: SAMPLE_RATE, bitrate: BITRATE })
    streams.set(stream, { sounds: message.sounds, encoder })
    return
  }
  const open = streams.get(stream)
  if (!open) return
  if (message.kind === 'say') {
    say(message.words, open.sounds, (samples) => sendSound(stream, open.encoder.encode([samples])))
    post({ kind: 'done', stream })
    return
  }
  const rest = open.encoder.finalize()
  if (message.kind === 'end') sendSound(stream, rest)
  releaseStream(stream)
  post({ kind: 'done', stream })
}

function say(words: string, sounds: EspeakVoice, onSound: (samples: Float32Array) => void): void {
  espeak.set_voice(sounds.voice)
  espeak.set_rate(sounds.rate)
  espeak.set_pitch(sounds.pitch)
  espeak.synthesize(words, (samples) => {
    if (samples.length > 0) onSound(Float32Array.from(samples, (sample) => sample / 32_768))
    return false
  })
}

/** The encoder keeps its buffer: the data is copied, and the copy transferred. */
function sendSound(stream: number, encoded: Uint8Array): void {
  if (encoded.length === 0) return
  const bytes = encoded.slice()
  port?.postMessage({ kind: 'sound', stream, bytes } satisfies SpeechWorkerResponse, [bytes.buffer])
}

function releaseStream(stream: number): void {
  const open = streams.get(stream)
  streams.delete(stream)
  if (open && idleEncoders.length < 8) idleEncoders.push(open.encoder)
}

/** The first words of an engine take ten times as long as later ones. */
function warmUp(): void {
  say('One, two.', { voice: 'en-us', rate: 165, pitch: 50 }, () => undefined)
}
